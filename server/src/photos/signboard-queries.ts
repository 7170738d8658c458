import type { SignboardForm, SignboardSettingsForm } from '@toguchi/domain/photos/contract'
import type { SignboardCorner, SignboardPlace } from '@toguchi/domain/photos/signboard-layout'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { type Holder, imagesOf } from './queries.ts'

export interface SettingsRow {
  use_electronic_signboard: boolean
  electronic_signboard_type: SignboardPlace
  corner: SignboardCorner
  work_kind: string | null
}

/** How the boards of a construction look. */
export const findSettings = async (db: Db, clientId: number, constructionId: number): Promise<SettingsRow | undefined> => {
  const [row] = await rowsOf<SettingsRow>(
    db,
    `select c.use_electronic_signboard, c.electronic_signboard_type, coalesce(sgs.corner, 'lower_left') as corner, sgs.work_kind
     from constructions c left join signboard_settings sgs on sgs.client_id = c.client_id and sgs.construction_id = c.id
     where c.client_id = $1 and c.id = $2 and c.discarded_at is null`,
    [clientId, constructionId],
  )
  return row
}

export const saveSettings = (db: Db, clientId: number, constructionId: number, { corner, work_kind }: SignboardSettingsForm) =>
  db
    .insertInto('signboard_settings')
    .values({ client_id: clientId, construction_id: constructionId, corner, work_kind })
    .onConflict(conflict => conflict.columns(['client_id', 'construction_id']).doUpdateSet({ corner, work_kind }))
    .execute()

export const saveBoard = (db: Db, clientId: number, { roomId }: Holder, uuid: string, { hidden, work_kind, place, note }: SignboardForm) =>
  db
    .updateTable(roomId === null ? 'common_area_images' : 'room_images')
    .set({ signboard_hidden: hidden, signboard_work_kind: work_kind, signboard_place: place, signboard_note: note })
    .where('client_id', '=', clientId)
    .where('uuid', '=', uuid)
    .execute()

export interface DrawnRow {
  /** Of the view that is drawn on. */
  view_key: string
  signboard_file_id: number | null
  signboard_version: Buffer | null
  /** Of what was drawn. */
  drawn_key: string | null
}

/** What was drawn of a photo so far; held, nobody else keeps another meanwhile. */
export const findDrawn = async (db: Db, clientId: number, holder: Holder, uuid: string, lock: boolean): Promise<DrawnRow | undefined> => {
  const { table, own } = imagesOf(clientId, holder)
  const { rows } = await sql<DrawnRow>`
    select view.storage_key as view_key, image.signboard_file_id, image.signboard_version, drawn.storage_key as drawn_key
    from ${table} image
    join files view on view.client_id = image.client_id and view.id = image.view_file_id
    left join files drawn on drawn.client_id = image.client_id and drawn.id = image.signboard_file_id
    where ${own} and image.uuid = ${uuid}::uuid and image.hidden_at is null ${lock ? sql`for no key update of image` : sql``}`.execute(db)
  return rows[0]
}

export const saveDrawn = (
  db: Db,
  clientId: number,
  { roomId }: Holder,
  uuid: string,
  signboard_file_id: number,
  signboard_version: Buffer,
) =>
  db
    .updateTable(roomId === null ? 'common_area_images' : 'room_images')
    .set({ signboard_file_id, signboard_version })
    .where('client_id', '=', clientId)
    .where('uuid', '=', uuid)
    .execute()
