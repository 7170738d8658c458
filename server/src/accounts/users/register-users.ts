import type { ReachedActor, ClientId } from '@toguchi/domain/access/actor'
import type { LinkChannel } from '@toguchi/domain/accounts/craftsman-links'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent, recordSubjectEvents } from '../../platform/events.ts'
import { enqueueMails } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { originOf } from '../../platform/http/hosts.ts'
import { onConstraint } from '../../platform/http/problem.ts'
import { partsOf } from '../../platform/database/rows.ts'
import { idOf } from '../../platform/database/save-rows.ts'
import { endInvitations } from '../sessions/end-access.ts'
import { invitationTo, sendCraftsmanLinks } from '../craftsman-links/send-craftsman-links.ts'
import { invitationLinks } from '../links/one-time-links.ts'
import { findClientStatus } from '../account-queries.ts'
import { insertUsers, listInvited, type NewUserRow } from './user-queries.ts'
import { loginTaken, nounOf } from './user-facts.ts'

/** Who is written to, and what that is recorded as. */
interface Invited {
  id: number
  user: Pick<NewUserRow, 'name' | 'email' | 'phone' | 'login_id'>
  eventId: number | undefined
}

/** New users with their logins and events, in the order given. */
const register = async (db: Db, actor: ReachedActor, users: readonly NewUserRow[]): Promise<Invited[]> => {
  const { clientId } = actor
  const registered: Invited[] = []
  for (const part of partsOf(users)) {
    const ids = await onConstraint(insertUsers(db, clientId, part), loginTaken)
    const people = part.map(user => ({ id: idOf(ids, user.login_id), user }))
    const events = await recordSubjectEvents(
      db,
      people.map(({ id, user: { type, name, email, phone, login_id, department_id, contractor_id } }) => ({
        kind: `${nounOf(type)}.created`,
        actor,
        clientId,
        subject: { type: nounOf(type), id },
        change: { after: { type, department_id, contractor_id } },
        personal: { after: { name, email, phone, login_id } },
      })),
    )
    registered.push(...people.map(person => ({ ...person, eventId: events.get(person.id) })))
  }
  return registered
}

/** Whose account it is and where one signs in stand in each: the mail is read on another day, and by people of several companies. */
const mailEach = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  people: readonly Invited[],
  body: (person: Invited, at: number) => string,
) => {
  const client = await findClientStatus(db, clientId)
  const loginPage = `${originOf(platform.settings.apiHostTemplate, client?.cd ?? null)}/`
  await enqueueMails(
    db,
    clientId,
    people.map((person, at) => ({
      kind: 'invitation',
      to: person.user.email ?? '',
      subject: `【${platform.settings.appName}】アカウントが登録されました`,
      body: `${person.user.name} 様\n\n${client?.name ?? ''}のアカウントが登録されました。\nログインID: ${person.user.login_id}\n${body(person, at)}\n\nログイン画面\n${loginPage}\n`,
      eventId: person.eventId,
    })),
  )
}

/**
 * Registers members of staff and mails each the login id with a link, good for seven days, where the password is set (G-ACC-26).
 * A login id that anybody of any client has is an error of the field (G-ACC-18). Their ids, in order.
 */
export const registerStaffs = async (platform: Platform, db: Db, actor: ReachedActor, users: readonly NewUserRow[]): Promise<number[]> => {
  const people = await register(db, actor, users)
  await inviteStaffs(platform, db, actor.clientId, people)
  return people.map(({ id }) => id)
}

const inviteStaffs = async (platform: Platform, db: Db, clientId: ClientId, people: readonly Invited[]): Promise<void> => {
  const ids = people.map(({ id }) => id)
  const links = await invitationLinks(platform, db, clientId, ids)
  await mailEach(platform, db, clientId, people, (_, at) => `\n7日以内に次のURLを開き、パスワードを設定してください。\n${links[at]}`)
}

/**
 * Invites somebody who never signed in, and whose row is held, once more: with a new link, while what was sent before opens nothing. `by`:
 * how, where it is a craftsman.
 */
export const inviteAgain = async (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  { id, type, ...user }: Invited['user'] & { id: number; type: string },
  by?: LinkChannel,
): Promise<void> => {
  const { clientId } = actor
  await endInvitations(db, clientId, [id], platform.now(), 'superseded')
  const eventId = await recordEvent(db, {
    kind: `${nounOf(type)}.invited`,
    actor,
    clientId,
    subject: { type: nounOf(type), id },
    personal: { email: user.email, phone: user.phone },
  })
  const people = [{ id, user, eventId, by }]
  await (type === 'Craftsman' ? inviteCraftsmen(platform, db, clientId, people) : inviteStaffs(platform, db, clientId, people))
}

/** The same for people whose old invitations ended already, because they went elsewhere or named another login id. */
export const inviteAnew = async (platform: Platform, db: Db, clientId: ClientId, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  const people = await listInvited(db, clientId, ids)
  const invitedOf = (isCraftsman: boolean) =>
    people
      .filter(({ type }) => (type === 'Craftsman') === isCraftsman)
      .map(({ id, invited_by: by, type: _type, ...user }) => ({ id, user, by, eventId: undefined }))
  await inviteStaffs(platform, db, clientId, invitedOf(false))
  await inviteCraftsmen(platform, db, clientId, invitedOf(true))
}

type NewCraftsman = Omit<NewUserRow, 'type'> & {
  /** Absent: by short message where there is a mobile number, else by mail. */
  invite_by?: LinkChannel | undefined
}

/** Registers craftsmen and sends each a link that opens the first session, without a password (decision 084). Their ids, in order. */
export const registerCraftsmen = async (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  users: readonly NewCraftsman[],
): Promise<number[]> => {
  const people = await register(
    db,
    actor,
    users.map(({ invite_by: _by, ...user }) => ({ ...user, type: 'Craftsman' })),
  )
  await inviteCraftsmen(
    platform,
    db,
    actor.clientId,
    people.map((person, at) => ({ ...person, by: users[at]?.invite_by })),
  )
  return people.map(({ id }) => id)
}

const inviteCraftsmen = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  people: readonly (Invited & { by?: LinkChannel | null | undefined })[],
): Promise<void> => {
  const linked = people.flatMap(({ id, user, eventId, by }) => {
    const to = invitationTo(platform, user, by)
    return to === null ? [] : [{ id, eventId, to, name: user.name, login_id: user.login_id }]
  })
  await sendCraftsmanLinks(platform, db, clientId, 'invitation', linked)
}
