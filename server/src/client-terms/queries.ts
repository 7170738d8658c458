import type { ClientId } from '@toguchi/domain/access/actor'
import { usualTerms } from '@toguchi/domain/client-terms/labels'
import type { ClientStatus } from '@toguchi/domain/clients/labels'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

/** The terms of a client, the usual ones where it agreed on no other, and the days that follow from them. Days are Tokyo's. */
export interface TermsRow {
  client_id: ClientId
  client_name: string
  status: ClientStatus
  erasure_months: number
  accounting_years: number
  records_years: number
  /** Without buildings, by role 1. */
  is_deleted: boolean
  terminated_at: Date | null
  terminated_on: string | null
  erase_on: string | null
  accounting_until: string | null
  records_until: string | null
  /** Since the contract ended; what was said before it was opened again counts for nothing. */
  warned_at: Date | null
  erasure_began_at: Date | null
  erased_at: Date | null
  accounting_erased_at: Date | null
  records_erased_at: Date | null
  open_refunds: number
}

const endedOn = `(cl.terminated_at at time zone 'Asia/Tokyo')::date`

export const findTerms = async (db: Db, clientId: ClientId): Promise<TermsRow | undefined> =>
  (
    await rowsOf<TermsRow>(
      db,
      `select cl.id as client_id, cl.name as client_name, cl.status, coalesce(ctm.erasure_months, $2::integer) as erasure_months,
         coalesce(ctm.accounting_years, $3::integer) as accounting_years, coalesce(ctm.records_years, $4::integer) as records_years,
         cl.discarded_at is not null as is_deleted, cl.terminated_at, ${endedOn} as terminated_on,
         (${endedOn} + make_interval(months => coalesce(ctm.erasure_months, $2::integer)))::date as erase_on,
         (${endedOn} + make_interval(years => coalesce(ctm.accounting_years, $3::integer)))::date as accounting_until,
         (${endedOn} + make_interval(years => coalesce(ctm.records_years, $4::integer)))::date as records_until,
         case when ctm.warned_at >= cl.terminated_at then ctm.warned_at end as warned_at,
         ctm.erasure_began_at, ctm.erased_at, ctm.accounting_erased_at, ctm.records_erased_at,
         (select count(*)::int from refunds rf where rf.client_id = $1 and rf.state <> 'done') as open_refunds
       from clients cl
       left join client_terms ctm on ctm.client_id = cl.id and ctm.client_id = $1
       where cl.id = $1`,
      [clientId, usualTerms.erasure_months, usualTerms.accounting_years, usualTerms.records_years],
    )
  )[0]

export type TermsColumns = Partial<{
  erasure_months: number
  accounting_years: number
  records_years: number
  warned_at: Date | null
  erasure_began_at: Date
  erased_at: Date
  accounting_erased_at: Date
  records_erased_at: Date
}>

export const saveTerms = (db: Db, clientId: ClientId, change: TermsColumns, now: Date) =>
  db
    .insertInto('client_terms')
    .values({ client_id: clientId, ...usualTerms, ...change, updated_at: now })
    .onConflict(conflict => conflict.column('client_id').doUpdateSet({ ...change, updated_at: now }))
    .execute()

/** Begins a run of the erasing: from here on an older one writes nothing more. Nothing where nobody was told of an erasing. */
export const takeErasureTurn = async (db: Db, clientId: ClientId): Promise<number | undefined> =>
  (
    await db
      .updateTable('client_terms')
      .set(eb => ({ erasure_turn: eb('erasure_turn', '+', 1) }))
      .where('client_id', '=', clientId)
      .returning('erasure_turn')
      .executeTakeFirst()
  )?.erasure_turn

