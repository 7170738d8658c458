// Front door of the schedule: the frames that can still be taken, and what a room beside the sheet is told.
export { type ChosenFrame, FreeFrames } from './FreeFrames.tsx'
export type { RoomBeside } from './RoomBeside.ts'
