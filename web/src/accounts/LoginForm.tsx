import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Strategy } from '../platform/credentials.ts'
import { signIn, takeTimeout } from '../platform/session.ts'
import { homeOf, internalPath } from '../app/redirect.ts'
import { Button } from '../ui/plain/Button.tsx'
import { Field } from '../ui/plain/Field.tsx'
import { Notice } from '../ui/plain/Notice.tsx'
import { PlainForm } from '../ui/plain/PlainForm.tsx'

interface Props {
  strategy: Strategy
  /** What the strategy needs besides ID and password: the room of a resident. */
  extra?: Readonly<Record<string, string>>
  onSignedIn?: () => void
}

/** ログインID and パスワード; says why when the last session ended by itself, and goes on where it ended. */
export const LoginForm = ({ strategy, extra = {}, onSignedIn }: Props) => {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [timeout] = useState(takeTimeout)
  return (
    <PlainForm
      notice={timeout.message === null ? undefined : <Notice kind="warning">{timeout.message}</Notice>}
      onSubmit={async ({ login_id = '', password = '' }) => {
        const user = await signIn(strategy, { ...extra, login_id, password })
        onSignedIn?.()
        const target = user.password_change_required ? null : (internalPath(search.get('redirect')) ?? internalPath(timeout.from))
        await navigate(target ?? homeOf(user), { replace: true })
      }}
    >
      <Field name="login_id" label="ログインID" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      <Field name="password" label="パスワード" type="password" autoComplete="current-password" />
      <Button type="submit" wide>
        ログイン
      </Button>
    </PlainForm>
  )
}
