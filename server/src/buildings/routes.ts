import type { WorkerActor } from '@toguchi/domain/access/actor'
import { buildings } from '@toguchi/domain/buildings/contract'
import { constructionStatus } from '@toguchi/domain/constructions/status'
import { canKeepSupport } from '@toguchi/domain/support/policy'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { answers } from '../platform/http/mount.ts'
import { notFound } from '../platform/http/problem.ts'
import { changeBuilding, registerBuilding, removeBuilding } from './save-building.ts'
import { saveTemplate } from './save-template.ts'
import {
  countKept,
  findBuilding,
  findClientOfBuilding,
  findNewestConstruction,
  findTemplateVersion,
  listBuildings,
  listConstructionFacts,
  listRoomsAsTemplate,
  listTemplateBlocks,
  listTemplateRooms,
} from './queries.ts'

const reachable = async (db: Db, actor: WorkerActor, id: number) => {
  const building = await findBuilding(db, actor, id)
  if (!building) throw notFound()
  return building
}

const template = async (db: Db, actor: WorkerActor, buildingId: number) => {
  const clientId = await findClientOfBuilding(db, actor, buildingId)
  if (clientId === undefined) throw notFound()
  const composition_version = await findTemplateVersion(db, clientId, buildingId)
  const blocks = await listTemplateBlocks(db, clientId, buildingId)
  const newest = await findNewestConstruction(db, actor, buildingId)
  const { rooms, ...building } =
    blocks.length === 0 && newest !== null
      ? await listRoomsAsTemplate(db, clientId, newest)
      : { blocks, rooms: await listTemplateRooms(db, clientId, buildingId, newest) }
  return {
    ...building,
    composition_version,
    rooms: rooms.map(({ has_customer_support_versions: has, ...room }) => ({
      ...room,
      has_customer_support_versions: has && canKeepSupport(actor),
    })),
  }
}

export const buildingsRoutes = answers(buildings, {
  'GET /api/buildings': ({ db, actor, query }) =>
    listBuildings(db, actor, {
      page: query.page ?? 1,
      perPage: query.exclude_pagination ? null : (query.per_page ?? 25),
      sortBy: query.sort_by,
      sortDesc: query.sort_desc ?? false,
      filter: query.building ?? {},
    }),

  'POST /api/buildings': async ({ db, actor, body }) => {
    const id = await registerBuilding(db, actor, body.building)
    return { message: '物件を登録しました。', building: await reachable(db, actor, id) }
  },

  'GET /api/buildings/:id': async ({ db, actor, params, now }) => {
    const building = await reachable(db, actor, params.id)
    const today = toDay(now)
    const constructions = (await listConstructionFacts(db, actor, params.id)).map(row => ({
      id: row.id,
      cd: row.cd,
      manage_no: row.manage_no,
      name: row.name,
      start_on: row.contract_period_start_on ?? row.planned_start_on,
      end_on: row.contract_period_end_on ?? row.planned_end_on,
      houses: row.number_of_houses ?? row.room_count,
      status: constructionStatus(row, today),
    }))
    const kept = actor.kind === 'craftsman' ? null : await countKept(db, actor.clientId, params.id)
    return { building: { ...building, can_delete: building.constructions_count === 0, constructions, kept } }
  },

  'PATCH /api/buildings/:id': async ({ db, actor, params, body, now }) => {
    await changeBuilding(db, actor, params.id, body.building, now)
    return { message: '物件を更新しました。', building: await reachable(db, actor, params.id) }
  },

  'DELETE /api/buildings/:id': async ({ db, actor, params }) => {
    await removeBuilding(db, actor, params.id)
    return { message: '物件を削除しました。' }
  },

  'GET /api/buildings/:building_id/rooms_index': ({ db, actor, params }) => template(db, actor, params.building_id),

  'PATCH /api/buildings/:building_id/room_composition': async ({ db, actor, params, body }) => {
    await saveTemplate(db, actor, params.building_id, body.building)
    await recordEvent(db, {
      kind: 'buildings.composed',
      actor,
      clientId: actor.clientId,
      subject: { type: 'building', id: params.building_id },
      change: { rooms: body.building.rooms.length },
    })
    return { message: '部屋構成を更新しました。', ...(await template(db, actor, params.building_id)) }
  },
})
