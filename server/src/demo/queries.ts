import type { ClientId } from '@toguchi/domain/access/actor'
import type { Gender, OwnOrRent } from '@toguchi/domain/residents/labels'
import type { DisplayFormat } from '@toguchi/domain/accounts/labels'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'

/** Rows that have no endpoint yet, or that a real company would have before Toguchi; everything else goes through the API. */

export const insertPlatformPerson = (
  db: Db,
  table: 'admins' | 'operators',
  person: { login_id: string; name: string; email: string; password_digest: string },
) => db.insertInto(table).values(person).returning('id').executeTakeFirstOrThrow()

export const insertPerson = async (
  db: Db,
  person: {
    client_id: ClientId
    type: 'Staff_Admin' | 'Staff' | 'Craftsman'
    login_id: string
    name: string
    email: string
    phone: string
    password_digest: string
    contractor_id?: number
    department_id?: number
    can_register_staff?: boolean
    default_display_format?: DisplayFormat
  },
): Promise<number> => {
  // Who is here already has answered what was sent to them.
  const proven = person.type === 'Craftsman' ? { proven_phone: person.phone, proven_email: person.email.toLowerCase() } : {}
  const { id } = await db
    .insertInto('users')
    .values({ ...person, ...proven })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('logins').values({ login_id: person.login_id, client_id: person.client_id, user_id: id }).execute()
  await notePasswordSet(db, person.client_id, id, person.type)
  return id
}

/**
 * What the timeline of a real company says once somebody has set the own password by the mailed link. Who has had one for a week is relied
 * on as a second person for refunds (decision 026), which is to be tried in the trial, too.
 */
const notePasswordSet = (db: Db, clientId: ClientId, id: number, type: 'Staff_Admin' | 'Staff' | 'Craftsman') =>
  recordEvent(db, {
    kind: 'accounts.password_reset',
    actor:
      type === 'Staff_Admin'
        ? { kind: 'staffAdmin', id }
        : type === 'Staff'
          ? { kind: 'staff', id, canRegisterStaff: false }
          : { kind: 'craftsman', id, contractorId: 0, primaryContractorId: null },
    clientId,
    subject: { type: 'users', id },
  })

export interface DemoResident {
  client_id: ClientId
  room_id: number
  name: string | null
  name_kana: string | null
  phone: string | null
  email: string | null
  gender: Gender
  own_or_rent: OwnOrRent
  login_id?: string
  password_digest?: string
  agreed_at?: Date
  registered_at?: Date
}
export const insertResidents = (db: Db, residents: DemoResident[]) =>
  db.insertInto('residents').values(residents).returning(['id', 'room_id']).execute()

export const markRegistered = (db: Db, clientId: ClientId, roomIds: number[]) =>
  db.updateTable('rooms').set({ app_register: true }).where('client_id', '=', clientId).where('id', 'in', roomIds).execute()

/** Uuids that stay the same in every demo town, so that links in documents and tests lead somewhere. */
export const setPublicUuids = async (
  db: Db,
  clientId: ClientId,
  construction: { id: number; uuid: string },
  rooms: { id: number; uuid: string }[],
  clientUuid: string,
) => {
  await db.updateTable('clients').set({ uuid: clientUuid }).where('id', '=', clientId).execute()
  for (const [table, kind, row] of [
    ['constructions', 'construction', construction] as const,
    ...rooms.map(room => ['rooms', 'room', room] as const),
  ]) {
    await db.updateTable(table).set({ uuid: row.uuid }).where('client_id', '=', clientId).where('id', '=', row.id).execute()
    await db
      .updateTable('public_ids')
      .set({ uuid: row.uuid })
      .where('client_id', '=', clientId)
      .where('kind', '=', kind)
      .where('row_id', '=', row.id)
      .execute()
  }
}

/** Mails of the past have long been sent. */
export const settleMails = (db: Db, clientId: ClientId, at: Date) =>
  db
    .updateTable('outbox_messages')
    .set({ state: 'sent', sent_at: at, carrier: 'outbox' })
    .where('client_id', '=', clientId)
    .where('state', '=', 'waiting')
    .execute()

export const deleteSessionsNamed = (db: Db, uid: string) => db.deleteFrom('sessions').where('uid', '=', uid).execute()

export const findMasters = async (db: Db, clientId: ClientId) => ({
  orders: await db.selectFrom('construction_orders').where('client_id', '=', clientId).select(['id', 'name']).execute(),
  reasons: await db.selectFrom('incomplete_reasons').where('client_id', '=', clientId).select(['id', 'name']).execute(),
})

/** The first administrator was registered through the API, which mails a link; the demo's password is known instead. */
export const setDemoPassword = async (db: Db, clientId: ClientId, loginId: string, password_digest: string): Promise<number> => {
  const { id } = await db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where('login_id', '=', loginId)
    .select('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('users').set({ password_digest }).where('client_id', '=', clientId).where('id', '=', id).execute()
  await notePasswordSet(db, clientId, id, 'Staff_Admin')
  return id
}

/** What a construction offers, and who lives in its rooms. */
/** Who lives in the rooms of a construction: resident by room. */
export const findResidentsOf = async (db: Db, clientId: ClientId, constructionId: number) => {
  const rows = await db
    .selectFrom('residents as res')
    .innerJoin('rooms as r', join => join.onRef('r.client_id', '=', 'res.client_id').onRef('r.id', '=', 'res.room_id'))
    .where('res.client_id', '=', clientId)
    .where('r.construction_id', '=', constructionId)
    .where('res.discarded_at', 'is', null)
    .select(['res.id', 'res.room_id'])
    .execute()
  return new Map(rows.map(row => [row.room_id, row.id]))
}
