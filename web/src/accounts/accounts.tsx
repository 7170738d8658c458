/** Front door of the accounts' pages: parts that residents' pages show, too. */
export { NewPasswordFields } from './NewPasswordFields.tsx'
export { Telephone } from './Telephone.tsx'
