import { type JoinContact, joinLabels, joinMinutes } from '@toguchi/domain/accounts/joined-accounts'
import { isMobile } from '@toguchi/domain/messages/mobile'
import { useState } from 'react'
import { send } from '../../platform/api/request.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { notSent, PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { Rows } from '../../ui/plain/form/Rows.ts'
import { joinOther, type OtherSession } from './other-session.ts'

interface Asked {
  token: string
  message: string
}

/** A telephone that shows its messages often loads the page anew: the code that is on its way can still be entered. */
const codeKey = (cd: string) => `joining code ${cd}`
const heldCode = (cd: string): Asked | null => {
  const kept = sessionStorage.getItem(codeKey(cd))
  // SAFETY: nothing else writes under this name.
  return kept === null ? null : (JSON.parse(kept) as Asked)
}

interface Props {
  /** The signed-in account. */
  user: { phone: string | null; email: string }
  other: OtherSession
  onJoined: () => Promise<unknown>
}

const contactTexts: Readonly<Record<JoinContact, string>> = { phone: 'SMSで送る', email: 'メールで送る' }

/** Six digits to the signed-in account's telephone or address, answered in the name of the other one, which has the same (D-40). */
export const JoinCode = ({ user, other, onJoined }: Props) => {
  const sms = useConfiguration()?.sms ?? false
  const [asked, setAsked] = useState<Asked | null>(() => heldCode(other.client.cd))
  const contacts = [...(sms && isMobile(user.phone ?? '') ? (['phone'] as const) : []), ...(user.email === '' ? [] : (['email'] as const))]
  const ask = async (contact: JoinContact) => {
    const answer = await send('POST /api/users/me/joined_accounts/code', { body: { contact } }, { errors: 'caller' })
    const next = { token: answer.join_token, message: answer.message }
    sessionStorage.setItem(codeKey(other.client.cd), JSON.stringify(next satisfies Asked))
    setAsked(next)
    return notSent
  }
  if (contacts.length === 0) return <Notice kind="warning">マイページで、携帯電話の番号を登録してください。</Notice>
  return (
    <Rows>
      <p>
        {other.client.name}
        のアカウントとまとめます。両方に登録されている電話番号（またはメールアドレス）に、確認コードを送ります。
      </p>
      {asked === null ? null : (
        <PlainForm
          notice={<Notice kind="info">{asked.message}</Notice>}
          onSubmit={async ({ code = '' }) => {
            await joinOther(other, asked.token, code)
            sessionStorage.removeItem(codeKey(other.client.cd))
            await onJoined()
          }}
        >
          <Field
            name="code"
            label={joinLabels.code}
            required
            secret
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            help={`6桁の数字です。${joinMinutes}分以内に入力してください。`}
          />
          <Button type="submit" wide>
            まとめる
          </Button>
        </PlainForm>
      )}
      {contacts.map((contact, at) => (
        <PlainForm key={contact} onSubmit={() => ask(contact)}>
          <Button type="submit" wide kind={asked === null && at === 0 ? 'primary' : 'secondary'}>
            {asked === null ? `確認コードを${contactTexts[contact]}` : `もう一度${contactTexts[contact]}`}
          </Button>
        </PlainForm>
      ))}
    </Rows>
  )
}