/** Whether a run of the erasing is still the one at work; it stays so until the transaction ends. */
export const holdErasureTurn = async (db: Db, clientId: ClientId, turn: number): Promise<boolean> =>
  (await db
    .selectFrom('client_terms')
    .where('client_id', '=', clientId)
    .where('erasure_turn', '=', turn)
    .select('client_id')
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/** What a client has before it asks its first residents. */
export interface ReadinessRow {
  staff_admin: boolean
  logo: boolean
  contact: boolean
  letter_texts: boolean
  seller: boolean
  building: boolean
  craftsman: boolean
  construction: boolean
  rooms: boolean
  schedule: boolean
  building_rooms: boolean
  letters: boolean
  first_steps_ended: boolean
  construction_id: number | null
  use_optional_construction: boolean
}

export const findReadiness = async (db: Db, clientId: ClientId): Promise<ReadinessRow | undefined> =>
  (
    await rowsOf<ReadinessRow>(
      db,
      `select cl.logo_path is not null as logo, cl.contact_phone is not null and cl.contact_hours is not null as contact,
         cl.use_optional_construction,
         exists (select from users u where u.client_id = $1 and u.type = 'Staff_Admin' and u.discarded_at is null
           and u.last_sign_in_at is not null) as staff_admin,
         exists (select from letter_texts lt where lt.client_id = $1 and lt.construction_id is null) as letter_texts,
         coalesce(ss.seller_address, cl.address) is not null and coalesce(ss.seller_phone, cl.representative_phone, cl.contact_phone) is not null
           and coalesce(ss.seller_representative, cl.representative_name) is not null as seller,
         exists (select from buildings b where b.client_id = $1) as building,
         exists (select from constructions c where c.client_id = $1 and c.discarded_at is null) as construction,
         exists (select from rooms r join constructions c on c.client_id = $1 and c.id = r.construction_id and c.discarded_at is null
           where r.client_id = $1) as rooms,
         exists (select from users u where u.client_id = $1 and u.type = 'Craftsman' and u.discarded_at is null) as craftsman,
         exists (select from constructions c where c.client_id = $1 and c.discarded_at is null
           and c.detail_schedule_completed_at is not null) as schedule,
         exists (select from building_rooms br where br.client_id = $1) as building_rooms,
         exists (select from events e where e.client_id = $1 and e.kind = 'documents.information_sheets_printed') as letters,
         cl.first_steps_ended_at is not null as first_steps_ended,
         (select max(c.id) from constructions c where c.client_id = $1 and c.discarded_at is null) as construction_id
       from clients cl
       left join sale_settings ss on ss.client_id = cl.id and ss.client_id = $1
       where cl.id = $1`,
      [clientId],
    )
  )[0]

/** The columns of a table in their order. */
export const listColumns = async (db: Db, table: string): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      db,
      `select att.attname::text as name from pg_attribute att
       where att.attrelid = to_regclass(quote_ident($1)) and att.attnum > 0 and not att.attisdropped order by att.attnum`,
      [table],
    )
  ).map(({ name }) => name)

/** A row by its columns, and what it is found by in the order of its table's key. */
interface ListedRow {
  content: unknown
  at: unknown
}

/**
 * Rows of any table of the client that the transaction is bound to, in the order of its key, without the hidden columns: those after the
 * `last` one of the page before, null for the first page.
 */
export const listRows = async (
  db: Db,
  table: string,
  { hidden, last, most }: { hidden: readonly string[]; last: unknown; most: number },
): Promise<{ rows: Record<string, unknown>[]; last: unknown }> => {
  const listed = await rowsOf<ListedRow>(db, `select given.content, given.at from client_rows($1, $2::text[], $3::jsonb, $4) as given`, [
    table,
    hidden,
    last === null ? null : JSON.stringify(last),
    most,
  ])
  const rows = listed.flatMap(({ content }) => (typeof content === 'object' && content !== null ? [{ ...content }] : []))
  return { rows, last: listed.at(-1)?.at ?? null }
}

/** The company itself. */
export const findCompanyRow = async (db: Db, clientId: ClientId): Promise<Record<string, unknown>> => {
  const [found] = await rowsOf<{ row: unknown }>(
    db,
    `select to_jsonb(cl) - array['uuid', 'logo_path', 'logo_content_type', 'admin_id'] as row from clients cl where cl.id = $1`,
    [clientId],
  )
  return typeof found?.row === 'object' && found.row !== null ? { ...found.row } : {}
}

/** A file as it came, and what it is: what was drawn from others is left out, for it can be drawn again. */
export interface ExportedFile {
  id: number
  storage_key: string
  sha256: Buffer
  file_name: string
  created_at: Date
  folder: string
}

