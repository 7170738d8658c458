// Front door of the rooms: the grid that buildings lay out too, and the search for rooms.
export { RoomSearch } from './RoomSearch.tsx'
export { RoomCompositionEditor } from './composition/RoomCompositionEditor.tsx'
export { gridOf, type SavedGrid } from './composition/room-grid.ts'
