import type { OfficeActor } from '@toguchi/domain/access/actor'
import { roomLabels } from '@toguchi/domain/rooms/labels'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import { recordEvents } from '../platform/events.ts'
import { setRemarks } from './queries.ts'
import type { RoomTarget } from './room-target.ts'

/** A row of a file that says something of a dwelling; `before` is the room as it stands. */
interface RemarksChange {
  before: { id: number; room_remarks: string | null; is_closed: boolean } | null
  after: { room_remarks?: string | null | undefined }
}

const remarksOf = (changes: readonly RemarksChange[]) =>
  changes.flatMap(({ before, after: { room_remarks } }) =>
    before && room_remarks !== undefined && room_remarks !== before.room_remarks
      ? [{ id: before.id, room_remarks, was: before.room_remarks }]
      : [],
  )

/** Rows that would write into a dwelling in which all is done, by their place in `changes`. */
export const closedRemarks = (changes: readonly RemarksChange[]): Map<number, { key: string; text: string }> =>
  new Map(
    changes.flatMap((change, at) =>
      change.before?.is_closed === true && remarksOf([change]).length > 0
        ? [[at, { key: 'room_remarks', text: `${roomLabels.room_remarks}は${closedRoomText}` }] as const]
        : [],
    ),
  )

/** What a list notes of many dwellings: their 部屋備考 (field-use O17). */
export const changeRemarks = async (
  { platform, db, actor, constructionId }: Omit<RoomTarget, 'roomId' | 'actor'> & { actor: OfficeActor },
  changes: readonly RemarksChange[],
): Promise<void> => {
  const remarks = remarksOf(changes)
  if (remarks.length === 0) return
  await setRemarks(db, actor.clientId, remarks, platform.now())
  await recordEvents(
    db,
    remarks.map(({ id, room_remarks, was }) => ({
      kind: 'rooms.updated' as const,
      actor,
      clientId: actor.clientId,
      constructionId,
      roomId: id,
      change: { before: {}, after: {} },
      personal: { before: { room_remarks: was }, after: { room_remarks } },
    })),
  )
}