// Letters carry codes that open the pages of a dwelling: they leave the house in its mailbox alone. They can be printed again.
// One question a column: asked together by `or` or `in`, every file is compared with every photo.
const isOriginal = `not exists (select from files original where original.client_id = $1 and original.view_file_id = fi.id)
  and not exists (select from room_images ri where ri.client_id = $1 and ri.thumbnail_file_id = fi.id)
  and not exists (select from room_images ri where ri.client_id = $1 and ri.view_file_id = fi.id)
  and not exists (select from room_images ri where ri.client_id = $1 and ri.signboard_file_id = fi.id)
  and not exists (select from common_area_images ci where ci.client_id = $1 and ci.thumbnail_file_id = fi.id)
  and not exists (select from common_area_images ci where ci.client_id = $1 and ci.view_file_id = fi.id)
  and not exists (select from common_area_images ci where ci.client_id = $1 and ci.signboard_file_id = fi.id)
  and not exists (select from absence_photos ap where ap.client_id = $1 and ap.thumbnail_file_id = fi.id)
  and not exists (select from absence_photos ap where ap.client_id = $1 and ap.view_file_id = fi.id)
  and not exists (select from completion_book_chunks cbc where cbc.client_id = $1 and cbc.file_id = fi.id)
  and not exists (select from jobs j where j.client_id = $1 and j.file_id = fi.id and j.kind = any('{client_export,photo_archive_originals,photo_archive_boarded,photo_archive_delivery,distribution_sheets,absence_slip}'))`

export const listExportedFiles = (db: Db, clientId: ClientId, afterId: number, most: number): Promise<ExportedFile[]> =>
  rowsOf<ExportedFile>(
    db,
    `select fi.id, fi.storage_key, fi.sha256, fi.file_name, fi.created_at,
       case
         when exists (select from room_images ri where ri.client_id = $1 and ri.file_id = fi.id)
           or exists (select from common_area_images ci where ci.client_id = $1 and ci.file_id = fi.id)
           or exists (select from absence_photos ap where ap.client_id = $1 and ap.file_id = fi.id) then '写真'
         when exists (select from completion_book_volumes cbv where cbv.client_id = $1 and cbv.file_id = fi.id) then '完成図書'
         when exists (select from documents doc where doc.client_id = $1 and doc.file_id = fi.id)
           or exists (select from handling_equipments he where he.client_id = $1 and he.file_id = fi.id) then '書類'
         when exists (select from room_answers ran where ran.client_id = $1 and ran.slip_file_id = fi.id) then '回答用紙'
         when exists (select from room_signatures rsg where rsg.client_id = $1 and rsg.file_id = fi.id) then 'サイン'
         when exists (select from jobs j where j.client_id = $1 and j.file_id = fi.id) then '帳票'
         else 'その他'
       end as folder
     from files fi
     where fi.client_id = $1 and fi.id > $2 and ${isOriginal}
     order by fi.id limit $3`,
    [clientId, afterId, most],
  )

/** How many files an export has, and their bytes. */
export const sizeExport = async (db: Db, clientId: ClientId): Promise<{ files: number; byte_size: number }> =>
  (
    await rowsOf<{ files: number; byte_size: number }>(
      db,
      `select count(*)::int as files, coalesce(sum(fi.byte_size), 0)::bigint as byte_size from files fi where fi.client_id = $1 and ${isOriginal}`,
      [clientId],
    )
  )[0] ?? { files: 0, byte_size: 0 }

export const exportKind = 'client_export'

export interface ExportRow {
  client_id: ClientId
  id: number
  state: 'waiting' | 'running' | 'done' | 'failed'
  done: number
  total: number
  file_id: number | null
  error: string | null
  note: string | null
  created_at: Date
  finished_at: Date | null
}

/** The newest exports of a client, whoever of role 1 asked for them. */
export const listExports = (db: Db, clientId: ClientId): Promise<ExportRow[]> =>
  rowsOf<ExportRow>(
    db,
    `select j.client_id, j.id, j.state, j.done, j.total, j.file_id, j.error, j.note, j.created_at, j.finished_at from jobs j
     where j.client_id = $1 and j.kind = 'client_export' order by j.id desc limit 5`,
    [clientId],
  )

/** Who asks for an export comes one after the other, until the transaction ends. */
export const lockExports = (db: Db, clientId: ClientId) =>
  rowsOf(db, `select pg_advisory_xact_lock(hashtextextended('client exports', $1))::text`, [clientId])
