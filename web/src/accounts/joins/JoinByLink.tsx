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

/** An invitation that is opened where the same person works for another company already: both in one list, if they like (D-40). */
export const JoinByLink = ({ token, link, user, onBegun }: Props) => {
  const navigate = useNavigate()
  const [step, setStep] = useState<{ other: OtherSession; own: { phone: string | null; email: string } } | null>(null)
  const begin = async () => {
    const { user: own } = await send('GET /api/users/me', {}, { errors: 'caller' })
    const other =
      heldSession(token) ??
      (await openOtherSession(user.client?.cd ?? '', 'POST /api/craftsman_links/:token/session', { params: { token } }, token))
    if (other === null) return
    onBegun()
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
