import type { WorkerActor, ClientId } from '@toguchi/domain/access/actor'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'
import type { SignboardCorner, SignboardPlace } from '@toguchi/domain/photos/signboard-layout'
import { sql } from 'kysely'
import { namesCraftsman } from '../access/access.ts'
import type { Db } from '../platform/database/database.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { isAmong } from './hand-ins/hand-in-queries.ts'

/** What photos hang on: a room, or, without one, the common area of a construction. */
export interface Holder {
  constructionId: number
  roomId: number | null
}

/** A photo's place: an entry of the construction's photography places, or an ordered option of a room. */
export interface Slot {
  photography_place_entry_id: number | null
  constructions_option_id: number | null
  timing: PhotoTiming
}

export interface ImageRow extends Slot {
  uuid: string
  place_name: string
  filming_at: Date
  file_id: number
  thumbnail_file_id: number | null
  view_file_id: number | null
  sha256: Buffer
  content_type: string
  width: number | null
  height: number | null
  uploaded_by_kind: string
  uploaded_by_id: number
  uploaded_by: string | null
  room_name: string | null
  construction_name: string | null
  use_electronic_signboard: boolean
  electronic_signboard_type: SignboardPlace
  contractor_name: string | null
  signboard_corner: SignboardCorner
  /** What the construction says of all its photos. */
  construction_work_kind: string | null
  signboard_hidden: boolean
  signboard_work_kind: string | null
  signboard_place: string | null
  signboard_note: string | null
  view_sha256: Buffer | null
}

/** The same with what is known of its moment (decision 082). */
export interface AlbumImageRow extends ImageRow {
  device_at: Date | null
  filming_at_before: Date | null
  filming_at_reason: string | null
  created_at: Date
}

/** The photos `i` of a holder. Those of the common area are of places only. */
const imagesOf = (clientId: ClientId, { constructionId, roomId }: Holder) =>
  roomId === null
    ? {
        table: sql.table('common_area_images'),
        own: sql`image.client_id = ${clientId} and image.construction_id = ${constructionId}`,
        option: sql`null::bigint`,
        room: sql`null::bigint`,
      }
    : {
        table: sql.table('room_images'),
        own: sql`image.client_id = ${clientId} and image.construction_id = ${constructionId} and image.room_id = ${roomId}`,
        option: sql`image.constructions_option_id`,
        room: sql`image.room_id`,
      }

/** Which of a holder's photos; all of them when nothing is said. */
interface Which {
  timing?: PhotoTiming | undefined
  uuid?: string
}

/** The photos of a holder that are not hidden, in the order they were taken, with what their boards say. */
export const listImages = async (db: Db, clientId: ClientId, holder: Holder, { timing, uuid }: Which = {}): Promise<AlbumImageRow[]> => {
  const { table, own, option, room } = imagesOf(clientId, holder)
  const { rows } = await sql<AlbumImageRow>`
    select image.uuid, image.photography_place_entry_id, ${option} as constructions_option_id, coalesce(pp.name, ppe.free_input, co.option_name) as place_name,
      image.timing, image.filming_at, image.device_at, image.filming_at_before, image.filming_at_reason, image.created_at, image.file_id, image.thumbnail_file_id, image.view_file_id, fi.sha256, fi.content_type, image.width, image.height,
      image.uploaded_by_kind, image.uploaded_by_id, coalesce(u.name, ad.name) as uploaded_by,
      r.name as room_name, c.name as construction_name, c.use_electronic_signboard, c.electronic_signboard_type, esc.name as contractor_name,
      coalesce(sgs.corner, 'lower_left') as signboard_corner, sgs.work_kind as construction_work_kind,
      image.signboard_hidden, image.signboard_work_kind, image.signboard_place, image.signboard_note, view.sha256 as view_sha256
    from ${table} image
    join constructions c on c.client_id = image.client_id and c.id = image.construction_id
    left join rooms r on r.client_id = image.client_id and r.id = ${room}
    left join signboard_settings sgs on sgs.client_id = image.client_id and sgs.construction_id = image.construction_id
    left join electronic_signboard_contractors esc on esc.client_id = c.client_id and esc.id = c.electronic_signboard_contractor_id
    left join files view on view.client_id = image.client_id and view.id = image.view_file_id
    join files fi on fi.client_id = image.client_id and fi.id = image.file_id
    left join photography_place_entries ppe on ppe.client_id = image.client_id and ppe.id = image.photography_place_entry_id
    left join photography_places pp on pp.client_id = ppe.client_id and pp.id = ppe.photography_place_id
    left join constructions_options co on co.client_id = image.client_id and co.id = ${option}
    left join users u on image.uploaded_by_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = image.client_id and u.id = image.uploaded_by_id
    left join admins ad on image.uploaded_by_kind = 'admin' and ad.id = image.uploaded_by_id
    where ${own} and image.hidden_at is null and (${timing ?? null}::text is null or image.timing = ${timing ?? null})
      and (${uuid ?? null}::uuid is null or image.uuid = ${uuid ?? null}::uuid)
    order by image.filming_at, image.id`.execute(db)
  return rows
}

/**
 * The holder, when this actor reaches it, and since when it takes no photos any more. Held, it cannot be closed meanwhile, and one
 * photo of it arrives after the other. `handedIn`: the constructions that a ticket opens, instead of those that the craftsman reaches
 * (decision 087).
 */
