// Front door of the answers: what the pages of a room and of a construction show of them.
export { AnswerSummary } from './AnswerSummary.tsx'
export { RoomAnswers } from './RoomAnswers.tsx'
export { RoomKeys } from './RoomKeys.tsx'
