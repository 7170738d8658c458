import type { ClientId } from '@toguchi/domain/access/actor'
import type { SignboardForm, SignboardSettingsForm } from '@toguchi/domain/photos/contract'
import type { SignboardCorner, SignboardPlace } from '@toguchi/domain/photos/signboard-layout'
import type { Db } from '../platform/database/database.ts'
import { clientValue } from '../platform/database/part-of-client.ts'
import { rowsOf } from '../platform/database/rows.ts'
import type { Holder } from './queries.ts'
import type { SignedBoard } from './signboard.ts'

export interface SettingsRow {
  use_electronic_signboard: boolean
  electronic_signboard_type: SignboardPlace
  corner: SignboardCorner
  work_kind: string | null
  construction_name: string | null
  contractor_name: string | null
}

/** The construction that a signed link is about. */
export const findConstructionOfBoard = (db: Db, { client, holder }: SignedBoard) =>
  db
    .selectFrom('constructions')
    .where('client_id', '=', clientValue(client))
    .where('id', '=', holder.constructionId)
    .where('discarded_at', 'is', null)
    .select('client_id')
    .executeTakeFirst()

/** How the boards of a construction look. */
export const findSettings = async (db: Db, clientId: ClientId, constructionId: number): Promise<SettingsRow | undefined> => {
  const [row] = await rowsOf<SettingsRow>(
    db,
    `select c.use_electronic_signboard, c.electronic_signboard_type, coalesce(sgs.corner, 'lower_left') as corner, sgs.work_kind,
       c.name as construction_name, esc.name as contractor_name
     from constructions c left join signboard_settings sgs on sgs.client_id = c.client_id and sgs.construction_id = c.id
     left join electronic_signboard_contractors esc on esc.client_id = c.client_id and esc.id = c.electronic_signboard_contractor_id
     where c.client_id = $1 and c.id = $2 and c.discarded_at is null`,
    [clientId, constructionId],
  )
  return row
}

export const saveSettings = (db: Db, clientId: ClientId, constructionId: number, { corner, work_kind }: SignboardSettingsForm) =>
  db
    .insertInto('signboard_settings')
    .values({ client_id: clientId, construction_id: constructionId, corner, work_kind })
    .onConflict(conflict => conflict.columns(['client_id', 'construction_id']).doUpdateSet({ corner, work_kind }))
    .execute()

/** Another day for a photo; what stood there at first stays, whoever corrects it again. */
export const saveFilmingAt = (
  db: Db,
  clientId: ClientId,
  { roomId }: Holder,
  uuid: string,
  { filming_at, before, reason }: { filming_at: Date; before: Date; reason: string },
) =>
  db
    .updateTable(roomId === null ? 'common_area_images' : 'room_images')
    .set({ filming_at, filming_at_before: before, filming_at_reason: reason })
    .where('client_id', '=', clientId)
    .where('uuid', '=', uuid)
    .execute()

export const saveBoard = (
  db: Db,
  clientId: ClientId,
  { roomId }: Holder,
  uuid: string,
  { hidden, work_kind, place, note }: SignboardForm,
) =>
  db
    .updateTable(roomId === null ? 'common_area_images' : 'room_images')
    .set({ signboard_hidden: hidden, signboard_work_kind: work_kind, signboard_place: place, signboard_note: note })
    .where('client_id', '=', clientId)
    .where('uuid', '=', uuid)
    .execute()

export const saveDrawn = (
  db: Db,
  clientId: ClientId,
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
