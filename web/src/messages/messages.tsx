// Front door of the messages: what the page of a construction shows of them.
export { MessagesLink } from './MessagesLink.tsx'
export { usePaperList } from './use-paper-list.ts'
