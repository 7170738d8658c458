import { useState } from 'react'
import { consumeTimeout } from '../../platform/session/session.ts'
import { ButtonLink } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { Telephone } from '../Telephone.tsx'
import { lastRoomLogin } from './room-login.ts'

/** The residents' login page as far as they have one: leads to that of the room they last used (G-RES-10). */
export const ResidentLogoutPage = () => {
  const [timeout] = useState(consumeTimeout)
  const login = lastRoomLogin()
  // Nobody signed in on this device yet, so nobody was signed out: a link of a mail was opened on another one.
  const isStranger = timeout.message === null && login === null
  return (
    <>
      <Title>
        {timeout.endsContract
          ? 'ご利用いただけません'
          : isStranger
            ? 'ログインしてください'
            : timeout.message === null
              ? 'ログアウトしました。'
              : 'もう一度ログインしてください'}
      </Title>
      <Card>
        {timeout.message === null ? null : <Notice kind="warning">{timeout.message}</Notice>}
        {timeout.endsContract ? null : login === null ? (
          <>
            <p>お手元の案内のURLからアクセスしてください。</p>
            <p>案内が見つからないときは、お電話でお問い合わせください。</p>
          </>
        ) : (
          <ButtonLink to={login} wide>
            ログイン画面へ
          </ButtonLink>
        )}
      </Card>
      <Telephone />
    </>
  )
}
