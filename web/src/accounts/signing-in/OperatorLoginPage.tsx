import { Link } from 'react-router'
import { paths } from '../../site/paths.ts'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { LoginForm } from './LoginForm.tsx'
import { Links } from '../../ui/plain/Links.ts'

export const OperatorLoginPage = () => (
  <>
    <Title>オペレーターログイン</Title>
    <Card>
      <LoginForm strategy="operator" />
    </Card>
    <Links aria-label="ログインできない方">
      <Link to={paths.login_id_reminder()}>ログインIDを忘れた方</Link>
      <Link to={paths.password_reminder()}>パスワードを忘れた方</Link>
    </Links>
  </>
)
