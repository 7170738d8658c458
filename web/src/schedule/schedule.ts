// Front door of the schedule: the frames that can still be taken.
export { type ChosenFrame, FreeFrames } from './FreeFrames.tsx'
