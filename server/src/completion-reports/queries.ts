import type { ClientId, Reached, ReachedActor, WorkerActor } from '@toguchi/domain/access/actor'
import type { SignedContent } from '@toguchi/domain/completion-reports/signed-content'
import type { SignerRelation } from '@toguchi/domain/completion-reports/labels'
import type { ItemKind } from '@toguchi/domain/masters/labels'
import type { RoomStatus } from '@toguchi/domain/rooms/labels'
import { namesCraftsmanText } from '../access/access.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import type { Db } from '../platform/database/database.ts'
import { containing, countedRoom } from '../platform/database/listing.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface ItemRow {
  id: number
  name: string
  kind: ItemKind
  unit_name: string | null
  required: boolean
  discarded: boolean
  completion_report_item_units: { id: number; name: string; is_default: boolean; discarded: boolean }[]
}

export interface ResultRow {
  id: number
  completion_report_item_id: number
  completion_report_item_unit_id: number | null
  position: number
  kind: ItemKind
  item_name: string
  answer: string
  value_number: number | null
  value_text: string | null
  unit_name: string | null
}

export type CorrectionSubject = 'item' | 'completion_comment' | 'special_report'
export interface CorrectionRow {
  completion_report_item_id: number | null
  subject: CorrectionSubject
  item_name: string
  before: string | null
  after: string | null
  by: string | null
  /** ISO 8601: it comes out of JSON. */
  at: string
}

export interface SignatureRow {
  name: string | null
  named: boolean
  relation: SignerRelation
  signed_at: string
  sha256: string
  withdrawn_at: string | null
}

export interface ReportRow {
  client_id: ClientId
  room_id: number
  room_name: string
  block_name: string | null
  status: RoomStatus
  completed_at: Date | null
  closed_at: Date | null
  special_report: string | null
  completion_comment: string | null
  digital_sign_file_id: number | null
  sign_omitted_reason: string | null
  photos_omitted_reason: string | null
  first_special_report: string | null
  first_comment: string | null
  report_id: number | null
  lock_version: number
  saved_at: Date | null
  template_id: number | null
  template_name: string | null
  items: ItemRow[]
  results: ResultRow[]
  corrections: CorrectionRow[]
  signatures: SignatureRow[]
}

/* The items of now and those that this room has answered: what was answered can be read and corrected, whatever the template became. */
const itemsOfReport = `(select coalesce(json_agg(json_build_object('id', cri.id, 'name', cri.name, 'kind', cri.kind, 'unit_name', cri.unit_name,
      'required', cri.required, 'discarded', cri.discarded_at is not null, 'completion_report_item_units',
      (select coalesce(json_agg(json_build_object('id', cu.id, 'name', cu.name, 'is_default', cu.is_default, 'discarded', cu.discarded_at is not null)
          order by cu.position, cu.id), '[]')
        from completion_report_item_units cu where cu.client_id = $1 and cu.completion_report_item_id = cri.id
          and (cu.discarded_at is null or exists (select from completion_report_results crr
            where crr.client_id = $1 and crr.room_id = r.id and crr.completion_report_item_unit_id = cu.id))))
      order by cri.position, cri.id), '[]')
    from completion_report_items cri where cri.client_id = $1 and cri.completion_report_id = cr.id
      and (cri.discarded_at is null or exists (select from completion_report_results crr
        where crr.client_id = $1 and crr.room_id = r.id and crr.completion_report_item_id = cri.id)))`

const resultsOfReport = `(select coalesce(json_agg(json_build_object('id', crr.id, 'completion_report_item_id', crr.completion_report_item_id,
      'completion_report_item_unit_id', crr.completion_report_item_unit_id, 'position', crr.position, 'kind', crr.kind,
      'item_name', crr.item_name, 'answer', crr.answer, 'value_number', crr.value_number, 'value_text', crr.value_text,
      'unit_name', crr.unit_name) order by crr.position, crr.id), '[]')
    from completion_report_results crr where crr.client_id = $1 and crr.room_id = r.id)`

