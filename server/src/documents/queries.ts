import type { ClientActor, ClientId } from '@toguchi/domain/access/actor'
import type { DocumentKind, RecordKind } from '@toguchi/domain/documents/labels'
import { namesCraftsmanText } from '../access/access.ts'
import type { Db } from '../platform/database/database.ts'
import { containing, listing, type ListQuery } from '../platform/database/listing.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { rowsOf } from '../platform/database/rows.ts'

/** A construction within reach: craftsmen reach those where they are named (G-CRA-02), residents their own. */
export const findSite = async (db: Db, actor: ClientActor, constructionId: number): Promise<Site | undefined> => {
  if (actor.kind === 'resident' && actor.constructionId !== constructionId) return undefined
  const onlyAssigned = actor.kind === 'craftsman' ? `and ${namesCraftsmanText('$3')}` : ''
  const values = [clientNumberOf(actor), constructionId, ...(actor.kind === 'craftsman' ? [actor.id] : [])]
  const [row] = await rowsOf<{ id: number; client_id: ClientId }>(
    db,
    `select c.id, c.client_id from constructions c where c.client_id = $1 and c.id = $2 and c.discarded_at is null ${onlyAssigned}`,
    values,
  )
  return row && { clientId: row.client_id, constructionId: row.id }
}

/** A construction that was found to be in the caller's reach. */
export interface Site {
  clientId: ClientId
  constructionId: number
}

/** An item of 届出・連絡, found to be in the caller's reach. */
export const findFilingHolder = async (db: Db, { clientId, constructionId }: Site, filingId: number): Promise<Holder | undefined> => {
  const [filing] = await rowsOf<{ id: number }>(
    db,
    'select flg.id from filings flg where flg.client_id = $1 and flg.construction_id = $2 and flg.id = $3',
    [clientId, constructionId, filingId],
  )
  return filing && { clientId, constructionId, kind: 'filing_file', buildingId: null, filingId: filing.id }
}

/** Whose the documents are, found to be in the caller's reach. */
export interface Holder {
  clientId: ClientId
  kind: DocumentKind
  buildingId: number | null
  constructionId: number | null
  filingId: number | null
}

interface StoredRow {
  id: number
  file_id: number
  content_type: string
  byte_size: number
  user_name: string | null
}
export interface DocumentRow extends StoredRow {
  title: string
  record_kind: RecordKind | null
  file_name: string
  created_at: Date
}

/** Who registered a document or a manual, of whichever kind. */
const registeredBy = (table: 'doc' | 'he') => `case ${table}.created_by_kind
    when 'admin' then (select ad.name from admins ad where ad.id = ${table}.created_by_id)
    when 'operator' then (select op.name from operators op where op.id = ${table}.created_by_id)
    else (select u.name from users u where u.client_id = $1 and u.id = ${table}.created_by_id) end as user_name`

const documentsOf = `select doc.id, doc.title, doc.record_kind, doc.created_at, doc.file_id, fi.file_name, fi.content_type, fi.byte_size, ${registeredBy('doc')}
  from documents doc join files fi on fi.client_id = doc.client_id and fi.id = doc.file_id
  where doc.client_id = $1 and doc.kind = $2 and doc.building_id is not distinct from $3 and doc.construction_id is not distinct from $4
    and doc.filing_id is not distinct from $5 and doc.discarded_at is null`
const holderValues = ({ clientId, kind, buildingId, constructionId, filingId }: Holder) => [
  clientId,
  kind,
  buildingId,
  constructionId,
  filingId,
]

/** One page of a holder's documents, newest first unless sorted otherwise. */
export const listDocuments = (db: Db, holder: Holder, query: ListQuery, title: string | undefined) =>
  listing<DocumentRow>(db, `${documentsOf} and ($6::text is null or doc.title ilike $6)`, [...holderValues(holder), containing(title)], {
    ...query,
    sort_desc: query.sort_desc ?? query.sort_by === undefined,
  })

export const findDocument = async (db: Db, holder: Holder, id: number): Promise<DocumentRow | undefined> =>
  (await rowsOf<DocumentRow>(db, `${documentsOf} and doc.id = $6`, [...holderValues(holder), id]))[0]

/** The same upload arriving twice at once waits here for itself. */
export const lockUuid = (db: Db, uuid: string) => rowsOf(db, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [uuid])

/** A document by the uuid of who sent it, hidden or not. */
export const findDocumentByUuid = (db: Db, clientId: ClientId, uuid: string) =>
  db
    .selectFrom('documents as doc')
    .innerJoin('files as fi', join => join.onRef('fi.client_id', '=', 'doc.client_id').onRef('fi.id', '=', 'doc.file_id'))
    .where('doc.client_id', '=', clientId)
    .where('doc.uuid', '=', uuid)
    .select(['doc.id', 'doc.kind', 'doc.building_id', 'doc.construction_id', 'doc.filing_id', 'doc.title', 'fi.sha256'])
    .executeTakeFirst()

