import { randomBytes } from 'node:crypto'
import type { ReachedActor, ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent, recordSubjectEvents } from '../../platform/events.ts'
import { enqueueMails } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { originOf } from '../../platform/http/hosts.ts'
import { onConstraint } from '../../platform/http/problem.ts'
import { partsOf } from '../../platform/database/rows.ts'
import { idOf } from '../../platform/database/save-rows.ts'
import { hashPassword } from '../../platform/secrets.ts'
import { endInvitations } from '../sessions/end-access.ts'
import { firstPasswordLifetime, invitationLinks } from '../links/one-time-links.ts'
import { findClientStatus } from '../account-queries.ts'
import { insertUsers, type NewUserRow } from './user-queries.ts'
import { loginTaken, nounOf } from './user-facts.ts'

/** Who is written to, and what that is recorded as. */
interface Invited {
  id: number
  user: Pick<NewUserRow, 'name' | 'email' | 'login_id'>
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
      to: person.user.email,
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

/** Invites somebody who never signed in, and whose row is held, once more: with a new link, while what was sent before opens nothing. */
export const inviteAgain = async (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  { id, type, ...user }: Invited['user'] & { id: number; type: string },
): Promise<void> => {
  const { clientId } = actor
  await endInvitations(db, clientId, [id], platform.now(), 'superseded')
  const eventId = await recordEvent(db, {
    kind: `${nounOf(type)}.invited`,
    actor,
    clientId,
    subject: { type: nounOf(type), id },
    personal: { email: user.email },
  })
  await inviteStaffs(platform, db, clientId, [{ id, user, eventId }])
}

/** The same for people whose old invitations ended already, because they went to other addresses. */
export const inviteAnew = (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  people: readonly (Invited['user'] & { id: number })[],
): Promise<void> =>
  inviteStaffs(
    platform,
    db,
    clientId,
    people.map(({ id, ...user }) => ({ id, user, eventId: undefined })),
  )

/** What a person signs in with for the first time: the text is mailed, the digest is kept. */
export interface FirstPassword {
  text: string
  /** None in a rehearsal, where nobody will ever use it. */
  digest: string | undefined
}

/**
 * First passwords for so many people. To hash one takes a while on purpose (D-14), and sign-ins of everybody wait in the same line:
 * so one after another, and before whoever needs many of them locks a row.
 */
export const firstPasswords = async (count: number, { rehearsal = false } = {}): Promise<FirstPassword[]> => {
  const passwords: FirstPassword[] = []
  for (let made = 0; made < count; made++) {
    const text = firstPassword()
    passwords.push({ text, digest: rehearsal ? undefined : await hashPassword(text) })
  }
  return passwords
}

/**
 * Registers craftsmen and mails each the first password at the same place, which the first sign-in must replace (G-CRA-09, G-CRA-11).
 * Their ids, in order.
 */
export const registerCraftsmen = async (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  users: readonly Omit<NewUserRow, 'type'>[],
  passwords: readonly FirstPassword[],
): Promise<number[]> => {
  if (passwords.length < users.length) throw new Error('every craftsman needs a first password')
  const first_password_expires_at = new Date(platform.now().getTime() + firstPasswordLifetime)
  const people = await register(
    db,
    actor,
    users.map((user, at) => ({
      ...user,
      type: 'Craftsman',
      password_digest: passwords[at]?.digest,
      password_change_required: true,
      first_password_expires_at,
    })),
  )
  await mailEach(
    platform,
    db,
    actor.clientId,
    people,
    (_, at) => `初期パスワード: ${passwords[at]?.text}\n\n14日以内に次のログイン画面からログインし、新しいパスワードを設定してください。`,
  )
  return people.map(({ id }) => id)
}

/** Letters and digits that cannot be mistaken for one another, both kinds present (G-ACC-08). */
const firstPassword = (): string => {
  const letters = 'abcdefghjkmnpqrstuvwxyz'
  const digits = '23456789'
  return [...randomBytes(12)].map((byte, at) => (at % 3 === 2 ? digits[byte % 8] : letters[byte % 23])).join('')
}
