import { paths } from '../../site/paths.ts'
import { ButtonLink } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'

export const LoginIdSentPage = () => (
  <>
    <Title>ログインIDをメールで送信しました。</Title>
    <Card>
      <p>メールが届かない場合は、迷惑メールフォルダと、入力したメールアドレスをご確認ください。</p>
      <ButtonLink to={paths.login()} wide>
        ログイン画面へ
      </ButtonLink>
    </Card>
  </>
)
