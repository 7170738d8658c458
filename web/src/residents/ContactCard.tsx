import { isMobile } from '@toguchi/domain/messages/mobile'
import { loginPath } from '@toguchi/domain/residents/login-path'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../site/paths.ts'
import type { AnswerOf } from '../platform/request.ts'
import { Button, ButtonLink } from '../ui/plain/Button.tsx'
import { Read } from '../ui/plain/Read.tsx'
import './residents.css'

/** Fetched when it is begun (STYLE 12). */
const ContactForm = lazy(async () => ({ default: (await import('./ContactForm.tsx')).ContactForm }))

export type Resident = AnswerOf<'GET /api/residents/me'>['resident']

/** Whether messages reach an address, or a mobile number, that was proven or that the office wrote down. */
export const isReached = ({ email, email_proven, phone, phone_proven }: Resident): boolean =>
  (email !== null && email_proven) || (phone !== null && phone_proven && isMobile(phone))

/** お知らせの送り先: offered once the date is settled, and never needed (D-33). */
export const ContactCard = ({ resident }: { resident: Resident }) => {
  const [open, setOpen] = useState(false)
  const unproven = resident.email !== null && !resident.email_proven
  return (
    <section className="plain-card r-contact" aria-label="お知らせの送り先">
      <Read>
        <h2>お知らせの送り先</h2>
        <p>
          {unproven
            ? '送り先がまだ確認できていません。確認コードを受け取ってください。'
            : '工事の前の日に、メールか携帯電話にお知らせできます。なくてもかまいません。'}
        </p>
      </Read>
      {open ? (
        <Suspense>
          <ContactForm resident={resident} />
        </Suspense>
      ) : resident.login_id !== null ? (
        // Another address needs the current password where there is one (decision 020).
        <ButtonLink kind="secondary" wide to={paths.resident_edit()}>
          送り先を登録する
        </ButtonLink>
      ) : (
        <Button kind="secondary" wide onClick={() => setOpen(true)}>
          送り先を登録する
        </Button>
      )}
    </section>
  )
}

/** Where a resident signs in with a login. */
export const loginOf = ({ client, construction, room }: Resident): string =>
  loginPath({ client_uuid: client.uuid, construction_uuid: construction.uuid, room_uuid: room.uuid })
