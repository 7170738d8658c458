import { lazy, Suspense } from 'react'
import type { RoomDetail } from '../../room-reads/room-reads.ts'

// Fetched after the page, which must open on a phone with bad reception; the page fetches them ahead while nothing else goes on.
const CompleteModal = lazy(async () => ({ default: (await import('./CompleteModal.tsx')).CompleteModal }))
const RescheduleModal = lazy(async () => ({ default: (await import('./RescheduleModal.tsx')).RescheduleModal }))
const AbsenceModal = lazy(async () => ({ default: (await import('../absences/AbsenceModal.tsx')).AbsenceModal }))
const CloseModal = lazy(async () => ({ default: (await import('./CloseModal.tsx')).CloseModal }))
const ChangeDateModal = lazy(async () => ({ default: (await import('./ChangeDateModal.tsx')).ChangeDateModal }))
const ConfirmDateModal = lazy(async () => ({ default: (await import('./ConfirmDateModal.tsx')).ConfirmDateModal }))
const ExtendDateChangeModal = lazy(async () => ({ default: (await import('./ExtendDateChangeModal.tsx')).ExtendDateChangeModal }))
const ResidentModal = lazy(async () => ({ default: (await import('./ResidentModal.tsx')).ResidentModal }))

/** What is done with a room in a dialog of its own. */
export type RoomTask = 'complete' | 'reschedule' | 'absence' | 'close' | 'date' | 'confirm' | 'resident' | 'extend'

interface Props {
  room: RoomDetail
  task: RoomTask | null
  onClose: () => void
  /** The visit is over: done, or in vain. */
  onLeft: (left: VisitLeft) => void
}

/** How a visit ended, and what the server said to it; null where it has not heard of it yet. */
export interface VisitLeft {
  by: 'completion' | 'absence'
  answer: { message: string; room: Pick<RoomDetail, 'why_no_withdrawal'> } | null
}

/** The dialog of the task that was begun. */
export const RoomTasks = ({ room, task, onClose, onLeft }: Props) => (
  <Suspense>
    {task === 'complete' ? <CompleteModal room={room} onClose={onClose} onDone={answer => onLeft({ by: 'completion', answer })} /> : null}
    {task === 'reschedule' ? <RescheduleModal room={room} onClose={onClose} /> : null}
    {task === 'absence' ? <AbsenceModal room={room} onClose={onClose} onDone={answer => onLeft({ by: 'absence', answer })} /> : null}
    {task === 'close' ? <CloseModal room={room} onClose={onClose} /> : null}
    {task === 'date' ? <ChangeDateModal room={room} onClose={onClose} /> : null}
    {task === 'confirm' ? <ConfirmDateModal room={room} onClose={onClose} /> : null}
    {task === 'extend' ? <ExtendDateChangeModal room={room} onClose={onClose} /> : null}
    {task === 'resident' ? <ResidentModal room={room} onClose={onClose} /> : null}
  </Suspense>
)
