import type { OfficeActor, ClientId } from '@toguchi/domain/access/actor'
import type { Occupancy } from '@toguchi/domain/rooms/occupancy/occupancy'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import type { RowChange } from '../platform/database/row-change.ts'
import { placeRooms, type RoomRow } from './place-rooms.ts'
import { lockConstruction } from './queries.ts'
import { listBlocks, listRoomPlaces } from './composition/composition-queries.ts'
import { changeOccupancies } from './occupancy/change-occupancy.ts'
import { closedOccupancies, occupanciesOf } from './occupancy/occupancy-rows.ts'
import { saveComposition } from './composition/save-composition.ts'

/** A room of a file: where it lies, and who is in it. */
interface ListedRoom extends RoomRow {
  occupancy?: Occupancy | null | undefined
}
type Changes = readonly RowChange<ListedRoom, RoomRow & { occupancy: Occupancy; is_closed: boolean }>[]

const place = async (db: Db, clientId: ClientId, constructionId: number, changes: Changes) => {
  const blocks = await listBlocks(db, clientId, constructionId)
  const settings = blocks.map(({ id: _id, position: _position, ...block }) => block)
  return placeRooms(settings, await listRoomPlaces(db, clientId, constructionId), changes)
}

/** The rooms of a construction by wing and place, for a file. `lock` holds the whole grid first, so that it is the one that is saved. */
export const listRoomRows = async (db: Db, actor: OfficeActor, constructionId: number, lock: boolean) => {
  if (lock && !(await lockConstruction(db, actor, constructionId))) throw notFound()
  return listRoomPlaces(db, actor.clientId, constructionId)
}

/** Rooms of a list that find no place in the grid, or in which all is done, by their place in `changes`. */
export const checkRoomRows = async (db: Db, actor: OfficeActor, constructionId: number, changes: Changes) =>
  new Map([...closedOccupancies(changes), ...(await place(db, actor.clientId, constructionId, changes)).refusals])

/** Adds rooms to a construction and moves those it has, as the composition page does: the whole grid is saved (G-ROOM-11), then who is in them. All of them find a place or none is written. */
export const saveRoomRows = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  constructionId: number,
  changes: Changes,
): Promise<void> => {
  const { blocks, cells, refusals } = await place(db, actor.clientId, constructionId, changes)
  const [first] = refusals.keys()
  if (first !== undefined) throw refused(`部屋「${changes[first]?.after.name}」を置く位置がありません。`, 'rooms_without_place')
  await saveComposition(platform, db, actor, constructionId, { blocks, rooms: cells })
  const ids = new Map((await listRoomPlaces(db, actor.clientId, constructionId)).map(({ id, name }) => [name, id]))
  const added = changes.flatMap(({ before, after: { name, occupancy } }) => {
    const id = ids.get(name)
    return before || id === undefined || !occupancy ? [] : [[id, occupancy] as const]
  })
  await changeOccupancies({ platform, db, actor, constructionId }, new Map([...occupanciesOf(changes), ...added]))
}
