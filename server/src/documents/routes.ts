import type { ClientActor, WorkerActor } from '@toguchi/domain/access/actor'
import {
  type Document,
  documentFiles,
  type DocumentForm,
  type HandlingEquipment,
  type RecordForm,
} from '@toguchi/domain/documents/contract'
import { documentKindLabels, handlingEquipmentLabel, type DocumentKind } from '@toguchi/domain/documents/labels'
import { findClientOfBuilding } from '../buildings/buildings.ts'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { fileUrlFor } from '../platform/files/files.ts'
import type { ListQuery } from '../platform/database/listing.ts'
import { answers } from '../platform/http/mount.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, notFound } from '../platform/http/problem.ts'
import type { StagedFile } from '../platform/files/storage.ts'
import type { Uploads } from '../platform/http/uploads.ts'
import { examineFile } from '../files/files.ts'
import {
  type DocumentRow,
  type EquipmentRow,
  findDocument,
  findEquipment,
  findFilingHolder,
  findSite,
  type Holder,
  listDocuments,
  listEquipments,
  type Site,
} from './queries.ts'
import {
  changeEquipment,
  changeRecordKind,
  keepDocument,
  keepEquipment,
  type Keeper,
  type ReceivedFile,
  removeDocument,
  removeEquipment,
} from './keep-document.ts'

interface Asked<A extends ClientActor = WorkerActor> {
  platform: Platform
  db: Db
  actor: A
}

/** A building's own documents, when the actor reaches the building. */
const ofBuilding = async (asked: Asked, { building_id }: { building_id: number }): Promise<Holder> => {
  const clientId = await findClientOfBuilding(asked.db, asked.actor, building_id)
  if (clientId === undefined) throw notFound()
  return { clientId, kind: 'building_document', buildingId: building_id, constructionId: null, filingId: null }
}

const reachSite = async ({ db, actor }: Pick<Asked<ClientActor>, 'db' | 'actor'>, constructionId: number): Promise<Site> => {
  const site = await findSite(db, actor, constructionId)
  if (!site) throw notFound()
  return site
}
/** A construction's documents of a kind, when the actor reaches the construction. */
const ofConstruction =
  (kind: DocumentKind) =>
  async (asked: Asked<ClientActor>, { construction_id }: { construction_id: number }): Promise<Holder> => ({
    ...(await reachSite(asked, construction_id)),
    kind,
    buildingId: null,
    filingId: null,
  })
/** The papers of an item of 届出・連絡, when the actor reaches its construction. */
const ofFiling = async (
  asked: Asked<ClientActor>,
  { construction_id, filing_id }: { construction_id: number; filing_id: number },
): Promise<Holder> => {
  const holder = await findFilingHolder(asked.db, await reachSite(asked, construction_id), filing_id)
  if (!holder) throw notFound()
  return holder
}

const presentFor =
  ({ platform, actor }: Asked<ClientActor>, { clientId }: Holder) =>
  ({ file_id, created_at, ...row }: DocumentRow): Document => ({
    ...row,
    created_at: toInstant(created_at),
    file_url: fileUrlFor(platform, { ...actor, clientId }, file_id),
  })
const presentEquipmentFor =
  ({ platform, actor }: Asked<ClientActor>, { clientId }: Site) =>
  ({ file_id, ...row }: EquipmentRow): HandlingEquipment => ({ ...row, file_url: fileUrlFor(platform, { ...actor, clientId }, file_id) })

/** Examines the file of a request that may be made, with nothing of the database held, and does in one transaction what is to be done with it. */
const withFile = async <T>(
  asked: Asked,
  staged: StagedFile | undefined,
  mayBe: (asked: Asked) => Promise<unknown>,
  work: (asked: Asked, file: ReceivedFile) => Promise<T>,
): Promise<T> => {
  const { platform, actor } = asked
  await platform.pool.read(clientNumberOf(actor), db => mayBe({ ...asked, db }))
  if (!staged) throw invalid({ file: ['を選択してください'] })
  const file = { staged, examined: await examineFile(platform, actor, staged) }
  return platform.pool.write(clientNumberOf(actor), db => work({ ...asked, db }, file))
}

