import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { homeOf } from '../../site/redirect.ts'
import { paths } from '../../site/paths.ts'
import { ApiError, send } from '../../platform/api/request.ts'
import { currentUser, refreshUser } from '../../platform/session/session.ts'
import { useUser } from '../../platform/session/use-user.ts'
import { ButtonLink } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'

interface Confirmed {
  kind: 'success' | 'error'
  text: string
}

/** Opening the mail's link is the confirmation (G-ACC-13). */
export const loader = async ({ request }: LoaderFunctionArgs): Promise<Confirmed> => {
  const confirmation_token = new URL(request.url).searchParams.get('confirmation_token') ?? ''
  try {
    const { message } = await send('POST /api/users/email_confirmation', { body: { confirmation_token } }, { errors: 'caller' })
    if ((await currentUser()) !== null) await refreshUser()
    return { kind: 'success', text: message }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { kind: 'error', text: error.fullMessages.join('\n') }
  }
}

export const EmailConfirmedPage = () => {
  const { kind, text } = useLoaderData<Confirmed>()
  const user = useUser()
  return (
    <>
      <Title>メールアドレスの確認</Title>
      <Card>
        <Notice kind={kind}>{text}</Notice>
        {kind === 'error' ? <p>マイページからもう一度メールアドレスを変更すると、新しいURLをお送りします。</p> : null}
        <ButtonLink to={user === null ? paths.login() : homeOf(user)} wide>
          {user === null ? 'ログイン画面へ' : 'トップページへ'}
        </ButtonLink>
      </Card>
    </>
  )
}
