import { isMobile } from '@toguchi/domain/messages/mobile'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../site/paths.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { ApiError, type AnswerOf } from '../../platform/api/request.ts'
import { toast } from '../../platform/toast.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { askForConfirmation, type Contact } from './confirmation.ts'

type Resident = AnswerOf<'GET /api/residents/me'>['resident']

/** The contact that waits to be proven, the address first; null when there is none to which a code could be sent: `sms`, whether short messages are carried. */
export const unprovenContactOf = ({ email, email_proven, phone, phone_proven }: Resident, sms: boolean): Contact | null => {
  if (email !== null && !email_proven) return { email }
  return sms && phone !== null && !phone_proven && isMobile(phone) ? { phone } : null
}

/** Has a code sent to a contact of the own account; returns the page where it is entered (D-33). */
export const proveOwnContact = async (resident: Resident, contact: Contact, options: { typed?: boolean } = {}): Promise<string> => {
  const room = { client_uuid: resident.client.uuid, construction_uuid: resident.construction.uuid, room_uuid: resident.room.uuid }
  toast.success(await askForConfirmation(room, contact, options))
  return paths.resident_confirmation_code(room.client_uuid, room.construction_uuid, room.room_uuid)
}

/** Says that nothing is sent to what was typed until it is proven, and how that is done. */
export const UnprovenContact = ({ resident }: { resident: Resident }) => {
  const contact = unprovenContactOf(resident, useConfiguration()?.sms === true)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  if (contact === null) return null
  const prove = async () => {
    setBusy(true)
    try {
      await navigate(await proveOwnContact(resident, contact))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.failure(error.fullMessages)
      setBusy(false)
    }
  }
  return (
    <Notice kind="warning">
      <Read>
        <p>
          {'email' in contact ? contact.email : contact.phone}{' '}
          はまだ確認されていません。確認コードを入力すると、お知らせが届くようになります。
        </p>
      </Read>
      <Button kind="secondary" disabled={busy} onClick={() => void prove()}>
        確認コードを受け取る
      </Button>
    </Notice>
  )
}
