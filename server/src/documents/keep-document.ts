import { randomUUID } from 'node:crypto'
import type { ClientId, WorkerActor } from '@toguchi/domain/access/actor'
import type { DocumentForm, EquipmentForm } from '@toguchi/domain/documents/contract'
import type { RecordKind } from '@toguchi/domain/documents/labels'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { keepFile } from '../platform/files/files.ts'
import type { Platform } from '../platform/platform.ts'
import { conflict, notFound, onConstraint } from '../platform/http/problem.ts'
import type { StagedFile } from '../platform/files/storage.ts'
import type { ExaminedFile } from '../files/files.ts'
import {
  findDocumentByUuid,
  findEquipmentByUuid,
  hideDocument,
  lockDocument,
  type Holder,
  lockUuid,
  insertDocument,
  insertEquipment,
  lockEquipment,
  renameDocument,
  setRecordKind,
  type Site,
  updateEquipment,
} from './queries.ts'

/** Who keeps, and with what. */
export interface Keeper {
  platform: Platform
  db: Db
  actor: WorkerActor
  now: Date
}

const uuidTaken = () => conflict('この資料はすでに別の資料として登録されています。', 'document_uuid_taken')

/** A file that was examined (`examineFile`) before the transaction: a large one takes its time, and nothing is held meanwhile. */
export interface ReceivedFile {
  staged: StagedFile
  examined: ExaminedFile
}

/** What every row of a stored file says, once its bytes are kept. */
const store = async ({ platform, db, actor, now }: Keeper, clientId: ClientId, uuid: string, { staged, examined }: ReceivedFile) => ({
  client_id: clientId,
  uuid,
  file_id: await keepFile(platform, db, clientId, { ...staged, ...examined }),
  created_by_kind: actor.kind,
  created_by_id: actor.id,
  created_at: now,
})

const aboutFile = (staged: StagedFile) => ({ sha256: staged.sha256.toString('hex'), byte_size: staged.byteSize })

/**
 * Keeps a document and returns its id. The same uuid with the same bytes is the same document: a lost answer may be asked for again,
 * and what was corrected meanwhile counts.
 */
export const keepDocument = async (
  keeper: Keeper,
  holder: Holder,
  { title, uuid: formUuid }: DocumentForm,
  file: ReceivedFile,
): Promise<number> => {
  const { db, actor } = keeper
  const { clientId } = holder
  const { staged } = file
  const uuid = formUuid ?? randomUUID()
  await lockUuid(db, uuid)
  const existing = await findDocumentByUuid(db, clientId, uuid)
  if (existing) {
    const same =
      existing.kind === holder.kind &&
      existing.building_id === holder.buildingId &&
      existing.construction_id === holder.constructionId &&
      existing.filing_id === holder.filingId
    if (!same || !existing.sha256.equals(staged.sha256)) throw uuidTaken()
    if (existing.title !== title) await retitle(keeper, holder, existing, title)
    return existing.id
  }
  const document = {
    ...(await store(keeper, clientId, uuid, file)),
    kind: holder.kind,
    building_id: holder.buildingId,
    construction_id: holder.constructionId,
    filing_id: holder.filingId,
    title,
  }
  // An item of 届出・連絡 may be taken away meanwhile.
  const { id } = await onConstraint(insertDocument(db, document), { documents_filing_fkey: notFound })
  await recordEvent(db, {
    kind: `${holder.kind}s.added`,
    actor,
    clientId,
    constructionId: holder.constructionId,
    subject: { type: 'documents', id },
    change: { building_id: holder.buildingId, ...aboutFile(staged) },
    // Titles and file names name people often enough.
    personal: { title, file_name: staged.fileName },
  })
  return id
}

const retitle = async ({ db, actor }: Keeper, holder: Holder, { id, title: before }: { id: number; title: string }, title: string) => {
  const { clientId } = holder
  await renameDocument(db, clientId, id, title)
  await recordEvent(db, {
    kind: `${holder.kind}s.updated`,
    actor,
    clientId,
    constructionId: holder.constructionId,
    subject: { type: 'documents', id },
    change: { building_id: holder.buildingId },
    personal: { before, after: title },
  })
}

