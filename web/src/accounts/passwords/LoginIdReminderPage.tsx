import { Link, useNavigate } from 'react-router'
import { paths } from '../../site/paths.ts'
import { send } from '../../platform/api/request.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { Links } from '../../ui/plain/Links.ts'

/** The ID itself is only in the mail (G-ACC-11). */
export const LoginIdReminderPage = () => {
  const navigate = useNavigate()
  return (
    <>
      <Title>ログインIDを忘れた方</Title>
      <Card>
        <p>ご登録のメールアドレスに、ログインIDをお送りします。</p>
        <PlainForm
          onSubmit={async ({ email = '' }) => {
            await send('POST /api/auth/login_id_reminder', { body: { email } }, { errors: 'caller' })
            await navigate(paths.login_id_reminder_show())
          }}
        >
          <Field name="email" label="メールアドレス" type="email" autoComplete="email" required />
          <Button type="submit" wide>
            送信する
          </Button>
        </PlainForm>
      </Card>
      <Links aria-label="ほかの手続き">
        <Link to={paths.password_reminder()}>パスワードを忘れた方</Link>
        <Link to={paths.login()}>ログイン画面へ戻る</Link>
      </Links>
    </>
  )
}
