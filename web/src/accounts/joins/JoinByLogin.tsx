import { useState } from 'react'
import { ApiError, type AnswerOf } from '../../platform/api/request.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { notSent, PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { demandCredentials, inOwnWords } from '../signing-in/refused-sign-in.ts'
import { JoinCode } from './JoinCode.tsx'
import { openOtherSession, type OtherSession } from './other-session.ts'

interface Props {
  user: AnswerOf<'GET /api/users/me'>['user']
  onJoined: () => Promise<unknown>
}

/** The other company's account by its login id and password, beside the session that goes on. */
export const JoinByLogin = ({ user, onJoined }: Props) => {
  const [other, setOther] = useState<OtherSession | null>(null)
  if (other !== null) return <JoinCode user={user} other={other} onJoined={onJoined} />
  return (
    <PlainForm
      onSubmit={async ({ login_id = '', password = '' }) => {
        demandCredentials({ login_id, password })
        setOther(await openOther(user.client?.cd ?? '', { login_id, password }))
        return notSent
      }}
    >
      <p>もう一方の会社のログインIDとパスワードを入力してください。</p>
      <Field name="login_id" label="ログインID" autoComplete="off" autoCapitalize="none" spellCheck={false} />
      <Field name="password" label="パスワード" type="password" autoComplete="off" />
      <Button type="submit" wide>
        次へ
      </Button>
    </PlainForm>
  )
}

const openOther = async (own: string, body: { login_id: string; password: string }): Promise<OtherSession> => {
  const other = await openOtherSession(own, 'POST /api/auth/sign_in', { body }).catch((error: unknown) => {
    throw error instanceof ApiError ? inOwnWords(error) : error
  })
  if (other === null) throw new ApiError(422, { errors: ['職人のアカウントだけをまとめられます。'] })
  return other
}
