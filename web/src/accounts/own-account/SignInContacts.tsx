import { type JoinContact, joinLabels, joinMinutes } from '@toguchi/domain/accounts/joined-accounts'
import { isMobile } from '@toguchi/domain/messages/mobile'
import { formatTelephone } from '@toguchi/domain/text/telephone'
import { useState } from 'react'
import { type AnswerOf, queryClient, send } from '../../platform/api/api.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { refreshUser } from '../../platform/session/session.ts'
import { toast } from '../../platform/toast.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { Stack } from '../../ui/layout/Layout.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { Button as PlainButton } from '../../ui/plain/Button.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'

type Me = AnswerOf<'GET /api/users/me'>['user']

/** Where links to sign in go: what was proven. What is written into the account besides can be (decision 084). */
export const SignInContacts = ({ user }: { user: Me }) => {
  const sms = useConfiguration()?.sms ?? false
  const [proving, setProving] = useState<{ token: string; message: string } | null>(null)
  const proven = [user.proven_phone && formatTelephone(user.proven_phone), user.proven_email].filter(contact => contact !== null)
  const ask = async (contact: JoinContact) => {
    const { proof_token, message } = await send('POST /api/users/me/contact_code', { body: { contact } })
    setProving({ token: proof_token, message })
  }
  return (
    <Section title="パスワードなしでログインできる連絡先" name="sign-in-contacts">
      <Stack>
        {proven.length === 0 ? <Help>まだありません。</Help> : null}
        {proven.map(contact => (
          <p key={contact}>
            {contact} <Badge tone="green">確認済み</Badge>
          </p>
        ))}
        <div>
          {sms && isMobile(user.phone ?? '') && user.phone !== user.proven_phone ? (
            <Button onClick={() => void ask('phone').catch(() => {})}>{formatTelephone(user.phone ?? '')}を確認する</Button>
          ) : null}{' '}
          {user.email !== '' && user.email.toLowerCase() !== user.proven_email ? (
            <Button onClick={() => void ask('email').catch(() => {})}>{user.email}を確認する</Button>
          ) : null}
        </div>
        <Help>ログイン画面の「SMS・メールでログイン」で、この連絡先にリンクが届きます。</Help>
      </Stack>
      <Modal opened={proving !== null} onClose={() => setProving(null)} title="連絡先の確認" width={480}>
        {proving === null ? null : <Proof {...proving} onProven={() => setProving(null)} />}
      </Modal>
    </Section>
  )
}

const Proof = ({ token, message, onProven }: { token: string; message: string; onProven: () => void }) => (
  <PlainForm
    onSubmit={async ({ code = '' }) => {
      const answer = await send('POST /api/users/me/contact_proof', { body: { proof_token: token, code } }, { errors: 'caller' })
      await refreshUser()
      await queryClient.invalidateQueries({ queryKey: ['GET /api/users/me'] })
      onProven()
      toast.success(answer.message)
    }}
  >
    <p>{message}</p>
    <Field
      name="code"
      label={joinLabels.code}
      required
      secret
      inputMode="numeric"
      autoComplete="one-time-code"
      help={`6桁の数字です。${joinMinutes}分以内に入力してください。`}
    />
    <PlainButton type="submit" wide>
      確認する
    </PlainButton>
  </PlainForm>
)
