import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { type Candidate, matchQuestion } from './matching/match.ts'
import { topicQuestions } from './matching/topics.ts'
import { listPublishedFaqs } from './queries.ts'

const questionOf = (candidate: Candidate): string =>
  candidate.kind === 'faq' ? candidate.faq.question : candidate.topic === 'greeting' ? 'あいさつ' : topicQuestions[candidate.topic]

/** What a message would be taken for, for whoever writes frequent questions. Of data it says only that a dwelling's own answers. */
export const previewMessage = async (db: Db, clientId: ClientId, message: string) => {
  const match = matchQuestion(message, await listPublishedFaqs(db, clientId))
  const nothing = { answer: null, source: null }
  if (match.kind === 'emergency') return { ...nothing, by: 'emergency' as const, taken_for: [] }
  if (match.kind === 'person') return { ...nothing, by: 'handover' as const, taken_for: [] }
  if (match.kind === 'unsure')
    return { ...nothing, by: match.near.length === 0 ? ('handover' as const) : ('choice' as const), taken_for: match.near.map(questionOf) }
  const [first] = match.candidates
  const taken_for = match.candidates.map(questionOf)
  return first?.kind === 'faq'
    ? { by: 'faq' as const, answer: first.faq.answer, source: `よくある質問「${first.faq.question}」より`, taken_for }
    : { ...nothing, by: 'data' as const, taken_for }
}