export interface NewStored {
  client_id: ClientId
  uuid: string
  file_id: number
  created_by_kind: string
  created_by_id: number
  created_at: Date
}

export const insertDocument = (
  db: Db,
  document: NewStored & {
    kind: DocumentKind
    building_id: number | null
    construction_id: number | null
    filing_id: number | null
    title: string
  },
) => db.insertInto('documents').values(document).returning('id').executeTakeFirstOrThrow()

export const renameDocument = (db: Db, clientId: ClientId, id: number, title: string) =>
  db.updateTable('documents').set({ title }).where('client_id', '=', clientId).where('id', '=', id).execute()

/** A document of this holder while what it is kept as changes. */
export const lockDocument = (db: Db, { clientId, kind, constructionId }: Holder, id: number) =>
  db
    .selectFrom('documents')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('construction_id', '=', constructionId)
    .where('discarded_at', 'is', null)
    .select('record_kind')
    .forUpdate()
    .executeTakeFirst()

export const setRecordKind = (db: Db, clientId: ClientId, id: number, record_kind: RecordKind | null) =>
  db.updateTable('documents').set({ record_kind }).where('client_id', '=', clientId).where('id', '=', id).execute()

/** Hides a document of this holder; undefined when there is none. */
export const hideDocument = (db: Db, { clientId, kind, buildingId, constructionId, filingId }: Holder, id: number, at: Date) =>
  db
    .updateTable('documents')
    .set({ discarded_at: at })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where(eb => (buildingId === null ? eb('construction_id', '=', constructionId) : eb('building_id', '=', buildingId)))
    .where('filing_id', 'is not distinct from', filingId)
    .where('discarded_at', 'is', null)
    .returning(['id', 'title'])
    .executeTakeFirst()

/** Hides the papers of an item that is taken away. */
export const hideFilingFiles = (db: Db, clientId: ClientId, filingId: number, at: Date) =>
  db
    .updateTable('documents')
    .set({ discarded_at: at })
    .where('client_id', '=', clientId)
    .where('filing_id', '=', filingId)
    .where('discarded_at', 'is', null)
    .execute()

/** Before items of 届出・連絡 are removed: their papers, hidden ones too, belong to none any more. A distributed engine has no key that does it. */
export const leaveFilings = (db: Db, clientId: ClientId, filingIds: readonly number[]) =>
  db.updateTable('documents').set({ filing_id: null }).where('client_id', '=', clientId).where('filing_id', 'in', filingIds).execute()

export interface EquipmentRow extends StoredRow {
  file_name: string
  registered_on: string
  for_app: boolean
}

const equipmentsOf = `select he.id, he.file_name, he.registered_on, he.for_app, he.file_id, fi.content_type, fi.byte_size, ${registeredBy('he')}
  from handling_equipments he join files fi on fi.client_id = he.client_id and fi.id = he.file_id
  where he.client_id = $1 and he.construction_id = $2 and he.discarded_at is null`

/** Manuals of a construction, newest first unless sorted otherwise; `forApp` narrows to craftsmen's or residents' own. */
export const listEquipments = (
  db: Db,
  { clientId, constructionId }: Site,
  query: ListQuery,
  filter: { fileName?: string | undefined; forApp?: boolean },
) =>
  listing<EquipmentRow>(
    db,
    `${equipmentsOf} and ($3::text is null or he.file_name ilike $3) and ($4::boolean is null or he.for_app = $4)`,
    [clientId, constructionId, containing(filter.fileName), filter.forApp ?? null],
    { ...query, sort_desc: query.sort_desc ?? query.sort_by === undefined },
  )

export const findEquipment = async (db: Db, { clientId, constructionId }: Site, id: number): Promise<EquipmentRow | undefined> =>
  (await rowsOf<EquipmentRow>(db, `${equipmentsOf} and he.id = $3`, [clientId, constructionId, id]))[0]

export const findEquipmentByUuid = (db: Db, clientId: ClientId, uuid: string) =>
  db
    .selectFrom('handling_equipments as he')
    .innerJoin('files as fi', join => join.onRef('fi.client_id', '=', 'he.client_id').onRef('fi.id', '=', 'he.file_id'))
    .where('he.client_id', '=', clientId)
    .where('he.uuid', '=', uuid)
    .select(['he.id', 'he.construction_id', 'fi.sha256'])
    .executeTakeFirst()

export const lockEquipment = (db: Db, { clientId, constructionId }: Site, id: number) =>
  db
    .selectFrom('handling_equipments')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .select(['file_name', 'for_app'])
    .forUpdate()
    .executeTakeFirst()

export const insertEquipment = (
  db: Db,
  equipment: NewStored & { construction_id: number; file_name: string; for_app: boolean; registered_on: string },
) => db.insertInto('handling_equipments').values(equipment).returning('id').executeTakeFirstOrThrow()

export const updateEquipment = (
  db: Db,
  clientId: ClientId,
  id: number,
  change: { file_name?: string; for_app?: boolean; discarded_at?: Date },
) => db.updateTable('handling_equipments').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()
