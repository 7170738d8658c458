import type { ClientActor } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import { namesCraftsman } from '../constructions/constructions.ts'
import type { Db } from '../platform/database.ts'

export interface ImageRow {
  uuid: string
  photography_place_entry_id: number | null
  constructions_option_id: number | null
  place_name: string
  timing: string
  filming_at: Date
  file_id: number
  thumbnail_file_id: number | null
  view_file_id: number | null
  sha256: Buffer
  width: number | null
  height: number | null
  uploaded_by_kind: string
  uploaded_by_id: number
  uploaded_by: string | null
}

const images = (clientId: number, roomId: number) => sql<ImageRow>`
  select i.uuid, i.photography_place_entry_id, i.constructions_option_id, coalesce(l.name, e.free_input, c.option_name) as place_name, i.timing, i.filming_at,
    i.file_id, i.thumbnail_file_id, i.view_file_id, x.sha256, i.width, i.height, i.uploaded_by_kind, i.uploaded_by_id, coalesce(u.name, a.name) as uploaded_by
  from room_images i
  join files x on x.client_id = i.client_id and x.id = i.file_id
  left join photography_place_entries e on e.client_id = i.client_id and e.id = i.photography_place_entry_id
  left join photography_places l on l.client_id = e.client_id and l.id = e.photography_place_id
  left join constructions_options c on c.client_id = i.client_id and c.id = i.constructions_option_id
  left join users u on i.uploaded_by_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = i.client_id and u.id = i.uploaded_by_id
  left join admins a on i.uploaded_by_kind = 'admin' and a.id = i.uploaded_by_id
  where i.client_id = ${clientId} and i.room_id = ${roomId} and i.hidden_at is null
  order by i.filming_at, i.id`

/** The photos of a room that are not hidden, in the order they were taken. */
export const listImages = async (db: Db, actor: ClientActor, roomId: number): Promise<ImageRow[]> =>
  (await images(actor.clientId, roomId).execute(db)).rows

export interface RoomOfPhotos {
  id: number
  closed_at: Date | null
}

/** The room, when this actor can reach it; held, so that it cannot be closed meanwhile and one photo of it arrives after the other. */
export const lockRoomForPhotos = async (
  db: Db,
  actor: ClientActor,
  constructionId: number,
  roomId: number,
  hold: boolean,
): Promise<RoomOfPhotos | undefined> => {
  const onlyAssigned = actor.kind === 'craftsman' ? sql`and ${namesCraftsman('n', actor.id)}` : sql``
  const { rows } = await sql<RoomOfPhotos>`
    select r.id, r.closed_at from rooms r join constructions n on n.client_id = r.client_id and n.id = r.construction_id and n.discarded_at is null
    where r.client_id = ${actor.clientId} and n.id = ${constructionId} and r.id = ${roomId} ${onlyAssigned} ${hold ? sql`for no key update of r` : sql``}`.execute(
    db,
  )
  return rows[0]
}

/** Whether a position is one this construction asks photos of. */
export const positionExists = async (
  db: Db,
  clientId: number,
  constructionId: number,
  position: { kind: 'place' | 'option'; id: number },
): Promise<boolean> => {
  if (position.kind === 'place')
    return (
      (await db
        .selectFrom('photography_place_entries')
        .where('client_id', '=', clientId)
        .where('construction_id', '=', constructionId)
        .where('area', '=', 'private')
        .where('id', '=', position.id)
        .where('discarded_at', 'is', null)
        .select('id')
        .executeTakeFirst()) !== undefined
    )
  return (
    (await db
      .selectFrom('constructions_options')
      .where('client_id', '=', clientId)
      .where('construction_id', '=', constructionId)
      .where('id', '=', position.id)
      .select('id')
      .executeTakeFirst()) !== undefined
  )
}

/** A photo by the uuid of its device, hidden or not. */
export const findByUuid = (db: Db, clientId: number, uuid: string) =>
  db
    .selectFrom('room_images as i')
    .innerJoin('files as x', join => join.onRef('x.client_id', '=', 'i.client_id').onRef('x.id', '=', 'i.file_id'))
    .where('i.client_id', '=', clientId)
    .where('i.uuid', '=', uuid)
    .select(['i.id', 'i.room_id', 'i.hidden_at', 'i.uploaded_by_kind', 'i.uploaded_by_id', 'x.sha256'])
    .executeTakeFirst()

export const countInSlot = async (
  db: Db,
  clientId: number,
  roomId: number,
  slot: { photography_place_entry_id: number | null; constructions_option_id: number | null; timing: string },
): Promise<number> =>
  (
    await db
      .selectFrom('room_images')
      .where('client_id', '=', clientId)
      .where('room_id', '=', roomId)
      .where('timing', '=', slot.timing)
      .where('hidden_at', 'is', null)
      .where(sql<boolean>`photography_place_entry_id is not distinct from ${slot.photography_place_entry_id}`)
      .where(sql<boolean>`constructions_option_id is not distinct from ${slot.constructions_option_id}`)
      .select(sql<number>`count(*)::int`.as('photos'))
      .executeTakeFirstOrThrow()
  ).photos

export interface NewImage {
  client_id: number
  uuid: string
  construction_id: number
  room_id: number
  photography_place_entry_id: number | null
  constructions_option_id: number | null
  timing: string
  filming_at: Date
  file_id: number
  thumbnail_file_id: number
  view_file_id: number
  width: number
  height: number
  uploaded_by_kind: string
  uploaded_by_id: number
}
export const insertImage = (db: Db, image: NewImage) => db.insertInto('room_images').values(image).returning('id').executeTakeFirstOrThrow()

export const hideImage = (db: Db, clientId: number, id: number, at: Date) =>
  db.updateTable('room_images').set({ hidden_at: at }).where('client_id', '=', clientId).where('id', '=', id).execute()
