// Front door of the documents: what other pages offer to print.
export { DocumentJobButton, forgetPapers } from './DocumentJobButton.tsx'
export { ConstructionPaper } from './ConstructionPaper.tsx'
export { SheetsModal } from './sheets/sheets.ts'
export { sheetsOf, useAskBeforeLetters } from './sheets/ask-before-letters.tsx'
export { DocumentShelf } from './DocumentShelf.tsx'
export { filingShelf } from './shelf.ts'
