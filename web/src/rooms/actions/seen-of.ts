import type { RoomDetail } from '../../room-reads/room-reads.ts'

/** Where the room stands on the screen: whoever decides over its date is asked again when somebody moved it meanwhile. */
export const seenOf = ({ assign }: Pick<RoomDetail, 'assign'>) =>
  assign === null ? null : { date: assign.date, construction_time_frame_id: assign.construction_time_frame_id }
