/** Front door of the chatbot slice. */
export { eraseHistories, purgeConversations } from './queries.ts'
