import type { Actor } from '@toguchi/domain/access/actor'
import { canCloseRooms, canCompleteRooms, canReadRooms, canReschedule } from '@toguchi/domain/rooms/policy'
import type { Visit } from './visit-list.ts'

/** What of a room's tasks an address can begin: `?task=` of its page. */
export type TaskOfRoom = 'complete' | 'absence' | 'close'

type State = Pick<Visit, 'status' | 'closed_at'>

const isPossible: Readonly<Record<TaskOfRoom, (room: State, actor: Actor) => boolean>> = {
  complete: ({ status, closed_at }, actor) => status === 'waiting' && closed_at === null && canCompleteRooms(actor),
  absence: ({ status, closed_at }, actor) => status === 'waiting' && closed_at === null && canReschedule(actor),
  close: ({ status, closed_at }, actor) => status === 'completed' && closed_at === null && canCloseRooms(actor),
}

/** The task that the address asks for, where there is one and it can be begun. */
export const taskOfRoom = (asked: string | null, room: State, actor: Actor): TaskOfRoom | null =>
  (asked === 'complete' || asked === 'absence' || asked === 'close') && isPossible[asked](room, actor) ? asked : null

export interface VisitAction {
  label: string
  /** What follows the address of the room. */
  at: string
}

/** The buttons of a card (G-ROOM-18, D-23): where the hands are needed next, in the order of the visit. `isDue`: not before its day. */
export const visitActions = (visit: State, actor: Actor, { isDue }: { isDue: boolean }): VisitAction[] => {
  const may = (task: TaskOfRoom) => isDue && isPossible[task](visit, actor)
  return [
    ...(canReadRooms(actor)
      ? [
          { label: '写真', at: '#photos' },
          { label: '報告書', at: '#report' },
        ]
      : []),
    ...(may('absence') ? [{ label: '不在', at: '?task=absence' }] : []),
    ...(may('complete') ? [{ label: '完了', at: '?task=complete' }] : []),
    ...(may('close') ? [{ label: '完了確定', at: '?task=close' }] : []),
  ]
}
