import type { ClientActor } from '@toguchi/domain/access/actor'
import { type Document, documentFiles, type DocumentForm, type HandlingEquipment } from '@toguchi/domain/documents/files-contract'
import { documentKindLabels, handlingEquipmentLabel, type DocumentKind } from '@toguchi/domain/documents/labels'
import { findBuilding } from '../buildings/buildings.ts'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fileUrl } from '../platform/files.ts'
import type { ListQuery } from '../platform/listing.ts'
import { answers } from '../platform/mount.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound } from '../platform/problem.ts'
import type { StagedFile } from '../platform/storage.ts'
import {
  type DocumentRow,
  type EquipmentRow,
  findDocument,
  findEquipment,
  type Holder,
  listDocuments,
  listEquipments,
  reachesConstruction,
} from './files-queries.ts'
import { changeEquipment, keepDocument, keepEquipment, type Keeper, removeDocument, removeEquipment } from './keep-document.ts'

interface Asked {
  platform: Platform
  db: Db
  actor: ClientActor
}

/** A building's own documents, when the actor reaches the building. */
const ofBuilding = async ({ db, actor }: Asked, buildingId: number): Promise<Holder> => {
  if (!(await findBuilding(db, actor, buildingId))) throw notFound()
  return { kind: 'building_document', buildingId, constructionId: null }
}

const reach = async ({ db, actor }: Asked, constructionId: number): Promise<number> => {
  if (!(await reachesConstruction(db, actor, constructionId))) throw notFound()
  return constructionId
}
/** A construction's documents of a kind, when the actor reaches the construction. */
const ofConstruction = async (asked: Asked, kind: DocumentKind, constructionId: number): Promise<Holder> => ({
  kind,
  buildingId: null,
  constructionId: await reach(asked, constructionId),
})

const presentFor =
  ({ platform, actor }: Asked) =>
  ({ file_id, created_at, ...row }: DocumentRow): Document => ({
    ...row,
    created_at: toInstant(created_at),
    file_url: fileUrl(platform, actor.clientId, file_id),
  })
const presentEquipmentFor =
  ({ platform, actor }: Asked) =>
  ({ file_id, ...row }: EquipmentRow): HandlingEquipment => ({ ...row, file_url: fileUrl(platform, actor.clientId, file_id) })

const listed = async (asked: Asked, holder: Holder, query: ListQuery, title: string | undefined) => {
  const { rows, ...rest } = await listDocuments(asked.db, asked.actor.clientId, holder, query, title)
  return { rows: rows.map(presentFor(asked)), rest }
}
const added = async (keeper: Keeper, holder: Holder, form: DocumentForm, file: StagedFile | undefined) => {
  const id = await keepDocument(keeper, holder, form, file)
  const row = await findDocument(keeper.db, keeper.actor.clientId, holder, id)
  // A document that was hidden since its first upload stays hidden.
  if (!row) throw notFound()
  return { message: `${documentKindLabels[holder.kind]}を登録しました。`, document: presentFor(keeper)(row) }
}
const removed = async (keeper: Keeper, holder: Holder, id: number) => {
  await removeDocument(keeper, holder, id)
  return { message: `${documentKindLabels[holder.kind]}を削除しました。` }
}
const shownEquipment = async (asked: Asked, constructionId: number, id: number): Promise<HandlingEquipment> => {
  const row = await findEquipment(asked.db, asked.actor.clientId, constructionId, id)
  if (!row) throw notFound()
  return presentEquipmentFor(asked)(row)
}

/** Without a page asked for, the manuals of a construction come all at once (endpoints G). */
const allUnlessPaged = (query: ListQuery): ListQuery =>
  query.page === undefined && query.per_page === undefined ? { ...query, exclude_pagination: true } : query

/** The construction a resident lives in. */
const ownConstruction = (actor: ClientActor): number => {
  if (actor.kind !== 'resident') throw notFound()
  return actor.constructionId
}
const everything: ListQuery = { exclude_pagination: true }

