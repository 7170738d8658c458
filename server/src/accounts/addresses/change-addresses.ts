import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { enqueueMails } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { endInvitations } from '../sessions/end-access.ts'
import { listAddresses, saveEmails } from './address-queries.ts'
import { inviteAnew } from '../users/register-users.ts'
import { changeNotice } from '../notify-account.ts'
import { awaitAddresses } from './waiting-address.ts'

/**
 * The addresses of staff or craftsmen as somebody else typed them anew, whose rows are held. Whose account is opened keeps the old one
 * until the new one is confirmed and its owner had a say (M2, decision 025). Who never came was invited to an address that may be a
 * stranger's: links and first password that went there end, and a new invitation goes to the new one at once (B2).
 */
export const changeAddresses = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  newEmails: readonly { id: number; email: string }[],
): Promise<void> => {
  if (newEmails.length === 0) return
  const emails = new Map(newEmails.map(({ id, email }) => [id, email]))
  const rows = await listAddresses(db, clientId, [...emails.keys()])
  const people = rows.map(row => ({ ...row, accountId: row.id, newEmail: emails.get(row.id) ?? row.email }))
  await awaitAddresses(
    platform,
    db,
    { strategy: 'user', clientId },
    people.filter(({ is_opened }) => is_opened),
    { needsConsent: true },
  )
  await moveInvitations(
    platform,
    db,
    clientId,
    people.filter(({ is_opened }) => !is_opened),
  )
}

interface Invitation {
  id: number
  name: string
  login_id: string
  email: string
  newEmail: string
}

const moveInvitations = async (platform: Platform, db: Db, clientId: ClientId, people: readonly Invitation[]) => {
  if (people.length === 0) return
  const now = platform.now()
  await endInvitations(
    db,
    clientId,
    people.map(({ id }) => id),
    now,
    'withdrawn',
  )
  await saveEmails(
    db,
    clientId,
    people.map(({ id, newEmail }) => ({ id, email: newEmail })),
    now,
  )
  await enqueueMails(
    db,
    clientId,
    people.map(person => ({ to: person.email, ...changeNotice(platform, person, 'invitation_moved'), eventId: undefined })),
  )
  await inviteAnew(
    platform,
    db,
    clientId,
    people.map(({ newEmail, ...person }) => ({ ...person, email: newEmail })),
  )
}
