// Front door of the rooms: the grid that buildings lay out too, the search for rooms, and the form of who lives in one.
export { EditResident } from './EditResident.tsx'
export { ReceptionBadge } from './ReceptionBadge.tsx'
export { RoomSearch } from './RoomSearch.tsx'
export { RoomCompositionEditor } from './composition/RoomCompositionEditor.tsx'
export { gridOf, type SavedGrid } from './composition/room-grid.ts'

/** A craftsman's day, fetched by craftsmen alone. */
export const loadOwnDay = () => import('./visits/day/OwnDay.tsx')
/** What its first picture is made of, where what the phone showed last stands there already. */
export const loadReadWholeDay = () => import('./visits/day/read-whole-day.ts')
export { dateOfAddress, ownDayOf } from './visits/own-days.ts'
