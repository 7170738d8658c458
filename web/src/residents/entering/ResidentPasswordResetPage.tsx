import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../site/paths.ts'
import { call } from '../../platform/api/request.ts'
import { rememberRoomLogin } from './room-login.ts'
import { toast } from '../../platform/toast.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { NewPasswordFields } from '../../accounts/accounts.tsx'

/** The answer names the login page of the resident's room (G-RES-09). */
export const ResidentPasswordResetPage = () => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (
    <>
      <Title>パスワードの再設定</Title>
      <Card>
        <PlainForm
          onSubmit={async ({ password = '', password_confirmation = '' }) => {
            const body = { reset_password_token: search.get('reset_password_token') ?? '', password, password_confirmation }
            const { message, login_path } = (await call('PUT /api/resident_auth/password', { body }, { errors: 'caller' })) as {
              message: string
              login_path: string
            }
            rememberRoomLogin(login_path)
            await navigate(login_path.startsWith('/residents/') ? login_path : paths.resident_logout())
            toast.success(message)
          }}
        >
          <NewPasswordFields />
          <Button type="submit" wide>
            設定する
          </Button>
        </PlainForm>
      </Card>
    </>
  )
}