/** Says what law keeps a document as, or that it is no record; the same again changes nothing. */
export const changeRecordKind = async ({ db, actor }: Keeper, holder: Holder, id: number, recordKind: RecordKind | null): Promise<void> => {
  const { clientId } = holder
  const document = await lockDocument(db, holder, id)
  if (!document) throw notFound()
  if (document.record_kind === recordKind) return
  await setRecordKind(db, clientId, id, recordKind)
  await recordEvent(db, {
    kind: `${holder.kind}s.updated`,
    actor,
    clientId,
    constructionId: holder.constructionId,
    subject: { type: 'documents', id },
    change: { building_id: holder.buildingId, record_kind: { before: document.record_kind, after: recordKind } },
  })
}

/** Hides a document; its bytes stay until the client's retention time. */
export const removeDocument = async ({ db, actor, now }: Keeper, holder: Holder, id: number): Promise<void> => {
  const { clientId } = holder
  const hidden = await hideDocument(db, holder, id, now)
  if (!hidden) throw notFound()
  await recordEvent(db, {
    kind: `${holder.kind}s.hidden`,
    actor,
    clientId,
    constructionId: holder.constructionId,
    subject: { type: 'documents', id },
    change: { building_id: holder.buildingId },
    personal: { title: hidden.title },
  })
}

/** Keeps a manual of the installed equipment; as a document, the same upload is the same manual, with the readers that were sent last. */
export const keepEquipment = async (
  keeper: Keeper,
  site: Site,
  { file_name, for_app, uuid: formUuid }: EquipmentForm,
  file: ReceivedFile,
): Promise<number> => {
  const { db, actor, now } = keeper
  const { clientId, constructionId } = site
  const { staged } = file
  const uuid = formUuid ?? randomUUID()
  await lockUuid(db, uuid)
  const existing = await findEquipmentByUuid(db, clientId, uuid)
  if (existing) {
    if (existing.construction_id !== constructionId || !existing.sha256.equals(staged.sha256)) throw uuidTaken()
    await changeEquipment(keeper, site, existing.id, { file_name, for_app })
    return existing.id
  }
  const { id } = await insertEquipment(db, {
    ...(await store(keeper, clientId, uuid, file)),
    construction_id: constructionId,
    file_name,
    for_app,
    registered_on: toDay(now),
  })
  await recordEvent(db, {
    kind: 'handling_equipments.added',
    actor,
    clientId,
    constructionId,
    subject: { type: 'handling_equipments', id },
    change: { for_app, ...aboutFile(staged) },
    personal: { file_name },
  })
  return id
}

/** Changes the name of a manual or who reads it. */
export const changeEquipment = async (
  { db, actor }: Keeper,
  site: Site,
  id: number,
  form: { file_name?: string | undefined; for_app?: boolean | undefined },
): Promise<void> => {
  const { clientId, constructionId } = site
  const before = await lockEquipment(db, site, id)
  if (!before) throw notFound()
  const after = { file_name: form.file_name ?? before.file_name, for_app: form.for_app ?? before.for_app }
  if (after.file_name === before.file_name && after.for_app === before.for_app) return
  await updateEquipment(db, clientId, id, after)
  await recordEvent(db, {
    kind: 'handling_equipments.updated',
    actor,
    clientId,
    constructionId,
    subject: { type: 'handling_equipments', id },
    change: { before: { for_app: before.for_app }, after: { for_app: after.for_app } },
    personal: { before: before.file_name, after: after.file_name },
  })
}

/** Hides a manual. */
export const removeEquipment = async ({ db, actor, now }: Keeper, site: Site, id: number): Promise<void> => {
  const { clientId, constructionId } = site
  const before = await lockEquipment(db, site, id)
  if (!before) throw notFound()
  await updateEquipment(db, clientId, id, { discarded_at: now })
  await recordEvent(db, {
    kind: 'handling_equipments.hidden',
    actor,
    clientId,
    constructionId,
    subject: { type: 'handling_equipments', id },
    personal: { file_name: before.file_name },
  })
}
