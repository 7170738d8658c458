import { sql } from 'kysely'
import type { ClientId } from '@toguchi/domain/access/actor'
import type { ContactOutcome, Occupancy, Opener } from '@toguchi/domain/rooms/occupancy/occupancy'
import type { Db } from '../../platform/database/database.ts'
import { rowsAsTable, rowsOf } from '../../platform/database/rows.ts'

/** Of the room `r`; a dwelling of which nothing was noted has no row. */
export const occupancyTable = 'left join room_occupancies roc on roc.client_id = r.client_id and roc.room_id = r.id'

/** What `answerStanding` of the domain decides by, beside the room's own columns; wants `occupancyTable`. */
export const standingColumns = `coalesce(roc.occupancy, 'occupied') as occupancy, roc.contact_outcome,
  coalesce(roc.has_owner_contact, false) as has_owner_contact, r.closed_at is not null as is_closed`

export interface StandingRow {
  occupancy: Occupancy
  contact_outcome: ContactOutcome | null
  has_owner_contact: boolean
  is_closed: boolean
}

export interface OccupancyRow {
  occupancy: Occupancy
  contact_outcome: ContactOutcome | null
  outcome_note: string | null
  opener: Opener | null
  opener_note: string | null
  owner_name: string | null
  owner_name_kana: string | null
  owner_zipcode: string | null
  owner_address: string | null
  owner_phone: string | null
  owner_email: string | null
}

/** All that is noted of the room `r`; wants `occupancyTable`. */
export const occupancyColumns = `coalesce(roc.occupancy, 'occupied') as occupancy, roc.contact_outcome, roc.outcome_note, roc.opener, roc.opener_note,
  roc.owner_name, roc.owner_name_kana, roc.owner_zipcode, roc.owner_address, roc.owner_phone, roc.owner_email`

const nothingNoted: OccupancyRow = {
  occupancy: 'occupied',
  contact_outcome: null,
  outcome_note: null,
  opener: null,
  opener_note: null,
  owner_name: null,
  owner_name_kana: null,
  owner_zipcode: null,
  owner_address: null,
  owner_phone: null,
  owner_email: null,
}

export const findOccupancy = async (db: Db, clientId: ClientId, roomId: number): Promise<OccupancyRow> =>
  (
    await rowsOf<OccupancyRow>(
      db,
      `select roc.occupancy, roc.contact_outcome, roc.outcome_note, roc.opener, roc.opener_note, roc.owner_name, roc.owner_name_kana,
         roc.owner_zipcode, roc.owner_address, roc.owner_phone, roc.owner_email
       from room_occupancies roc where roc.client_id = $1 and roc.room_id = $2`,
      [clientId, roomId],
    )
  )[0] ?? nothingNoted

export const saveOccupancy = (db: Db, clientId: ClientId, roomId: number, row: OccupancyRow, now: Date) =>
  db
    .insertInto('room_occupancies')
    .values({ client_id: clientId, room_id: roomId, ...row, updated_at: now })
    .onConflict(conflict => conflict.columns(['client_id', 'room_id']).doUpdateSet({ ...row, updated_at: now }))
    .execute()

/** What is noted of many rooms. */
export const listOccupancies = async (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<Map<number, OccupancyRow>> => {
  const rows = await rowsOf<OccupancyRow & { room_id: number }>(
    db,
    `select roc.room_id, roc.occupancy, roc.contact_outcome, roc.outcome_note, roc.opener, roc.opener_note, roc.owner_name,
       roc.owner_name_kana, roc.owner_zipcode, roc.owner_address, roc.owner_phone, roc.owner_email
     from room_occupancies roc where roc.client_id = $1 and roc.room_id = any($2::bigint[])`,
    [clientId, roomIds],
  )
  const noted = new Map(rows.map(({ room_id, ...row }) => [room_id, row]))
  return new Map(roomIds.map(id => [id, noted.get(id) ?? nothingNoted]))
}

/** Who is in many rooms, with what is over by it; what else is noted of them stays. */
export const saveOccupancies = (
  db: Db,
  clientId: ClientId,
  rows: readonly Pick<OccupancyRow & { room_id: number }, 'room_id' | 'occupancy' | 'opener' | 'opener_note'>[],
  now: Date,
) =>
  sql`insert into room_occupancies (client_id, room_id, occupancy, opener, opener_note, updated_at)
    select ${clientId}, given.room_id, given.occupancy, given.opener, given.opener_note, ${now}
    from ${rowsAsTable(rows, { room_id: 'bigint', occupancy: 'text', opener: 'text', opener_note: 'text' })}
    on conflict (client_id, room_id) do update
      set occupancy = excluded.occupancy, opener = excluded.opener, opener_note = excluded.opener_note, updated_at = excluded.updated_at
    returning room_id`.execute(db)

/** Of these rooms the empty ones that still have work before them, in the order in which they are held. */
export const listVacantRooms = async (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<number[]> =>
  (
    await rowsOf<{ room_id: number }>(
      db,
      `select roc.room_id from room_occupancies roc
       join rooms r on r.client_id = roc.client_id and r.id = roc.room_id and r.closed_at is null
       where roc.client_id = $1 and roc.room_id = any($2::bigint[]) and roc.occupancy = 'vacant' order by roc.room_id`,
      [clientId, roomIds],
    )
  ).map(({ room_id }) => room_id)

/** Who answers was reached. */
export const endUnreachable = (db: Db, clientId: ClientId, roomId: number, now: Date) =>
  db
    .updateTable('room_occupancies')
    .set({ contact_outcome: null, outcome_note: null, updated_at: now })
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .where('contact_outcome', '=', 'unreachable')
    .execute()

/** Who was unreachable, refused or was long away lives there no more; that it is empty, and whose it is, stays true. */
export const forgetOutcome = async (db: Db, clientId: ClientId, roomId: number): Promise<void> => {
  await db
    .updateTable('room_occupancies')
    .set({ contact_outcome: null, outcome_note: null })
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .execute()
  await db
    .updateTable('room_occupancies')
    .set({ occupancy: 'occupied', opener: null, opener_note: null })
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .where('occupancy', '=', 'long_absent')
    .execute()
}

/** Takes people off: notes and owners; that a dwelling was empty stays (D-12). */
export const eraseOccupancies = (db: Db, clientId: ClientId, roomIds: readonly number[]) =>
  db
    .updateTable('room_occupancies')
    .set({
      outcome_note: null,
      opener_note: null,
      owner_name: null,
      owner_name_kana: null,
      owner_zipcode: null,
      owner_address: null,
      owner_phone: null,
      owner_email: null,
    })
    .where('client_id', '=', clientId)
    .where('room_id', 'in', roomIds)
    .execute()