const listed = async (asked: Asked<ClientActor>, holder: Holder, query: ListQuery, title: string | undefined) => {
  const { rows, ...rest } = await listDocuments(asked.db, holder, query, title)
  return { rows: rows.map(presentFor(asked, holder)), rest }
}

type Listed<Kind extends DocumentKind> = { [Many in `${Kind}s`]: Document[] } & { total_count?: number }
type Saved<Kind extends DocumentKind> = { [One in Kind]: Document } & { message: string }

const saved = <Kind extends DocumentKind>(kind: Kind, verb: '登録' | '更新', document: Document) =>
  ({ message: `${documentKindLabels[kind]}を${verb}しました。`, [kind]: document }) as Saved<Kind>

/**
 * The answers of a kind of document under its own names; each is still bound to its own key below, where it is looked for.
 * What differs is whose the documents are. The compiler cannot follow names that are put together at run time.
 */
const answersOf = <const Kind extends DocumentKind, Params>(kind: Kind, holderOf: (asked: Asked, params: Params) => Promise<Holder>) => ({
  list: async (
    asked: Asked & { params: Params; query: ListQuery & { [One in Kind]?: { title?: string | undefined } | undefined } },
  ): Promise<Listed<Kind>> => {
    const { rows, rest } = await listed(asked, await holderOf(asked, asked.params), asked.query, asked.query[kind]?.title)
    return { [`${kind}s`]: rows, ...rest } as Listed<Kind>
  },
  add: {
    mayUpload: (asked: Asked & { params: Params }) => holderOf(asked, asked.params),
    answer: async (keeper: Keeper & { params: Params; body: { [One in Kind]: DocumentForm }; files: Uploads }): Promise<Saved<Kind>> => {
      const { params, body, files } = keeper
      const mayBe = (asked: Asked) => holderOf(asked, params)
      return withFile(keeper, files[`${kind}[file]`], mayBe, async (asked, file) => {
        const holder = await holderOf(asked, params)
        const id = await keepDocument({ ...keeper, ...asked }, holder, body[kind], file)
        const row = await findDocument(asked.db, holder, id)
        // A document that was hidden since its first upload stays hidden.
        if (!row) throw notFound()
        return saved(kind, '登録', presentFor(asked, holder)(row))
      })
    },
  },
  change: async (keeper: Keeper & { params: Params & { id: number }; body: { [One in Kind]: RecordForm } }): Promise<Saved<Kind>> => {
    const { db, params, body } = keeper
    const holder = await holderOf(keeper, params)
    await changeRecordKind(keeper, holder, params.id, body[kind].record_kind)
    const row = await findDocument(db, holder, params.id)
    if (!row) throw notFound()
    return saved(kind, '更新', presentFor(keeper, holder)(row))
  },
  remove: async (keeper: Keeper & { params: Params & { id: number } }) => {
    await removeDocument(keeper, await holderOf(keeper, keeper.params), keeper.params.id)
    return { message: `${documentKindLabels[kind]}を削除しました。` }
  },
})

const buildingDocuments = answersOf('building_document', ofBuilding)
const attachments = answersOf('attachment_file', ofConstruction('attachment_file'))
const inHouse = answersOf('in_house_document', ofConstruction('in_house_document'))
const residentPapers = answersOf('document', ofConstruction('document'))
const filingFiles = answersOf('filing_file', ofFiling)

const shownEquipment = async (asked: Asked, site: Site, id: number): Promise<HandlingEquipment> => {
  const row = await findEquipment(asked.db, site, id)
  if (!row) throw notFound()
  return presentEquipmentFor(asked, site)(row)
}

/** Without a page asked for, the manuals of a construction come all at once (endpoints G). */
const allUnlessPaged = (query: ListQuery): ListQuery =>
  query.page === undefined && query.per_page === undefined ? { ...query, exclude_pagination: true } : query

