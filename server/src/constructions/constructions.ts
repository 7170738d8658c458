/** Front door of the constructions slice. */
export { presentConstruction, presentFlat } from './present.ts'
export { countByStatus, findConstruction, listConstructions } from './queries.ts'
export { eraseDiscardedConstructions } from './erase-queries.ts'
