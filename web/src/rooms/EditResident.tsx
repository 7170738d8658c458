import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { partOnDemand } from '../platform/late-part.ts'
import { q } from '../platform/api/api.ts'

const ResidentModal = partOnDemand(async () => (await import('./actions/ResidentModal.tsx')).ResidentModal)

/** The form of a room's resident for lists that show only a part of them: the room is read when somebody begins. */
export const EditResident = ({ construction_id, room_id, onClose }: { construction_id: number; room_id: number; onClose: () => void }) => {
  const { data } = useQuery(q('GET /api/constructions/:construction_id/rooms/:room_id', { params: { construction_id, room_id } }))
  return <Suspense>{data === undefined ? null : <ResidentModal room={data.room} onClose={onClose} />}</Suspense>
}
