import { roleIds } from '@toguchi/domain/access/actor'
import { useState } from 'react'
import { consumeTimeout, signOut } from '../../platform/session/session.ts'
import { useUser } from '../../platform/session/use-user.ts'
import { paths } from '../../site/paths.ts'
import { Button, ButtonLink } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { Telephone } from '../Telephone.tsx'
import { lastRoomLogin } from './room-login.ts'

/** The residents' login page as far as they have one: leads to that of the room they last used (G-RES-10). */
export const ResidentLogoutPage = () => {
  const [timeout] = useState(consumeTimeout)
  const user = useUser()
  const login = lastRoomLogin()
  // Nobody signed in on this device yet, so nobody was signed out: a link of a mail was opened on another one.
  const isStranger = timeout.message === null && login === null
  if (user?.role_id === roleIds.resident) return <StillSignedIn name={user.name} />
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

/** Whoever opens this address by hand, on a telephone that others use as well, wants to be signed out, and is not yet. */
const StillSignedIn = ({ name }: { name: string | null }) => {
  const [busy, setBusy] = useState(false)
  return (
    <>
      <Title>ログアウトしますか？</Title>
      <Card>
        <p>{name === null || name === '' ? 'まだログインしています。' : `${name}様がログインしています。`}</p>
        <Button
          wide
          disabled={busy}
          onClick={() => {
            setBusy(true)
            void signOut()
          }}
        >
          ログアウト
        </Button>
        <ButtonLink to={paths.resident_top()} kind="secondary" wide>
          トップページへ戻る
        </ButtonLink>
      </Card>
    </>
  )
}
