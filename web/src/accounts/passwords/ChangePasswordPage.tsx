import { useNavigate } from 'react-router'
import { paths } from '../../site/paths.ts'
import { send } from '../../platform/api/request.ts'
import { refreshUser } from '../../platform/session/session.ts'
import { toast } from '../../platform/toast.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'

/** A craftsman's first password of their own; then the way to have this on the phone (G-CRA-09). */
export const ChangePasswordPage = () => {
  const navigate = useNavigate()
  return (
    <>
      <Title>パスワードの設定</Title>
      <Card>
        <p>はじめに、ご自分のパスワードを設定してください。次回からこのパスワードでログインします。</p>
        <PlainForm
          onSubmit={async ({ password = '', password_confirmation = '' }) => {
            const { message } = await send(
              'PATCH /api/users/me/password',
              { body: { password, password_confirmation } },
              { errors: 'caller' },
            )
            await refreshUser()
            await navigate(paths.download_app(), { replace: true })
            toast.success(message)
          }}
        >
          <NewPasswordFields />
          <Button type="submit" wide>
            設定して始める
          </Button>
        </PlainForm>
      </Card>
    </>
  )
}
