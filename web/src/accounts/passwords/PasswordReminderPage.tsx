import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../site/paths.ts'
import { send } from '../../platform/api/request.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { Links } from '../../ui/plain/Links.ts'

/** Answers alike whether or not the account exists, so that nobody learns who has one (G-ACC-12). */
export const PasswordReminderPage = () => {
  const [sent, setSent] = useState<string | null>(null)
  return (
    <>
      <Title>パスワードを忘れた方</Title>
      <Card>
        {sent === null ? (
          <>
            <p>ログインIDとご登録のメールアドレスを入力してください。パスワードを再設定するためのメールをお送りします。</p>
            <PlainForm
              onSubmit={async ({ login_id = '', email = '' }) => {
                const { message } = await send('POST /api/auth/password', { body: { login_id, email } }, { errors: 'caller' })
                setSent(message)
              }}
            >
              <Field name="login_id" label="ログインID" autoComplete="username" autoCapitalize="none" spellCheck={false} required />
              <Field name="email" label="メールアドレス" type="email" autoComplete="email" required />
              <Button type="submit" wide>
                送信する
              </Button>
            </PlainForm>
          </>
        ) : (
          <>
            <Notice kind="success">{sent}</Notice>
            <p>メールのURLは6時間有効です。届かない場合は、迷惑メールフォルダと、入力した内容をご確認ください。</p>
          </>
        )}
      </Card>
      <Links aria-label="ほかの手続き">
        <Link to={paths.login_id_reminder()}>ログインIDを忘れた方</Link>
        <Link to={paths.login()}>ログイン画面へ戻る</Link>
      </Links>
    </>
  )
}
