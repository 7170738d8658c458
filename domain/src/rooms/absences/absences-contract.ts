import { z } from 'zod'
import { contract } from '../../http/endpoint.ts'
import { id, instant, optional, optionalMultilineText, optionalText } from '../../http/fields.ts'
import { canTakePhotos } from '../../photos/policy.ts'
import { RoomDetail } from '../contract.ts'
import { canEndAbsence, canReadRooms, canReschedule } from '../policy.ts'
import { absenceLabels as labels, absenceTransports } from './absence-labels.ts'

const DoorPhoto = z.object({
  uuid: z.string(),
  /** Of the absence that it shows, as the device named both. */
  absence_uuid: z.string(),
  filming_at: instant,
  sha256: z.string(),
  /** The original for the staff, who alone may hear where it was taken; the view for everybody else (D-05). */
  file_url: z.string(),
  view_url: z.string(),
  thumbnail_url: z.string(),
  uploaded_by: z.string().nullable(),
  can_delete: z.boolean(),
})
export type DoorPhoto = z.infer<typeof DoorPhoto>

const RecordedAbsence = z.object({
  uuid: z.string(),
  visited_at: instant,
  recorded_at: instant,
  recorded_by: z.string().nullable(),
  reason: z.string().nullable(),
  /** Why there is no photo; null where there is one, or nobody was asked. */
  photo_omitted_reason: z.string().nullable(),
  photos: z.array(DoorPhoto),
  /** How the household was told; null: not. */
  told_by: z.enum(absenceTransports).nullable(),
  /** It was none: recorded at the wrong door. */
  withdrawn_at: instant.nullable(),
  /** The dwelling is offered a new date because of it. */
  open: z.boolean(),
})
export type RecordedAbsence = z.infer<typeof RecordedAbsence>

const DoorPhotoForm = z.strictObject({
  /** The device's own, so that a repeated upload is the same photo (D-05). */
  uuid: z.uuid(),
  absence_uuid: z.uuid(),
  filming_at: optional(instant),
  /** When the device took the file in, by its own clock: counts where neither the request nor the file says when it was taken. */
  taken_in_at: optional(instant),
  sha256: optional(z.string().regex(/^[0-9a-f]{64}$/)),
  /** The photo itself: a part of the multipart body, never text. */
  file: z.custom<File>(() => false, 'を選択してください').optional(),
})
export type DoorPhotoForm = z.infer<typeof DoorPhotoForm>

const Saved = z.object({ message: z.string(), room: RoomDetail })

/** Visits in vain, and what becomes of them (D-34, feature 16). */
export const absences = contract({
  /** Every visit in vain of a room, the newest first, withdrawn ones too; and photos of doors whose absence has not arrived. */
  'GET /api/constructions/:construction_id/rooms/:room_id/absences': {
    access: canReadRooms,
    response: z.object({ absences: z.array(RecordedAbsence), photos_without_absence: z.array(DoorPhoto) }),
  },
  /**
   * Somebody stood before the door in vain (D-34): remaining work, the household is told, and it may choose anew, by its 不在票 too. `uuid` is
   * the device's own: recorded twice it is once, 409 `absence_uuid_taken` for another room's. `visited_at` absent: now; 409 `date_changed`
   * where the office has moved the room to a later day since. Without a reason the company's own for absences (不在).
   */
  'POST /api/constructions/:construction_id/rooms/:room_id/absence': {
    access: canReschedule,
    labels,
    body: z.strictObject({
      absence: z.strictObject({
        uuid: z.uuid().optional(),
        visited_at: instant.optional(),
        incomplete_reason_id: id.optional(),
        photo_omitted_reason: optionalText(100),
        room_remarks: optionalMultilineText(1000),
      }),
    }),
    response: Saved,
  },
  /**
   * The photo of the door as the device made it; before its absence or after it, closed rooms too: it shows what was. 409 `photo_uuid_taken`
   * for another photo of this uuid, 422 `torn_upload`, `too_many_photos`.
   */
  'POST /api/constructions/:construction_id/rooms/:room_id/absence_photos': {
    access: canTakePhotos,
    labels,
    upload: true,
    ownTransactions: true,
    body: z.strictObject({ absence_photo: DoorPhotoForm }),
    status: 201,
    response: z.object({ message: z.string(), absence_photo: DoorPhoto }),
  },
  /** Hides a photo; craftsmen their own only (G-PHO-12). */
  'DELETE /api/constructions/:construction_id/rooms/:room_id/absence_photos/:photo_uuid': {
    access: canTakePhotos,
    response: z.object({ message: z.string() }),
  },
  /**
   * The absence was recorded by mistake: the room is as it was before, slips lead nowhere, and who has not been told is not. For the
   * craftsman who recorded it, on that day, and for the office. 422 `no_absence` once a new date was found, `not_recorded_by_you`,
   * `wish_taken`.
   */
  'POST /api/constructions/:construction_id/rooms/:room_id/absence/withdrawal': { access: canReschedule, response: Saved },
  /** Offers no new dates after the absence any more; a wish is settled with it. */
  'DELETE /api/constructions/:construction_id/rooms/:room_id/absence': { access: canEndAbsence, response: Saved },
  /** The wish was called about. */
  'POST /api/constructions/:construction_id/rooms/:room_id/revisit_wish/settlement': { access: canEndAbsence, response: Saved },
})