const correctionsOfReport = `(select coalesce(json_agg(json_build_object('completion_report_item_id', crc.completion_report_item_id,
      'subject', crc.subject, 'item_name', crc.item_name, 'before', crc.before, 'after', crc.after,
      'by', coalesce(u.name, ad.name, op.name), 'at', crc.corrected_at) order by crc.id), '[]')
    from completion_report_corrections crc
    left join users u on crc.corrected_by_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = crc.client_id and u.id = crc.corrected_by_id
    left join admins ad on crc.corrected_by_kind = 'admin' and ad.id = crc.corrected_by_id
    left join operators op on crc.corrected_by_kind = 'operator' and op.id = crc.corrected_by_id
    where crc.client_id = $1 and crc.room_id = r.id and crc.ended_at is null)`

const signaturesOfReport = `(select coalesce(json_agg(json_build_object('name', rsg.signer_name, 'named', rsg.named, 'relation', rsg.relation,
      'signed_at', rsg.signed_at, 'sha256', encode(rsg.sha256, 'hex'), 'withdrawn_at', rsg.withdrawn_at) order by rsg.id desc), '[]')
    from room_signatures rsg where rsg.client_id = $1 and rsg.room_id = r.id)`

/** `$1` is the client, `$2` a craftsman, who reaches the constructions they are named for, or null, `$3` the construction. */
const accessibleRooms = `rooms r
  join room_blocks rb on rb.client_id = r.client_id and rb.id = r.block_id
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id
  left join room_completion_reports rcr on rcr.client_id = r.client_id and rcr.room_id = r.id
  left join completion_report_settings crs on crs.client_id = c.client_id and crs.construction_type = c.construction_type
  left join completion_reports cr on cr.client_id = r.client_id
    and cr.id = case when rcr.id is null then crs.completion_report_id else rcr.completion_report_id end`
const accessible = `c.client_id = $1 and c.discarded_at is null and ($2::bigint is null or ${namesCraftsmanText('$2')}) and c.id = $3`

const craftsmanOf = (actor: WorkerActor): number | null => (actor.kind === 'craftsman' ? actor.id : null)

/** Whose list it is: a craftsman's is of the constructions they are named for. */
export interface ReportScope {
  clientId: ClientId
  craftsmanId: number | null
}
export const scopeOf = (actor: Reached<WorkerActor>): ReportScope => ({
  clientId: actor.clientId,
  craftsmanId: craftsmanOf(actor),
})

const reportsStatement = `select r.client_id, r.id as room_id, r.name as room_name, nullif(rb.name, '') as block_name, r.status, r.completed_at, r.closed_at,
    r.special_report, r.completion_comment, r.digital_sign_file_id, r.sign_omitted_reason, r.photos_omitted_reason,
    c.special_report_default as first_special_report, crs.completion_comment as first_comment,
    rcr.id as report_id, coalesce(rcr.lock_version, 0) as lock_version, rcr.saved_at, cr.id as template_id, cr.name as template_name,
    ${itemsOfReport} as items, ${resultsOfReport} as results, ${correctionsOfReport} as corrections, ${signaturesOfReport} as signatures
  from ${accessibleRooms}
  where ${accessible} and r.id = any($4::bigint[]) order by rb.position, r.row, r.col`

/** The report of one room that the actor reaches. */
export const findReport = async (db: Db, actor: WorkerActor, constructionId: number, roomId: number): Promise<ReportRow | undefined> =>
  (await rowsOf<ReportRow>(db, reportsStatement, [clientNumberOf(actor), craftsmanOf(actor), constructionId, [roomId]]))[0]

/** The same of many rooms in the order of the building, for who was asked about before (a job). */
export const listReports = (db: Db, clientId: ClientId, constructionId: number, roomIds: readonly number[]): Promise<ReportRow[]> =>
  rowsOf<ReportRow>(db, reportsStatement, [clientId, null, constructionId, roomIds])

export interface ReportFilter {
  status?: RoomStatus | undefined
  name?: string | undefined
  signed?: boolean | undefined
  reported?: boolean | undefined
}

