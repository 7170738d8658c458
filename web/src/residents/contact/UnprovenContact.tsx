import { isMobile } from '@toguchi/domain/messages/mobile'
import { formatTelephone } from '@toguchi/domain/text/telephone'
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

/** The contacts that wait to be proven, the address first, as far as a code can be sent there: `sms`, whether short messages are carried. */
export const unprovenContactsOf = ({ email, email_proven, phone, phone_proven }: Resident, sms: boolean): Contact[] => [
  ...(email !== null && !email_proven ? [{ email }] : []),
  ...(sms && phone !== null && !phone_proven && isMobile(phone) ? [{ phone }] : []),
]

/** Has a code sent to a contact of the own account; returns the page where it is entered (D-33). */
export const proveOwnContact = async (resident: Resident, contact: Contact, options: { typed?: boolean } = {}): Promise<string> => {
  const room = { client_uuid: resident.client.uuid, construction_uuid: resident.construction.uuid, room_uuid: resident.room.uuid }
  toast.success(await askForConfirmation(room, contact, options))
  return paths.resident_confirmation_code(room.client_uuid, room.construction_uuid, room.room_uuid)
}

/** Says that nothing is sent to what was typed until it is proven, and how that is done. */
export const UnprovenContacts = ({ resident }: { resident: Resident }) => {
  const sms = useConfiguration()?.sms === true
  return unprovenContactsOf(resident, sms).map(contact => <UnprovenContact key={wordsOf(contact)} resident={resident} contact={contact} />)
}

const wordsOf = (contact: Contact): string => ('email' in contact ? contact.email : formatTelephone(contact.phone))

const UnprovenContact = ({ resident, contact }: { resident: Resident; contact: Contact }) => {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
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
        <p>{`${wordsOf(contact)} はまだ確認されていません。確認コードを入力すると、お知らせが届くようになります。`}</p>
      </Read>
      <Button kind="secondary" wide disabled={busy} onClick={() => void prove()}>
        確認コードを受け取る
      </Button>
    </Notice>
  )
}
