import { Suspense } from 'react'
import { partOnDemand } from '../../platform/late-part.ts'
import type { RoomDetail } from '../../room-reads/room-reads.ts'

// Fetched after the page, which must open on a phone with bad reception; the page fetches them ahead while nothing else goes on.
const CompleteModal = partOnDemand(async () => (await import('./CompleteModal.tsx')).CompleteModal)
const RescheduleModal = partOnDemand(async () => (await import('./RescheduleModal.tsx')).RescheduleModal)
const AbsenceModal = partOnDemand(async () => (await import('../absences/AbsenceModal.tsx')).AbsenceModal)
const CloseModal = partOnDemand(async () => (await import('./CloseModal.tsx')).CloseModal)
const ChangeDateModal = partOnDemand(async () => (await import('./ChangeDateModal.tsx')).ChangeDateModal)
const ConfirmDateModal = partOnDemand(async () => (await import('./ConfirmDateModal.tsx')).ConfirmDateModal)
const ExtendDateChangeModal = partOnDemand(async () => (await import('./ExtendDateChangeModal.tsx')).ExtendDateChangeModal)
const ResidentModal = partOnDemand(async () => (await import('./ResidentModal.tsx')).ResidentModal)

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