export interface ListedRow {
  client_id: ClientId
  id: number
  room_name: string
  block_name: string | null
  status: RoomStatus
  date: string | null
  completed_at: Date | null
  closed_at: Date | null
  digital_sign_file_id: number | null
  sign_omitted: boolean
  template_name: string | null
  saved_at: Date | null
  corrected: boolean
  pdf_file_id: number | null
  total: number
}

/* 施工日 is the day of the completion, before it the day of the visit. A PDF is final when it was begun after 完了確定. */
const listedStatement = `select r.client_id, r.id, r.name as room_name, nullif(rb.name, '') as block_name, r.status,
    coalesce((r.completed_at at time zone 'Asia/Tokyo')::date, a.date) as date, r.completed_at, r.closed_at, r.digital_sign_file_id,
    r.sign_omitted_reason is not null as sign_omitted, case when rcr.id is not null then cr.name end as template_name, rcr.saved_at,
    exists (select from completion_report_corrections crc where crc.client_id = $1 and crc.room_id = r.id and crc.ended_at is null) as corrected,
    case when r.closed_at is not null then (select j.file_id from jobs j where j.client_id = $1 and j.kind = 'completion_reports' and j.state = 'done'
      and j.input -> 'room_ids' = jsonb_build_array(r.id) and j.started_at >= r.closed_at order by j.id desc limit 1) end as pdf_file_id,
    count(*) over ()::int as total
  from ${accessibleRooms}
  left join assigns a on a.client_id = r.client_id and a.room_id = r.id
  where ${accessible} and ($4::text is null or r.status = $4) and ($5::text is null or r.name_key ilike $5)
    and ($6::boolean is null or (r.digital_sign_file_id is not null) = $6) and ($7::boolean is null or (rcr.id is not null) = $7)`

const orderOf = {
  room_name: countedRoom('r.name_key'),
  status: 'r.status',
  date: 'date',
  completed_at: 'r.completed_at',
  closed_at: 'r.closed_at',
  template_name: 'cr.name',
} as const

export interface ReportListing {
  sortBy?: keyof typeof orderOf | undefined
  sortDesc: boolean
  limit: number | null
  offset: number
}

/** The rooms of a construction with how far their reports are, in the order of the building unless it is asked for otherwise. */
export const listReportRooms = (
  db: Db,
  { clientId, craftsmanId }: ReportScope,
  constructionId: number,
  filter: ReportFilter,
  listing: ReportListing,
) => {
  const direction = listing.sortDesc ? 'desc' : 'asc'
  const order = listing.sortBy ? `${orderOf[listing.sortBy]} ${direction} nulls last, ` : ''
  return rowsOf<ListedRow>(db, `${listedStatement} order by ${order}rb.position, r.row, r.col limit $8 offset $9`, [
    clientId,
    craftsmanId,
    constructionId,
    filter.status ?? null,
    filter.name === undefined ? null : containing(filter.name.normalize('NFKC')),
    filter.signed ?? null,
    filter.reported ?? null,
    listing.limit,
    listing.offset,
  ])
}

/** Makes the report of a room, or a newer version of it. */
export const saveHeader = async (
  db: Db,
  clientId: ClientId,
  report: { construction_id: number; room_id: number; completion_report_id: number | null; saved_at: Date },
): Promise<void> => {
  await db
    .insertInto('room_completion_reports')
    .values({ client_id: clientId, ...report })
    .onConflict(conflict =>
      conflict.columns(['client_id', 'room_id']).doUpdateSet(eb => ({
        completion_report_id: report.completion_report_id,
        saved_at: report.saved_at,
        lock_version: eb('room_completion_reports.lock_version', '+', 1),
      })),
    )
    .execute()
}

export type NewResult = Omit<ResultRow, 'id'>

