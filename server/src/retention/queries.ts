import type { ClientId } from '@toguchi/domain/access/actor'
import { keepsAddresseesText, owesRefundText } from '../orders/orders.ts'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

/** Whose contract has ended at some time, deleted ones with them. */
export const listEndedClientIds = async (db: Db): Promise<ClientId[]> =>
  (await db.selectFrom('clients').where('terminated_at', 'is not', null).orderBy('id').select('id').execute()).map(({ id }) => id)

/** The moment before which what names people is not kept: so many months ago, as the client says (12 unless it says otherwise). */
export const findRetention = async (db: Db, clientId: ClientId, now: Date): Promise<Date> => {
  const [row] = await rowsOf<{ before: Date }>(
    db,
    `select $2::timestamptz - make_interval(months => coalesce((select ss.retention_months from sale_settings ss where ss.client_id = $1), 12))
       as before`,
    [clientId, now],
  )
  if (!row) throw new Error('a query without a table answers one row')
  return row.before
}

/** The moment before which the records of a deleted construction are not kept: so many years ago, as its terms say (10 unless they say otherwise). */
export const findRetentionOfRecords = async (db: Db, clientId: ClientId, now: Date): Promise<Date> => {
  const [row] = await rowsOf<{ before: Date }>(
    db,
    `select $2::timestamptz - make_interval(years => coalesce((select ctm.records_years from client_terms ctm where ctm.client_id = $1), 10))
       as before`,
    [clientId, now],
  )
  if (!row) throw new Error('a query without a table answers one row')
  return row.before
}

/** The same for what belongs to no client: a year. */
export const findRetentionOfPlatform = async (db: Db, now: Date): Promise<Date> => {
  const [row] = await rowsOf<{ before: Date }>(db, `select $1::timestamptz - make_interval(months => 12) as before`, [now])
  if (!row) throw new Error('a query without a table answers one row')
  return row.before
}

export interface RoomToErase {
  id: number
  construction_id: number
}

const somethingLeft = `(exists (select from residents res where res.client_id = $1 and res.room_id = r.id and res.erased_at is null)
         or exists (select from room_presences rp where rp.client_id = $1 and rp.room_id = r.id)
         or exists (select from contact_confirmations cf where cf.client_id = $1 and cf.room_id = r.id)
         or exists (select from room_answers ran where ran.client_id = $1 and ran.room_id = r.id
           and (ran.caller is not null or ran.contents is not null or ran.slip_file_id is not null))
         or exists (select from key_custodies kc where kc.client_id = $1 and kc.room_id = r.id and kc.received_from <> '')
         or exists (select from orders o where o.client_id = $1 and o.room_id = r.id
           and (o.resident_name is not null or exists (select from receipts rec
             where rec.client_id = $1 and rec.order_id = o.id and rec.addressee is not null and not ${keepsAddresseesText})))
         or exists (select from room_wishes rw where rw.client_id = $1 and rw.room_id = r.id)
         or exists (select from earlier_wishes ew where ew.client_id = $1 and ew.room_id = r.id)
         or r.room_remarks is not null
         or exists (select from room_occupancies roc where roc.client_id = $1 and roc.room_id = r.id
           and (roc.outcome_note is not null or roc.opener_note is not null or roc.owner_name is not null))
         or exists (select from chatbot_histories cbh where cbh.client_id = $1 and cbh.room_id = r.id)
         or exists (select from room_signatures rsg where rsg.client_id = $1 and rsg.room_id = r.id and rsg.signer_name is not null)
         or exists (select from support_versions sv where sv.client_id = $1 and sv.room_id = r.id and sv.contents <> '（消去済み）')
         or exists (select from events e join event_personal_values epv on epv.client_id = e.client_id and epv.event_id = e.id
           where e.client_id = $1 and e.room_id = r.id))`

/** Rooms that somebody may hold for now without keeping others from their turn. */
const heldByOthers = 400

/** A mark that is older is looked at again: what people leave without an event is found then (decision 089). */
const markLasts = "interval '30 days'"

/**
 * Rooms that were closed before a moment, or whose construction was deleted before it, and in which something personal may be left; held
 * until they are done. What is written later, or held by somebody now, is found on a later day.
 */
