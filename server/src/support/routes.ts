import type { OfficeActor, ClientId } from '@toguchi/domain/access/actor'
import { support, type SupportVersion } from '@toguchi/domain/support/contract'
import { findBuilding } from '../buildings/buildings.ts'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { ListQuery } from '../platform/database/listing.ts'
import { answers } from '../platform/http/mount.ts'
import { invalid, notFound } from '../platform/http/problem.ts'
import { eraseOnRequest } from './erase-entries.ts'
import {
  findNewestRoom,
  findRoom,
  findSupportVersions,
  listSupportVersionIds,
  type Place,
  type SupportFilter,
  type SupportVersionRow,
} from './queries.ts'
import { writeEntry } from './write-entry.ts'

const present =
  (clientId: ClientId) =>
  (row: SupportVersionRow): SupportVersion => {
    const writer = { id: row.written_by_id, name: row.written_by_name }
    const ofClient = row.written_by_kind === 'user'
    return {
      id: row.id,
      contents: row.contents,
      created_at: toInstant(row.created_at),
      user: ofClient ? writer : null,
      operator: ofClient ? null : writer,
      client: { id: clientId, name: row.client_name },
      room: row.room_id === null || row.room_name === null ? null : { id: row.room_id, name: row.room_name },
      construction_id: row.construction_id,
      reception_types: row.reception_types,
    }
  }

const list = async (db: Db, clientId: ClientId, place: Place, query: ListQuery, filter: SupportFilter = {}) => {
  const { rows, ...rest } = await listSupportVersionIds(db, clientId, place, query, filter)
  const ids = rows.map(({ id }) => id)
  return { entries: ids.length === 0 ? [] : (await findSupportVersions(db, clientId, ids)).map(present(clientId)), ...rest }
}

const show = async (db: Db, clientId: ClientId, id: number): Promise<SupportVersion> => {
  const [row] = await findSupportVersions(db, clientId, [id])
  if (!row) throw notFound()
  return present(clientId)(row)
}

const accessibleBuilding = async (db: Db, actor: OfficeActor, id: number) => {
  if (!(await findBuilding(db, actor, id))) throw notFound()
}

const accessibleRoom = async (db: Db, actor: OfficeActor, { construction_id, room_id }: { construction_id: number; room_id: number }) => {
  const room = await findRoom(db, actor.clientId, construction_id, room_id)
  if (!room) throw notFound()
  return room
}

export const supportRoutes = answers(support, {
  'GET /api/buildings/:building_id/building_support_versions': async ({ db, actor, params, query }) => {
    await accessibleBuilding(db, actor, params.building_id)
    const place = { buildingId: params.building_id }
    const { entries, ...rest } = await list(db, actor.clientId, place, query, query.building_support_version)
    return { building_support_versions: entries, ...rest }
  },

  'POST /api/buildings/:building_id/building_support_versions': async ({ db, actor, params, body, now }) => {
    await accessibleBuilding(db, actor, params.building_id)
    const { room_id, ...entry } = body.building_support_version
    const room = room_id ? await findNewestRoom(db, actor.clientId, params.building_id, room_id) : null
    if (room === undefined) throw invalid({ room_id: ['は一覧にありません'] })
    const id = await writeEntry(db, actor, { kind: 'building', buildingId: params.building_id, room }, entry, now)
    return { message: '対応履歴を登録しました。', building_support_version: await show(db, actor.clientId, id) }
  },

  'GET /api/constructions/:construction_id/rooms/:room_id/customer_support_versions': async ({ db, actor, params, query }) => {
    const room = await accessibleRoom(db, actor, params)
    const place = { buildingId: room.building_id, roomId: room.id }
    const { entries, ...rest } = await list(db, actor.clientId, place, query, query.customer_support_version)
    return { customer_support_versions: entries, ...rest }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions': async ({ db, actor, params, body, now }) => {
    const room = await accessibleRoom(db, actor, params)
    const id = await writeEntry(db, actor, { kind: 'customer', buildingId: room.building_id, room }, body.customer_support_version, now)
    return { message: '対応履歴を登録しました。', customer_support_version: await show(db, actor.clientId, id) }
  },

  'POST /api/buildings/:building_id/building_support_versions/:id/erasure': async ({ db, actor, params, body }) => {
    await accessibleBuilding(db, actor, params.building_id)
    await eraseOnRequest(db, actor, { buildingId: params.building_id, id: params.id }, body.erasure.reason)
    return { message: '対応履歴を消去しました。' }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions/:id/erasure': async ({ db, actor, params, body }) => {
    const room = await accessibleRoom(db, actor, params)
    await eraseOnRequest(db, actor, { buildingId: room.building_id, roomId: room.id, id: params.id }, body.erasure.reason)
    return { message: '対応履歴を消去しました。' }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions/erasure': async ({ db, actor, params, body }) => {
    const room = await accessibleRoom(db, actor, params)
    const erased = await eraseOnRequest(db, actor, { buildingId: room.building_id, roomId: room.id }, body.erasure.reason)
    return { message: `対応履歴を${erased}件消去しました。` }
  },
})
