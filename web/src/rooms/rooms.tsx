// Front door of the rooms: the grid that buildings lay out too, and the search for rooms.
export { RoomSearch } from './RoomSearch.tsx'
export { RoomCompositionEditor } from './RoomCompositionEditor.tsx'
export { gridOf, type SavedGrid } from './room-grid.ts'
