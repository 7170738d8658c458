import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../site/paths.ts'
import { send } from '../../platform/api/request.ts'
import type { SessionUser } from '../../platform/session/session.ts'
import { toast } from '../../platform/toast.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { Rows } from '../../ui/plain/form/Rows.ts'
import type { CraftsmanLink } from '../links/CraftsmanLinkPage.tsx'
import { JoinCode } from './JoinCode.tsx'
import { heldSession, openOtherSession, type OtherSession } from './other-session.ts'

interface Props {
  token: string
  link: CraftsmanLink
  user: SessionUser
  /** The link opened the other account, and opens nothing any more. */
  onBegun: () => void
}

interface Own {
  phone: string | null
  email: string
}
interface Step {
  other: OtherSession
  own: Own
}

const ownKey = (token: string) => `joining own ${token}`
const heldStep = (token: string): Step | null => {
  const [other, own] = [heldSession(token), sessionStorage.getItem(ownKey(token))]
  // SAFETY: nothing else writes under this name.
  return other === null || own === null ? null : { other, own: JSON.parse(own) as Own }
}

/** An invitation that is opened where the same person works for another company already: both in one list, if they like (D-40). */
export const JoinByLink = ({ token, link, user, onBegun }: Props) => {
  const navigate = useNavigate()
  // A page that was loaded anew at the step of the code goes on there.
  const [step, setStep] = useState(() => heldStep(token))
  const begin = async () => {
    const { user: own } = await send('GET /api/users/me', {}, { errors: 'caller' })
    const other =
      heldSession(token) ??
      (await openOtherSession(user.client?.cd ?? '', 'POST /api/craftsman_links/:token/session', { params: { token } }, token))
    if (other === null) return
    onBegun()
    sessionStorage.setItem(ownKey(token), JSON.stringify({ phone: own.phone, email: own.email } satisfies Own))
    setStep({ other, own })
  }
  const done = async () => {
    toast.success('アカウントをまとめました。')
    await navigate(paths.constructions(), { replace: true })
  }
  if (step !== null) return <JoinCode user={step.own} other={step.other} onJoined={done} />
  return (
    <Rows>
      <p>
        いま{user.client?.name ?? ''}のアカウントでログインしています。{link.client.name}
        のアカウントとまとめると、両方の仕事を1つの画面で見られます。
      </p>
      <PlainForm onSubmit={begin}>
        <Button type="submit" wide>
          {link.client.name}のアカウントとまとめる
        </Button>
      </PlainForm>
    </Rows>
  )
}
