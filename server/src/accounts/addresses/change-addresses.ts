import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { enqueueMails } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { endInvitations } from '../sessions/end-access.ts'
import { revokeOneTimeTokens } from '../links/link-queries.ts'
import { forgetWaitingAddresses, listAddresses, saveEmails } from './address-queries.ts'
import { inviteAnew } from '../users/register-users.ts'
import { changeNotice, tellOwners } from '../notify-account.ts'
import { awaitAddresses } from './waiting-address.ts'

/** What was typed anew of an account. The telephone number stands in its row already, the address does not. */
export interface ContactChange {
  id: number
  email: string | null
  isPhoneMoved: boolean
  isRenamed: boolean
}

type Changed = Awaited<ReturnType<typeof listAddresses>>[number] & ContactChange & { newEmail: string | null }

/**
 * The addresses of staff or craftsmen as somebody else typed them anew, whose rows are held. Whose account is opened keeps the old one
 * until the new one is confirmed and its owner had a say (M2, decision 025). Who never came was invited to an address or number that may be
 * a stranger's: links and first password that went there end, and a new invitation goes to the new one at once (B2).
 */
export const changeContacts = async (platform: Platform, db: Db, clientId: ClientId, changes: readonly ContactChange[]): Promise<void> => {
  if (changes.length === 0) return
  const byId = new Map(changes.map(change => [change.id, change]))
  const rows = await listAddresses(db, clientId, [...byId.keys()])
  const people = rows.flatMap(row => {
    const change = byId.get(row.id)
    return change === undefined ? [] : [{ ...change, ...row, newEmail: change.email }]
  })
  const opened = people.filter(({ is_opened, email, newEmail }) => is_opened && email !== newEmail)
  await awaitAddresses(
    platform,
    db,
    { strategy: 'user', clientId },
    opened.flatMap(({ id, newEmail, ...person }) => (newEmail === null ? [] : [{ ...person, accountId: id, newEmail }])),
    { needsConsent: true },
  )
  await removeAddresses(
    platform,
    db,
    clientId,
    opened.filter(({ newEmail }) => newEmail === null),
  )
  await moveInvitations(
    platform,
    db,
    clientId,
    people.filter(({ is_opened }) => !is_opened),
  )
}

/** Nobody gets in by an address that is not there any more; where its owner signs in by a link stays, because that was proven. */
const removeAddresses = async (platform: Platform, db: Db, clientId: ClientId, people: readonly Changed[]) => {
  if (people.length === 0) return
  const accounts = { strategy: 'user' as const, clientId, accountIds: people.map(({ id }) => id) }
  await forgetWaitingAddresses(db, accounts)
  await revokeOneTimeTokens(db, accounts, ['password', 'email', 'email_consent'], platform.now())
  await saveNewEmails(platform, db, clientId, people)
  await tellOwners(
    db,
    clientId,
    people.map(owner => ({ owner, notice: changeNotice(platform, owner, 'email_removed') })),
  )
}

const saveNewEmails = (platform: Platform, db: Db, clientId: ClientId, people: readonly Changed[]) =>
  saveEmails(
    db,
    clientId,
    people.map(({ id, newEmail }) => ({ id, email: newEmail })),
    platform.now(),
  )

/** The invitation goes to another place now. */
const goesElsewhere = ({ invited_by, isPhoneMoved, email, newEmail }: Changed): boolean =>
  invited_by === 'sms' ? isPhoneMoved : email !== newEmail

const idsOf = (people: readonly Changed[]) => people.map(({ id }) => id)

const moveInvitations = async (platform: Platform, db: Db, clientId: ClientId, people: readonly Changed[]) => {
  const moved = people.filter(goesElsewhere)
  const renamed = people.filter(person => person.isRenamed && !goesElsewhere(person))
  const now = platform.now()
  await endInvitations(db, clientId, idsOf(moved), now, 'withdrawn')
  await endInvitations(db, clientId, idsOf(renamed), now, 'superseded')
  const readdressed = people.filter(({ email, newEmail }) => email !== newEmail)
  if (readdressed.length > 0) await saveNewEmails(platform, db, clientId, readdressed)
  await enqueueMails(
    db,
    clientId,
    moved.flatMap(person =>
      person.email === null || person.invited_by === 'sms'
        ? []
        : [{ ...invitationMoved(platform, person), to: person.email, eventId: undefined }],
    ),
  )
  await inviteAnew(platform, db, clientId, idsOf([...moved, ...renamed]))
}

const invitationMoved = (platform: Platform, person: Changed) => {
  const { sms: _mailed, ...mail } = changeNotice(platform, person, 'invitation_moved')
  return mail
}
