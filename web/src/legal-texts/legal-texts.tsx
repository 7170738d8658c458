import { optionalPart } from '../platform/optional-part.ts'

/** Front door of the legal texts: where somebody agrees, what is new, and what was agreed to. */
export { AgreedTexts } from './AgreedTexts.tsx'
export { Consents } from './Consents.tsx'
export { readShownTexts } from './shown-texts.ts'

/** Not on every visit, and asked for once the page stands: fetched then. */
export const NewLegalTexts = optionalPart(async () => (await import('./NewLegalTexts.tsx')).NewLegalTexts)
