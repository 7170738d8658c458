/** Front door of the rooms slice. */
export { checkComposition } from './check-composition.ts'
export { layRooms } from './lay-rooms.ts'
export type { NewBlock } from './queries.ts'