export const documentFilesRoutes = answers(documentFiles, {
  'GET /api/buildings/:building_id/building_documents': async context => {
    const { query, params } = context
    const { rows, rest } = await listed(context, await ofBuilding(context, params.building_id), query, query.building_document?.title)
    return { building_documents: rows, ...rest }
  },
  'POST /api/buildings/:building_id/building_documents': async context => {
    const { params, body, files } = context
    const holder = await ofBuilding(context, params.building_id)
    const { message, document } = await added(context, holder, body.building_document, files['building_document[file]'])
    return { message, building_document: document }
  },
  'DELETE /api/buildings/:building_id/building_documents/:id': async context =>
    removed(context, await ofBuilding(context, context.params.building_id), context.params.id),

  'GET /api/constructions/:construction_id/attachment_files': async context => {
    const { query, params } = context
    const holder = await ofConstruction(context, 'attachment_file', params.construction_id)
    const { rows, rest } = await listed(context, holder, query, query.attachment_file?.title)
    return { attachment_files: rows, ...rest }
  },
  'POST /api/constructions/:construction_id/attachment_files': async context => {
    const { params, body, files } = context
    const holder = await ofConstruction(context, 'attachment_file', params.construction_id)
    const { message, document } = await added(context, holder, body.attachment_file, files['attachment_file[file]'])
    return { message, attachment_file: document }
  },
  'DELETE /api/constructions/:construction_id/attachment_files/:id': async context =>
    removed(context, await ofConstruction(context, 'attachment_file', context.params.construction_id), context.params.id),

  'GET /api/constructions/:construction_id/in_house_documents': async context => {
    const { query, params } = context
    const holder = await ofConstruction(context, 'in_house_document', params.construction_id)
    const { rows, rest } = await listed(context, holder, query, query.in_house_document?.title)
    return { in_house_documents: rows, ...rest }
  },
  'POST /api/constructions/:construction_id/in_house_documents': async context => {
    const { params, body, files } = context
    const holder = await ofConstruction(context, 'in_house_document', params.construction_id)
    const { message, document } = await added(context, holder, body.in_house_document, files['in_house_document[file]'])
    return { message, in_house_document: document }
  },
  'DELETE /api/constructions/:construction_id/in_house_documents/:id': async context =>
    removed(context, await ofConstruction(context, 'in_house_document', context.params.construction_id), context.params.id),

  'GET /api/constructions/:construction_id/documents': async context => {
    const { query, params } = context
    const holder = await ofConstruction(context, 'document', params.construction_id)
    const { rows, rest } = await listed(context, holder, query, query.document?.title)
    return { documents: rows, ...rest }
  },
  'POST /api/constructions/:construction_id/documents': async context => {
    const { params, body, files } = context
    const holder = await ofConstruction(context, 'document', params.construction_id)
    return added(context, holder, body.document, files['document[file]'])
  },
  'DELETE /api/constructions/:construction_id/documents/:id': async context =>
    removed(context, await ofConstruction(context, 'document', context.params.construction_id), context.params.id),

  'GET /api/constructions/:construction_id/handling_equipments': async context => {
    const { db, actor, params, query } = context
    const { rows, ...rest } = await listEquipments(
      db,
      actor.clientId,
      await reach(context, params.construction_id),
      allUnlessPaged(query),
      { fileName: query.handling_equipment?.file_name, ...(actor.kind === 'craftsman' ? { forApp: true } : {}) },
    )
    return { handling_equipments: rows.map(presentEquipmentFor(context)), ...rest }
  },
  'POST /api/constructions/:construction_id/handling_equipments': async context => {
    const constructionId = await reach(context, context.params.construction_id)
    const id = await keepEquipment(context, constructionId, context.body.handling_equipment, context.files['handling_equipment[file]'])
    return { message: `${handlingEquipmentLabel}を登録しました。`, handling_equipment: await shownEquipment(context, constructionId, id) }
  },
  'PATCH /api/constructions/:construction_id/handling_equipments/:id': async context => {
    const constructionId = await reach(context, context.params.construction_id)
    await changeEquipment(context, constructionId, context.params.id, context.body.handling_equipment)
    const handling_equipment = await shownEquipment(context, constructionId, context.params.id)
    return { message: `${handlingEquipmentLabel}を更新しました。`, handling_equipment }
  },
  'DELETE /api/constructions/:construction_id/handling_equipments/:id': async context => {
    await removeEquipment(context, await reach(context, context.params.construction_id), context.params.id)
    return { message: `${handlingEquipmentLabel}を削除しました。` }
  },

  'GET /api/residents/documents': async context => {
    const holder = await ofConstruction(context, 'document', ownConstruction(context.actor))
    const { rows } = await listed(context, holder, everything, undefined)
    return { documents: rows.map(({ user_name: _user, ...document }) => document) }
  },
  'GET /api/residents/handling_equipments': async context => {
    const constructionId = await reach(context, ownConstruction(context.actor))
    const { rows } = await listEquipments(context.db, context.actor.clientId, constructionId, everything, { forApp: false })
    const present = presentEquipmentFor(context)
    return { handling_equipments: rows.map(row => present(row)).map(({ for_app: _forApp, ...equipment }) => equipment) }
  },
})
