import { type ComponentType, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Strategy } from '../../platform/session/credentials.ts'
import { ApiError, send } from '../../platform/api/request.ts'
import { refreshUser, type SessionUser, signIn, consumeTimeout } from '../../platform/session/session.ts'
import { homeOf, internalPath } from '../../site/redirect.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import type { CodeStep } from './CodeStep.tsx'
import { leadToCraftsmanHost } from './craftsman-host.ts'
import { demandCredentials, enrolmentTokenOf, inOwnWords } from './refused-sign-in.ts'

interface Props {
  strategy: Strategy
  /** What the strategy needs besides ID and password: the room of a resident. */
  extra?: Readonly<Record<string, string>>
  onSignedIn?: () => void
}

type Step =
  | { name: 'password' }
  | { name: 'code'; credentials: Readonly<Record<string, string>>; Code: typeof CodeStep }
  | { name: 'enrolment'; Enrolment: ComponentType<{ onDone: () => Promise<void> }> }

/**
 * ログインID and パスワード, and a second factor where one is asked for; says why when the last session ended by itself, and goes on where
 * it ended.
 */
export const LoginForm = ({ strategy, extra = {}, onSignedIn }: Props) => {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const knownId = loginIdOf(useLocation().state)
  const [timeout] = useState(consumeTimeout)
  const [step, setStep] = useState<Step>({ name: 'password' })

  const goOn = async (user: SessionUser) => {
    onSignedIn?.()
    const target = user.password_change_required ? null : (internalPath(search.get('redirect')) ?? internalPath(timeout.from))
    // The page is being left: nothing of it is pressed meanwhile.
    if (await leadToCraftsmanHost(user, target ?? homeOf(user))) await new Promise(() => {})
    await navigate(target ?? homeOf(user), { replace: true })
  }
  const answerDemand = async (error: unknown, credentials: Readonly<Record<string, string>>) => {
    if (!(error instanceof ApiError)) throw error
    const token = enrolmentTokenOf(error)
    if (token !== null) return setStep({ name: 'enrolment', Enrolment: await beginEnrolment(token) })
    if (error.code !== 'otp_required') throw inOwnWords(error)
    const { CodeStep: Code } = await import('./CodeStep.tsx')
    setStep({ name: 'code', credentials, Code })
  }

  if (step.name === 'enrolment') return <step.Enrolment onDone={async () => goOn(await refreshUser())} />
  if (step.name === 'code')
    return (
      <step.Code
        onCode={async otp => goOn(await signIn(strategy, { ...step.credentials, otp }))}
        onBack={() => setStep({ name: 'password' })}
      />
    )
  return (
    <PlainForm
      notice={timeout.message === null ? undefined : <Ended {...timeout} />}
      onSubmit={async ({ login_id = '', password = '' }) => {
        demandCredentials({ login_id, password })
        const credentials = { ...extra, login_id, password }
        const user = await signIn(strategy, credentials).catch(error => answerDemand(error, credentials))
        if (user) await goOn(user)
      }}
    >
      <Field name="login_id" label="ログインID" autoComplete="username" autoCapitalize="none" spellCheck={false} defaultValue={knownId} />
      <Field name="password" label="パスワード" type="password" autoComplete="current-password" autoFocus={knownId !== ''} />
      <Button type="submit" wide>
        ログイン
      </Button>
    </PlainForm>
  )
}

/** Of who comes from setting a password. */
const loginIdOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'login_id' in state && typeof state.login_id === 'string' ? state.login_id : ''

/** The server keeps no session that ended, and so cannot say how this one did. */
const Ended = ({ message, endsContract }: ReturnType<typeof consumeTimeout>) => (
  <Notice kind="warning">
    <p>{message}</p>
    {endsContract ? null : <p>時間の経過のほか、パスワードの変更や、ほかの端末での操作によってもログアウトされます。</p>}
  </Notice>
)

/** Fetched when it is begun: most sign-ins never see it. */
const beginEnrolment = async (token: string) => {
  const [{ EnrolmentStep }, begun] = await Promise.all([
    import('./EnrolmentStep.tsx'),
    send('POST /api/auth/second_factor', { body: { enrolment_token: token } }, { errors: 'caller' }),
  ])
  return ({ onDone }: { onDone: () => Promise<void> }) => <EnrolmentStep token={token} begun={begun} onDone={onDone} />
}
