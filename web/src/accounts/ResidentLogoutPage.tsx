import { useState } from 'react'
import { takeTimeout } from '../platform/session.ts'
import { ButtonLink } from '../ui/plain/Button.tsx'
import { Card, Title } from '../ui/plain/Card.tsx'
import { Notice } from '../ui/plain/Notice.tsx'
import { lastRoomLogin } from '../platform/room-login.ts'

/** The residents' login page as far as they have one: leads to that of the room they last used (G-RES-10). */
export const ResidentLogoutPage = () => {
  const [timeout] = useState(takeTimeout)
  const login = lastRoomLogin()
  return (
    <>
      <Title>{timeout.message === null ? 'ログアウトしました。' : 'もう一度ログインしてください'}</Title>
      <Card>
        {timeout.message === null ? null : <Notice kind="warning">{timeout.message}</Notice>}
        {login === null ? (
          <p>お手元の案内のURLからアクセスしてください。</p>
        ) : (
          <ButtonLink to={login} wide>
            ログイン画面へ
          </ButtonLink>
        )}
      </Card>
    </>
  )
}
