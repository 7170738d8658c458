import { accountLabels } from '@toguchi/domain/accounts/labels'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { queryClient } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/request.ts'
import { leaveOnceAgreed } from '../../platform/leaving.ts'
import { expireSession, knownUser } from '../../platform/session/session.ts'
import { awaitsSignIn } from '../../platform/session/awaited-sign-in.ts'
import { signInAgain } from '../../platform/session/sign-in-again.ts'
import { toast } from '../../platform/toast.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Stack } from '../../ui/layout/Layout.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import type { CodeStep } from './CodeStep.tsx'
import { demandCredentials, inOwnWords } from './refused-sign-in.ts'

/** Over the page on which a session ended: its person signs in again, and goes on with what stands there. */
export const SignInAgain = () => {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ password: string; Code: typeof CodeStep } | null>(null)
  const close = () => awaitsSignIn.set(false)
  const leave = () => {
    close()
    leaveOnceAgreed(() => void navigate(expireSession(location.pathname + location.search)))
  }
  const signIn = async (credentials: { password: string; otp?: string }) => {
    await signInAgain(credentials)
    toast.success('ログインしました。保存できていない入力は、もう一度保存してください。')
    // What was asked for meanwhile was refused.
    await queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }
  const demandCode = async (error: unknown, password: string) => {
    if (!(error instanceof ApiError)) throw error
    if (error.code !== 'otp_required') throw inOwnWords(error)
    // Most accounts have none.
    const { CodeStep: Code } = await import('./CodeStep.tsx')
    setAsked({ password, Code })
  }
  return (
    <Modal opened onClose={close} title="もう一度ログインしてください" width={480} closesByBack={false} testId="sign-in-again">
      <Stack>
        <p>時間の経過や、ほかの端末での操作によってログアウトされました。入力した内容は、この画面に残っています。</p>
        {asked === null ? (
          <PlainForm
            onSubmit={async ({ login_id = '', password = '' }) => {
              demandCredentials({ login_id, password })
              await signIn({ password }).catch((error: unknown) => demandCode(error, password))
            }}
          >
            <Field
              name="login_id"
              label={accountLabels.login_id}
              autoComplete="username"
              readOnly
              defaultValue={knownUser()?.login_id ?? ''}
            />
            <Field name="password" label={accountLabels.password} type="password" autoComplete="current-password" autoFocus />
            <Button type="submit" wide>
              ログイン
            </Button>
            <Button kind="secondary" wide onClick={leave}>
              ログイン画面へ
            </Button>
          </PlainForm>
        ) : (
          <asked.Code onCode={otp => signIn({ password: asked.password, otp })} onBack={() => setAsked(null)} />
        )}
      </Stack>
    </Modal>
  )
}
