import { useState } from 'react'
import { signInLinkMinutes } from '@toguchi/domain/accounts/craftsman-links'
import { Link } from 'react-router'
import { paths } from '../../site/paths.ts'
import { send } from '../../platform/api/request.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Links } from '../../ui/plain/Links.ts'
import { Notice } from '../../ui/plain/Notice.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { Rows } from '../../ui/plain/form/Rows.ts'

/** A craftsman without a password, or who forgot it: a link to where they are known to be. Everybody is told the same. */
export const SignInLinkPage = () => {
  const sms = useConfiguration()?.sms ?? true
  const [sent, setSent] = useState<string | null>(null)
  const label = sms ? '携帯電話の番号、またはメールアドレス' : 'メールアドレス'
  return (
    <>
      <Title>{sms ? 'SMS・メールでログイン' : 'メールでログイン'}</Title>
      <Card>
        {sent === null ? (
          <PlainForm
            keepAs="sign-in-link"
            onSubmit={async ({ contact = '' }) => {
              const { message } = await send('POST /api/auth/sign_in_link', { body: { contact } }, { errors: 'caller' })
              setSent(message)
            }}
          >
            <p>職人の方は、パスワードがなくてもログインできます。ログイン用のリンクを送ります。</p>
            <Field name="contact" label={label} required autoComplete="username" autoCapitalize="none" spellCheck={false} />
            <Button type="submit" wide>
              リンクを送る
            </Button>
          </PlainForm>
        ) : (
          <Rows>
            <Notice kind="success">{sent}</Notice>
            <p>リンクは{signInLinkMinutes}分間、1回だけ使えます。届かないときは、招待を受け取った番号かアドレスかを確かめてください。</p>
            <Button wide kind="secondary" onClick={() => setSent(null)}>
              もう一度送る
            </Button>
          </Rows>
        )}
      </Card>
      <Links>
        <Link to={paths.login()}>ログイン画面へ</Link>
      </Links>
    </>
  )
}