const everything: ListQuery = { exclude_pagination: true }

export const documentFilesRoutes = answers(documentFiles, {
  'GET /api/buildings/:building_id/building_documents': buildingDocuments.list,
  'POST /api/buildings/:building_id/building_documents': buildingDocuments.add,
  'DELETE /api/buildings/:building_id/building_documents/:id': buildingDocuments.remove,

  'GET /api/constructions/:construction_id/attachment_files': attachments.list,
  'POST /api/constructions/:construction_id/attachment_files': attachments.add,
  'PATCH /api/constructions/:construction_id/attachment_files/:id': attachments.change,
  'DELETE /api/constructions/:construction_id/attachment_files/:id': attachments.remove,

  'GET /api/constructions/:construction_id/in_house_documents': inHouse.list,
  'POST /api/constructions/:construction_id/in_house_documents': inHouse.add,
  'PATCH /api/constructions/:construction_id/in_house_documents/:id': inHouse.change,
  'DELETE /api/constructions/:construction_id/in_house_documents/:id': inHouse.remove,

  'GET /api/constructions/:construction_id/documents': residentPapers.list,
  'POST /api/constructions/:construction_id/documents': residentPapers.add,
  'DELETE /api/constructions/:construction_id/documents/:id': residentPapers.remove,

  'GET /api/constructions/:construction_id/filings/:filing_id/filing_files': filingFiles.list,
  'POST /api/constructions/:construction_id/filings/:filing_id/filing_files': filingFiles.add,
  'DELETE /api/constructions/:construction_id/filings/:filing_id/filing_files/:id': filingFiles.remove,

  'GET /api/constructions/:construction_id/handling_equipments': async context => {
    const { db, actor, params, query } = context
    const site = await reachSite(context, params.construction_id)
    const { rows, ...rest } = await listEquipments(db, site, allUnlessPaged(query), {
      fileName: query.handling_equipment?.file_name,
      ...(actor.kind === 'craftsman' ? { forApp: true } : {}),
    })
    return { handling_equipments: rows.map(presentEquipmentFor(context, site)), ...rest }
  },
  'POST /api/constructions/:construction_id/handling_equipments': {
    mayUpload: context => reachSite(context, context.params.construction_id),
    answer: async context => {
      const { params, body, files } = context
      const reach = (asked: Asked) => reachSite(asked, params.construction_id)
      return withFile(context, files['handling_equipment[file]'], reach, async (asked, file) => {
        const site = await reach(asked)
        const id = await keepEquipment({ ...context, ...asked }, site, body.handling_equipment, file)
        return { message: `${handlingEquipmentLabel}を登録しました。`, handling_equipment: await shownEquipment(asked, site, id) }
      })
    },
  },
  'PATCH /api/constructions/:construction_id/handling_equipments/:id': async context => {
    const site = await reachSite(context, context.params.construction_id)
    await changeEquipment(context, site, context.params.id, context.body.handling_equipment)
    const handling_equipment = await shownEquipment(context, site, context.params.id)
    return { message: `${handlingEquipmentLabel}を更新しました。`, handling_equipment }
  },
  'DELETE /api/constructions/:construction_id/handling_equipments/:id': async context => {
    await removeEquipment(context, await reachSite(context, context.params.construction_id), context.params.id)
    return { message: `${handlingEquipmentLabel}を削除しました。` }
  },

  'GET /api/residents/documents': async context => {
    const holder = await ofConstruction('document')(context, { construction_id: context.actor.constructionId })
    const { rows } = await listed(context, holder, everything, undefined)
    return { documents: rows.map(({ user_name: _user, record_kind: _kind, ...document }) => document) }
  },
  'GET /api/residents/handling_equipments': async context => {
    const site = await reachSite(context, context.actor.constructionId)
    const { rows } = await listEquipments(context.db, site, everything, { forApp: false })
    const present = presentEquipmentFor(context, site)
    return { handling_equipments: rows.map(row => present(row)).map(({ for_app: _forApp, ...equipment }) => equipment) }
  },
})
