/** Front door of the legal texts: where somebody agrees, what is new, and what was agreed to. */
export { AgreedTexts } from './AgreedTexts.tsx'
export { Consents } from './Consents.tsx'
export { NewLegalTexts } from './NewLegalTexts.tsx'
export { readShownTexts } from './shown-texts.ts'
