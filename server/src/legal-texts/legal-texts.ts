/** Front door of the legal texts: which versions somebody was shown. */
export { recordShownTexts } from './consents.ts'
