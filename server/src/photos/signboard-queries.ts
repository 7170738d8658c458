import type { SignboardForm, SignboardSettingsForm } from '@toguchi/domain/photos/contract'
import type { SignboardCorner, SignboardPlace } from '@toguchi/domain/photos/signboard-layout'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import type { Holder } from './queries.ts'

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
