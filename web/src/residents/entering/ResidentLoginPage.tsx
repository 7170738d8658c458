import { Link, useLocation, useParams } from 'react-router'
import { paths } from '../../site/paths.ts'
import { rememberRoomLogin } from './room-login.ts'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { LoginForm } from '../../accounts/accounts.tsx'
import { Telephone } from '../Telephone.tsx'
import { Links } from '../../ui/plain/Links.ts'

/** The login page of one room; its address is what a resident bookmarks. */
export const ResidentLoginPage = () => {
  const { client_uuid = '', construction_uuid = '', room_uuid = '' } = useParams()
  const { pathname } = useLocation()
  const room = [client_uuid, construction_uuid, room_uuid] as const
  return (
    <>
      <Title>居住者ログイン</Title>
      <Card>
        <LoginForm
          strategy="resident"
          extra={{ client_uuid, construction_uuid, room_uuid }}
          onSignedIn={() => rememberRoomLogin(pathname)}
        />
      </Card>
      <Links aria-label="ログインできない方">
        <Read>
          <Link to={paths.resident_authentication_code(...room)}>認証コードで工事日を見る（ログインIDのない方）</Link>
          <Link to={`${paths.resident_authentication_code(...room)}?again=1`}>認証コードでパスワードを決め直す</Link>
          <Link to={paths.resident_login_id_reminder(...room)}>ログインIDを忘れた方</Link>
          <Link to={paths.resident_password_reminder(...room)}>パスワードを忘れた方</Link>
        </Read>
      </Links>
      <Telephone />
    </>
  )
}