export const lockRoomsToErase = (
  db: Db,
  clientId: ClientId,
  { before, now, most }: { before: Date; now: Date; most: number },
): Promise<(RoomToErase & { is_somebody_left: boolean })[]> =>
  rowsOf<RoomToErase & { is_somebody_left: boolean }>(
    db,
    `select r.id, r.construction_id, ${somethingLeft} as is_somebody_left from rooms r
     where r.client_id = $1 and r.id = any(array(
       (select r.id from rooms r where r.client_id = $1 and r.closed_at < $2 and r.people_erased_at is null and not ${owesRefundText}
         order by r.closed_at limit $4)
       union all
       (select r.id from rooms r join constructions c on c.client_id = r.client_id and c.id = r.construction_id
         where r.client_id = $1 and r.people_erased_at < $5::timestamptz - ${markLasts} and (r.closed_at < $2 or c.discarded_at < $2) and not ${owesRefundText}
         order by r.people_erased_at limit $4)
       union all
       (select r.id from constructions c join rooms r on r.client_id = c.client_id and r.construction_id = c.id
         where c.client_id = $1 and c.discarded_at < $2 and r.people_erased_at is null and not ${owesRefundText} limit $4)))
     order by r.id limit $3 for no key update of r skip locked`,
    [clientId, before, most, most + heldByOthers, now],
  )

/** Every room of a client that is being erased in which something personal is left, also what somebody holds: there is no later day. */
export const lockEveryRoomToErase = (
  db: Db,
  clientId: ClientId,
  { most, after }: { most: number; after: number },
): Promise<RoomToErase[]> =>
  rowsOf<RoomToErase>(
    db,
    `select r.id, r.construction_id from rooms r
     where r.client_id = $1 and r.id > $3 and not ${owesRefundText} and ${somethingLeft}
     order by r.id limit $2 for no key update of r`,
    [clientId, most, after],
  )

/** Whom of role 1 a mail reaches. */
export const listAdminAddresses = async (db: Db): Promise<string[]> =>
  (await rowsOf<{ email: string }>(db, `select ad.email from admins ad where ad.discarded_at is null order by ad.id`, [])).map(
    ({ email }) => email,
  )

/** What law keeps of a client whose contract has ended, for now. */
export interface Keeps {
  accounting: boolean
  records: boolean
}

export interface ErasableTable {
  name: string
  /** Its rows lie with their client; others (sessions, logins) with no one. */
  is_tenant: boolean
}

export const listErasableTables = (db: Db): Promise<ErasableTable[]> =>
  rowsOf<ErasableTable>(
    db,
    `select erasable.name, (select a.attname = 'client_id' from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         where i.indrelid = to_regclass(quote_ident(erasable.name)) and i.indisprimary) as is_tenant
       from erasable_tables() as erasable (name)`,
    [],
  )

/** Files that no row of the client points to any more. */
export const listErasableFiles = (db: Db, clientId: ClientId, { accounting, records }: Keeps, most: number) =>
  rowsOf<{ id: number; storage_key: string }>(
    db,
    `select erasable.id, erasable.storage_key from erasable_files($1, $2, $3, $4) as erasable`,
    [clientId, accounting, records, most],
  )

/** Erases rows of a table, of files the named ones alone; says how many, null where it has none at all. The database asks once more whether the client is being erased. */
export const eraseRows = async (
  db: Db,
  clientId: ClientId,
  { name, is_tenant: isTenant }: ErasableTable,
  { accounting, records }: Keeps,
  { most, fileIds = [] }: { most: number; fileIds?: readonly number[] },
): Promise<number | null> => {
  const values = [clientId, name, accounting, records, most]
  const [row] = isTenant
    ? await rowsOf<{ erased: number | null }>(db, `select erase_client_rows($1, $2, $3, $4, $5, $6::bigint[]) as erased`, [
        ...values,
        fileIds,
      ])
    : await rowsOf<{ erased: number | null }>(db, `select erase_platform_rows($1, $2, $3, $4, $5) as erased`, values)
  return row?.erased ?? null
}

export const detachRows = (db: Db, clientId: ClientId) => rowsOf(db, `select detach_client_rows($1)`, [clientId])
