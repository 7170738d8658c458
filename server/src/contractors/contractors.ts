/** Front door of the contractors slice. */
export { listEveryContractor, listEveryCraftsman } from './queries.ts'
export { checkContractors, saveContractors } from './save-contractors.ts'
export { checkCraftsmen, saveCraftsmen } from './save-craftsmen.ts'
export { eraseDiscardedContractors } from './erase-queries.ts'
