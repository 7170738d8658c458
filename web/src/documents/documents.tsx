// Front door of the documents: what other pages offer to print.
export { DocumentJobButton } from './DocumentJobButton.tsx'
export { ConstructionPaper } from './ConstructionPaper.tsx'