/** Writes answers, one an item, and takes those away that are not among `keep`. */
export const saveResults = async (db: Db, clientId: ClientId, roomId: number, results: readonly NewResult[], keep: readonly number[]) => {
  await rowsOf(
    db,
    'delete from completion_report_results where client_id = $1 and room_id = $2 and completion_report_item_id <> all($3::bigint[])',
    [clientId, roomId, keep],
  )
  await rowsOf(
    db,
    `insert into completion_report_results (client_id, room_id, completion_report_item_id, completion_report_item_unit_id, position, kind, item_name,
        answer, value_number, value_text, unit_name)
      select $1, $2, given.* from unnest($3::bigint[], $4::bigint[], $5::int[], $6::text[], $7::text[], $8::text[], $9::float8[], $10::text[], $11::text[])
        as given (item_id, unit_id, position, kind, item_name, answer, value_number, value_text, unit_name)
      on conflict (client_id, room_id, completion_report_item_id) do update set
        completion_report_item_unit_id = excluded.completion_report_item_unit_id, position = excluded.position, kind = excluded.kind,
        item_name = excluded.item_name, answer = excluded.answer, value_number = excluded.value_number, value_text = excluded.value_text,
        unit_name = excluded.unit_name
      returning id`,
    [
      clientId,
      roomId,
      results.map(result => result.completion_report_item_id),
      results.map(result => result.completion_report_item_unit_id),
      results.map(result => result.position),
      results.map(result => result.kind),
      results.map(result => result.item_name),
      results.map(result => result.answer),
      results.map(result => result.value_number),
      results.map(result => result.value_text),
      results.map(result => result.unit_name),
    ],
  )
}

export interface NewCorrection {
  completion_report_item_id: number | null
  subject: CorrectionSubject
  item_name: string
  before: string | null
  after: string | null
}

export const insertCorrections = async (
  db: Db,
  actor: ReachedActor,
  roomId: number,
  corrections: readonly NewCorrection[],
  at: Date,
): Promise<void> => {
  if (corrections.length === 0) return
  await db
    .insertInto('completion_report_corrections')
    .values(
      corrections.map(correction => ({
        client_id: actor.clientId,
        room_id: roomId,
        ...correction,
        corrected_by_kind: actor.kind,
        corrected_by_id: actor.id,
        corrected_at: at,
      })),
    )
    .execute()
}

export const insertSignature = (
  db: Db,
  clientId: ClientId,
  signature: { file_id: number; signer_name: string | null; signed_at: Date; content: SignedContent; sha256: Buffer },
) =>
  db
    .insertInto('room_signatures')
    .values({
      client_id: clientId,
      construction_id: signature.content.construction_id,
      room_id: signature.content.room_id,
      file_id: signature.file_id,
      relation: signature.content.signer_relation,
      named: signature.signer_name !== null,
      signer_name: signature.signer_name,
      signed_at: signature.signed_at,
      content: JSON.stringify(signature.content),
      sha256: signature.sha256,
    })
    .execute()

/** The completion is taken back: its signature is kept and marked, and what was corrected was corrected of it. */
export const withdrawSigned = async (db: Db, actor: ReachedActor, roomId: number, at: Date): Promise<void> => {
  await db
    .updateTable('room_signatures')
    .set({ withdrawn_at: at, withdrawn_by_kind: actor.kind, withdrawn_by_id: actor.id })
    .where('client_id', '=', actor.clientId)
    .where('room_id', '=', roomId)
    .where('withdrawn_at', 'is', null)
    .execute()
  await db
    .updateTable('completion_report_corrections')
    .set({ ended_at: at })
    .where('client_id', '=', actor.clientId)
    .where('room_id', '=', roomId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Takes the names off the signatures of rooms; that names stood there stays (`named`). Returns the rooms of those that had one. */
export const eraseSigners = async (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<Set<number>> => {
  const erased = await db
    .updateTable('room_signatures')
    .set({ signer_name: null })
    .where('client_id', '=', clientId)
    .where('room_id', 'in', roomIds)
    .where('signer_name', 'is not', null)
    .returning('room_id')
    .execute()
  return new Set(erased.map(({ room_id }) => room_id))
}

/** The hash of a file's bytes. */
export const findFileHash = async (db: Db, clientId: ClientId, fileId: number): Promise<Buffer> =>
  (await db.selectFrom('files').where('client_id', '=', clientId).where('id', '=', fileId).select('sha256').executeTakeFirstOrThrow())
    .sha256
