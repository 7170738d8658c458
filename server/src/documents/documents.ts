/** Front door of the documents of buildings and constructions. */
export { removeHiddenDocuments } from './purge-queries.ts'
export { hideFilingFiles, leaveFilings } from './queries.ts'
