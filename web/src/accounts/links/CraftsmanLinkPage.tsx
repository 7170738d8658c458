import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { paths } from '../../site/paths.ts'
import { homeOf } from '../../site/redirect.ts'
import { type AnswerOf, ApiError, send } from '../../platform/api/request.ts'
import { currentUser, signInBy } from '../../platform/session/session.ts'
import { useUser } from '../../platform/session/use-user.ts'
import { Button, ButtonLink } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { Rows } from '../../ui/plain/form/Rows.ts'
import { JoinByLink } from '../joins/JoinByLink.tsx'
import { heldSession } from '../joins/other-session.ts'
import styles from './CraftsmanLinkPage.module.css'

export type CraftsmanLink = AnswerOf<'GET /api/craftsman_links/:token'>['craftsman_link']
interface Opened {
  token: string
  /** Null: there is none such, or none any more. */
  link: CraftsmanLink | null
}

/** Looks and changes nothing: programs that check messages open links, too. */
export const loader = async ({ params: { token = '' } }: LoaderFunctionArgs): Promise<Opened> => {
  await currentUser()
  try {
    const { craftsman_link } = await send('GET /api/craftsman_links/:token', { params: { token } }, { errors: 'nobody' })
    return { token, link: craftsman_link }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 429)) return { token, link: null }
    throw error
  }
}

/** Where a craftsman's link leads: who invites, and one button (decision 084). */
export const CraftsmanLinkPage = () => {
  const { token, link } = useLoaderData<Opened>()
  if (link === null) return <Unknown />
  return link.state === 'open' || isJoining(token, link) ? <Open token={token} link={link} /> : <Closed token={token} link={link} />
}

/** It was opened in this tab, to be joined, and the digits are still to come: a page that is loaded anew goes on there. */
const isJoining = (token: string, { state }: CraftsmanLink): boolean => state === 'opened' && heldSession(token) !== null

const Open = ({ token, link }: { token: string; link: CraftsmanLink }) => {
  const user = useUser()
  // The link is spent with the first step of joining.
  const [joining, setJoining] = useState(link.state !== 'open')
  const { client, contractor_name, name, purpose } = link
  const other = user?.role_id === 4 ? user : null
  return (
    <>
      <Title>{purpose === 'invitation' ? '現場の仕事への招待' : 'ログイン'}</Title>
      <Card>
        <Rows>
          <div className={styles.who}>
            <p className={styles.company}>{client.name}</p>
            <p>{contractor_name}</p>
            <p>
              <strong>{name}</strong> さん
            </p>
          </div>
          {other === null ? null : <JoinByLink token={token} link={link} user={other} onBegun={() => setJoining(true)} />}
          {purpose === 'invitation' && other === null ? <p>パスワードはいりません。下のボタンを押すと、すぐに使えます。</p> : null}
          {joining ? null : <StartButton token={token} label={startLabel(purpose, other !== null)} second={other !== null} />}
        </Rows>
      </Card>
    </>
  )
}

const startLabel = (purpose: CraftsmanLink['purpose'], isSignedIn: boolean): string => {
  if (isSignedIn) return 'まとめずに、このアカウントだけで使う'
  return purpose === 'invitation' ? 'はじめる' : 'ログインする'
}

const StartButton = ({ token, label, second }: { token: string; label: string; second: boolean }) => {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const start = async () => {
    try {
      const { user } = await signInBy('user', () =>
        send('POST /api/craftsman_links/:token/session', { params: { token } }, { errors: 'caller' }),
      )
      await navigate(homeOf(user), { replace: true })
    } catch (error) {
      // It ended meanwhile: the page says how.
      if (error instanceof ApiError && error.status === 422) return revalidate()
      throw error
    }
  }
  return (
    <PlainForm onSubmit={start}>
      <span className={second ? undefined : styles.start}>
        <Button type="submit" wide kind={second ? 'secondary' : 'primary'}>
          {label}
        </Button>
      </span>
    </PlainForm>
  )
}

const closedTexts = {
  opened: { invitation: 'この招待はすでに使われました。', sign_in: 'このリンクはすでに使われました。' },
  expired: { invitation: 'この招待の期限が切れています。', sign_in: 'このリンクの期限が切れています。' },
  superseded: { invitation: '新しい招待が届いています。', sign_in: '新しいリンクが届いています。' },
  withdrawn: { invitation: 'この招待は取り消されました。', sign_in: 'このリンクは使えなくなりました。' },
} as const

const Closed = ({ token, link: { state, purpose, client, sent_to } }: { token: string; link: CraftsmanLink }) => {
  const user = useUser()
  if (state === 'open') return null
  const isWithdrawn = state === 'withdrawn'
  return (
    <>
      <Title>{purpose === 'invitation' ? '現場の仕事への招待' : 'ログイン'}</Title>
      <Card>
        <Rows>
          <Notice kind="warning">
            <p>{closedTexts[state][purpose]}</p>
            {isWithdrawn ? <p>{client.name}の担当の方にお問い合わせください。</p> : null}
            {state === 'superseded' ? <p>いちばん新しいリンクを開いてください。</p> : null}
          </Notice>
          {user?.role_id === 4 ? (
            <ButtonLink to={paths.constructions()} wide>
              今日の現場を開く
            </ButtonLink>
          ) : null}
          {isWithdrawn ? null : <NewLink token={token} sentTo={sent_to} second={user?.role_id === 4} />}
          {user === null ? (
            <ButtonLink to={paths.login()} wide kind="secondary">
              ログイン画面へ
            </ButtonLink>
          ) : null}
        </Rows>
      </Card>
    </>
  )
}

/** Sends one to where the old one went, and nowhere else. */
const NewLink = ({ token, sentTo, second }: { token: string; sentTo: string; second: boolean }) => {
  const [sent, setSent] = useState<string | null>(null)
  if (sent !== null) return <Notice kind="success">{sent}届いたリンクを開いてください。</Notice>
  return (
    <PlainForm
      onSubmit={async () => {
        const { message } = await send('POST /api/craftsman_links/:token/renewal', { params: { token } }, { errors: 'caller' })
        setSent(message)
      }}
    >
      <p>{sentTo} に送ります。</p>
      <Button type="submit" wide kind={second ? 'secondary' : 'primary'}>
        新しいリンクを送る
      </Button>
    </PlainForm>
  )
}

const Unknown = () => (
  <>
    <Title>リンクを開けません</Title>
    <Card>
      <Rows>
        <Notice kind="warning">このリンクは見つかりません。届いたメッセージのリンクを、もう一度押してください。</Notice>
        <ButtonLink to={paths.sign_in_link()} wide>
          SMS・メールでログイン
        </ButtonLink>
      </Rows>
    </Card>
  </>
)
