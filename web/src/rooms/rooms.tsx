// Front door of the rooms: the grid that buildings lay out too, and what a change of a room makes stale.
export { channels } from './ActingForFields.tsx'
export { type ChosenFrame, FreeFrames } from './FreeFrames.tsx'
export { roomReads } from './room-reads.ts'
export { RoomSearch } from './RoomSearch.tsx'
export { RoomCompositionEditor } from './RoomCompositionEditor.tsx'
export { gridOf, type SavedGrid } from './room-grid.ts'
export { SignaturePad } from './SignaturePad.tsx'
