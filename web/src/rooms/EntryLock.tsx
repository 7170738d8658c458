import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { useQuery } from '@tanstack/react-query'
import { LiftLock } from '../accounts/accounts.tsx'
import { q, useApiMutation } from '../platform/api/api.ts'
import type { RoomDetail } from '../room-reads/room-reads.ts'
import { Help } from '../ui/form/FieldParts.ts'

/** Wrong codes or passwords keep the dwelling out of its page: whoever takes its call lets it try again. */
export const EntryLock = ({ room }: { room: RoomDetail }) => {
  const params = { construction_id: room.construction_id, room_id: room.id }
  const { data } = useQuery(q('GET /api/constructions/:construction_id/rooms/:room_id/entry_lock', { params }, { silent: true }))
  const lift = useApiMutation('DELETE /api/constructions/:construction_id/rooms/:room_id/entry_lock', {
    invalidates: [
      'GET /api/constructions/:construction_id/rooms/:room_id/entry_lock',
      'GET /api/constructions/:construction_id/rooms/:room_id/events',
    ],
  })
  const until = data?.locked_until ?? null
  return until === null ? null : (
    <div data-testid="entry-lock">
      <Help>居住者ページの認証コードかパスワードの誤りが続いたため、入力できません。</Help>
      <LiftLock name={addressedRoom(room.name)} until={until} busy={lift.isPending} onLift={() => lift.mutate({ params })} />
    </div>
  )
}
