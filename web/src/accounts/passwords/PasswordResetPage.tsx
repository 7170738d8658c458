import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { paths } from '../../site/paths.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { type AnswerOf, ApiError, send } from '../../platform/api/request.ts'
import { toast } from '../../platform/toast.ts'
import { Button, ButtonLink } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'

type Strategy = AnswerOf<'GET /api/auth/password/edit'>['strategy']

interface Opened {
  reset_password_token: string
  /** Where the account signs in. */
  strategy: Strategy
  /** Of an invited person, who sets a first password. */
  login_id: string | null
  /** Why the link no longer works. */
  problem: string | null
  /** Of somebody who sets a first password; nobody can ask for another one. */
  isInvitation: boolean
}

/** Asks at once whether the link still works, before anybody types a password for nothing. */
export const loader = async ({ request }: LoaderFunctionArgs): Promise<Opened> => {
  const reset_password_token = new URL(request.url).searchParams.get('reset_password_token') ?? ''
  try {
    const { login_id = null, strategy } = await send(
      'GET /api/auth/password/edit',
      { query: { reset_password_token } },
      { errors: 'caller' },
    )
    return { reset_password_token, strategy, login_id, problem: null, isInvitation: login_id !== null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isInvitation = error.code === 'link_withdrawn' || error.code === 'link_superseded'
    return { reset_password_token, strategy: 'user', login_id: null, problem: error.fullMessages.join('\n'), isInvitation }
  }
}

const loginOf: Readonly<Record<Strategy, () => string>> = { user: paths.login, admin: paths.admins_login, operator: paths.operators_login }

export const PasswordResetPage = () => {
  const { reset_password_token, strategy, login_id, problem, isInvitation } = useLoaderData<Opened>()
  const title = isInvitation ? 'パスワードの設定' : 'パスワードの再設定'
  usePageTitle(title)
  const navigate = useNavigate()
  return (
    <>
      <Title>{title}</Title>
      <Card>
        {problem === null ? (
          <PlainForm
            onSubmit={async ({ password = '', password_confirmation = '' }) => {
              const body = { reset_password_token, password, password_confirmation }
              const { message } = await send('PUT /api/auth/password', { body }, { errors: 'caller' })
              // Whoever has just read the ID need not type it.
              await navigate(loginOf[strategy](), { state: { login_id } })
              toast.success(message)
            }}
          >
            {login_id === null ? null : (
              <p>
                ログインID：<strong>{login_id}</strong>
                <input type="hidden" name="username" autoComplete="username" value={login_id} readOnly />
              </p>
            )}
            <NewPasswordFields />
            <Button type="submit" wide>
              設定する
            </Button>
          </PlainForm>
        ) : (
          <>
            <Notice kind="error">{problem}</Notice>
            {isInvitation ? null : (
              <ButtonLink to={paths.password_reminder()} wide>
                もう一度手続きする
              </ButtonLink>
            )}
          </>
        )}
      </Card>
    </>
  )
}
