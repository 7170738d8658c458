import { lazy } from 'react'
import { DetailSchedulePage } from '../schedule/DetailSchedulePage.tsx'

export { loader } from '../schedule/DetailSchedulePage.tsx'

// A room is looked at after the schedule stands.
const RoomPanel = lazy(async () => ({ default: (await import('../rooms/panel/RoomPanel.tsx')).RoomPanel }))

/** 詳細工程表 with the room that is looked at beside it: the schedule lies below the rooms in the ladder and cannot reach for them. */
export const ScheduleWithRoomPage = () => <DetailSchedulePage roomBeside={RoomPanel} />
