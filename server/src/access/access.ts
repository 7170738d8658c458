/** Front door of the access rules that are SQL: which constructions a craftsman reaches. */
export { namesCraftsman, namesCraftsmanText } from './queries.ts'