export const findHolder = async (
  db: Db,
  actor: WorkerActor,
  { constructionId, roomId }: Holder,
  lock: boolean,
  handedIn?: readonly number[],
): Promise<{ client_id: ClientId; closed_at: Date | null } | undefined> => {
  const client = clientNumberOf(actor)
  const reach = handedIn === undefined && actor.kind === 'craftsman' ? namesCraftsman(actor) : handedIn && isAmong(handedIn)
  const onlyAssigned = reach === undefined ? sql`` : sql`and ${reach}`
  const { rows } = await (
    roomId === null
      ? sql<{ client_id: ClientId; closed_at: null }>`
        select c.client_id, null as closed_at from constructions c
        where c.client_id = ${client} and c.id = ${constructionId} and c.discarded_at is null ${onlyAssigned}
        ${lock ? sql`for no key update of c` : sql``}`
      : sql<{ client_id: ClientId; closed_at: Date | null }>`
        select r.client_id, r.closed_at from rooms r join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
        where r.client_id = ${client} and c.id = ${constructionId} and r.id = ${roomId} ${onlyAssigned}
        ${lock ? sql`for no key update of r` : sql``}`
  ).execute(db)
  return rows[0]
}

/** Whether a position is one this construction asks photos of: private places and options in rooms, common places outside (G-PHO-02). */
export const positionExists = async (
  db: Db,
  clientId: ClientId,
  { constructionId, roomId }: Holder,
  position: { kind: 'place' | 'option'; id: number },
): Promise<boolean> => {
  if (position.kind === 'place')
    return (
      (await db
        .selectFrom('photography_place_entries')
        .where('client_id', '=', clientId)
        .where('construction_id', '=', constructionId)
        .where('area', '=', roomId === null ? 'common' : 'private')
        .where('id', '=', position.id)
        .where('discarded_at', 'is', null)
        .select('id')
        .executeTakeFirst()) !== undefined
    )
  if (roomId === null) return false
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

export interface FoundImage {
  id: number
  /** Whether it is this holder's. */
  own: boolean
  hidden_at: Date | null
  uploaded_by_kind: string
  uploaded_by_id: number
  sha256: Buffer
}

/** A photo by the uuid of its device, hidden or not, of whichever holder of the same kind. */
export const findByUuid = async (db: Db, clientId: ClientId, holder: Holder, uuid: string): Promise<FoundImage | undefined> => {
  const { table, own } = imagesOf(clientId, holder)
  const { rows } = await sql<FoundImage>`
    select image.id, ${own} as own, image.hidden_at, image.uploaded_by_kind, image.uploaded_by_id, fi.sha256
    from ${table} image join files fi on fi.client_id = image.client_id and fi.id = image.file_id
    where image.client_id = ${clientId} and image.uuid = ${uuid}`.execute(db)
  return rows[0]
}

/** How many photos a slot shows. */
export const countInSlot = async (db: Db, clientId: ClientId, holder: Holder, slot: Slot): Promise<number> => {
  const { table, own, option } = imagesOf(clientId, holder)
  const { rows } = await sql<{ photos: number }>`
    select count(*)::int as photos from ${table} image
    where ${own} and image.timing = ${slot.timing} and image.hidden_at is null
      and image.photography_place_entry_id is not distinct from ${slot.photography_place_entry_id}
      and ${option} is not distinct from ${slot.constructions_option_id}::bigint`.execute(db)
  return rows[0]?.photos ?? 0
}

export interface DrawnRow {
  /** Of the view that is drawn on. */
  view_key: string
  signboard_file_id: number | null
  signboard_version: Buffer | null
  /** Of what was drawn. */
  drawn_key: string | null
}

/** What was drawn of a photo so far; held, nobody else keeps another meanwhile. */
export const findDrawn = async (db: Db, clientId: ClientId, holder: Holder, uuid: string, lock: boolean): Promise<DrawnRow | undefined> => {
  const { table, own } = imagesOf(clientId, holder)
  const { rows } = await sql<DrawnRow>`
    select view.storage_key as view_key, image.signboard_file_id, image.signboard_version, drawn.storage_key as drawn_key
    from ${table} image
    join files view on view.client_id = image.client_id and view.id = image.view_file_id
    left join files drawn on drawn.client_id = image.client_id and drawn.id = image.signboard_file_id
    where ${own} and image.uuid = ${uuid}::uuid and image.hidden_at is null ${lock ? sql`for no key update of image` : sql``}`.execute(db)
  return rows[0]
}

export interface NewImage extends Slot {
  uuid: string
  filming_at: Date
  device_at: Date | null
  created_at: Date
  file_id: number
  thumbnail_file_id: number
  view_file_id: number
  width: number
  height: number
  uploaded_by_kind: string
  uploaded_by_id: number
}

export const insertImage = async (db: Db, clientId: ClientId, { constructionId, roomId }: Holder, image: NewImage): Promise<void> => {
  const own = { client_id: clientId, construction_id: constructionId }
  if (roomId !== null) {
    await db
      .insertInto('room_images')
      .values({ ...own, room_id: roomId, ...image })
      .execute()
    return
  }
  const { photography_place_entry_id, constructions_option_id: _none, ...rest } = image
  if (photography_place_entry_id === null) throw new Error('a photo of the common area is of a place')
  await db
    .insertInto('common_area_images')
    .values({ ...own, ...rest, photography_place_entry_id })
    .execute()
}

export const hideImage = (db: Db, clientId: ClientId, { roomId }: Holder, id: number, at: Date) =>
  db
    .updateTable(roomId === null ? 'common_area_images' : 'room_images')
    .set({ hidden_at: at })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
