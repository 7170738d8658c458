import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { DoorPhotoForm } from '@toguchi/domain/rooms/absences/absences-contract'
import type { Request } from '../../platform/outbox/outbox.ts'
import type { RoomDetail } from '../../room-reads/room-reads.ts'
import { paths } from '../../site/paths.ts'

const api = '/api/constructions/:construction_id/rooms/:room_id/absence_photos'

export interface DoorPhoto {
  id: string
  file: File
  takenAt: Date
}

/**
 * The request that hands in the photo of a door as the device made it (feature 16). It waits for nothing, and nothing for it: the server joins
 * it with its absence, whichever arrives first.
 */
export const doorPhotoRequest = (
  { construction_id, id, name, building_name }: Pick<RoomDetail, 'construction_id' | 'id' | 'name' | 'building_name'>,
  absence_uuid: string,
  photo: DoorPhoto,
): Request => ({
  id: photo.id,
  key: `POST ${api}`,
  params: { construction_id, room_id: id },
  body: sha256 => ({
    absence_photo: {
      uuid: photo.id,
      absence_uuid,
      sha256,
      filming_at: null,
      taken_in_at: photo.takenAt.toISOString(),
    } satisfies DoorPhotoForm,
  }),
  file: { field: 'absence_photo[file]', file: photo.file },
  proof: 'absence_photo',
  refusal: null,
  line: [api, construction_id, id].join(' '),
  group: null,
  place: building_name,
  page: paths.room(construction_id, id),
  behind: false,
  stale: ['GET /api/constructions/:construction_id/rooms/:room_id/absences'],
  title: `${addressedRoom(name)}　不在時の玄関の写真`,
})

/** Whether a request of the outbox is such a photo of this room. */
export const isDoorPhotoOf =
  ({ construction_id, id }: Pick<RoomDetail, 'construction_id' | 'id'>) =>
  ({ key, params }: { key: string; params: Readonly<Record<string, string | number>> }): boolean =>
    key === `POST ${api}` && params['construction_id'] === construction_id && params['room_id'] === id
