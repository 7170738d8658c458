/** Front door of the legal texts: which versions somebody was shown. */
export { recordShownTexts, settleShownTexts } from './consents.ts'
