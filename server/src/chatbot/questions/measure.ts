import { firstFaqs } from '@toguchi/domain/masters/first-faqs'
import { type Response, respond } from '../answering/respond.ts'
import { type Candidate, type Faq, matchQuestion } from '../matching/match.ts'
import { dwellings } from './dwellings.ts'
import type { Question } from './question.ts'

/** The frequent questions that every client starts with. */
export const measuredFaqs: readonly Faq[] = firstFaqs.map((faq, at) => ({ ...faq, id: at + 1 }))

/**
 * `right`: answered by what was accepted; a hand-over too, where a person was. `offered`: the right topic is among those to choose from.
 * `handed`: to a person, without need. `wrong`: an answer that is none to this question, or says what is not so.
 */
export type Outcome = 'right' | 'offered' | 'handed' | 'wrong'

export type Measured = Record<Outcome, number> & {
  /** All hand-overs, those that were right too, and every choice in which what was meant is missing: it ends at the telephone. An emergency is none. */
  handedOver: number
  /** Answers with a day in them that the dwelling does not have. */
  wrongDates: number
}

export const judge = (question: Question): { outcome: Outcome; response: Response } => {
  const response = respond(dwellings[question.dwelling ?? 'confirmed'], measuredFaqs, question.asked)
  return { outcome: outcomeOf(question, response), response }
}

const outcomeOf = ({ asked, right, says = [], saysNot = [] }: Question, response: Response): Outcome => {
  const { by, answer } = response
  if (response.emergency || right.every(name => name === 'emergency'))
    return response.emergency && right.includes('emergency') ? 'right' : 'wrong'
  if (response.handed_over) return right.includes('handover') ? 'right' : 'handed'
  if (by.includes('choice')) return offers(asked, right) ? 'offered' : 'handed'
  const isRight =
    by.every(name => isAccepted(keyOf(name), right)) &&
    says.every(text => answer.includes(text)) &&
    !saysNot.some(text => answer.includes(text))
  return isRight ? 'right' : 'wrong'
}

/** `faq:other` is any frequent question that has no name among those that a question can accept. */
const namedFaqs: ReadonlySet<string> = new Set(
  ['pets', 'children', 'identity', 'parking', 'owner', 'photos', 'refuse'].map(key => `faq:${key}`),
)
const isAccepted = (name: string, right: readonly string[]): boolean =>
  right.includes(name) || (right.includes('faq:other') && name.startsWith('faq:') && !namedFaqs.has(name))

const offers = (asked: string, right: readonly string[]): boolean => {
  const match = matchQuestion(asked, measuredFaqs)
  return match.kind === 'unsure' && match.near.some(candidate => isAccepted(keyOf(nameOf(candidate)), right))
}

const nameOf = (candidate: Candidate): string => (candidate.kind === 'faq' ? `faq:${candidate.faq.id}` : candidate.topic)

const keyOf = (name: string): string => {
  const id = /^faq:(\d+)$/.exec(name)?.[1]
  return id === undefined ? name : `faq:${firstFaqs[Number(id) - 1]?.key ?? id}`
}

/** Of what a resident is told, what is the dwelling's own: every day that its pages show. */
const daysIn = (text: string): string[] => [...text.matchAll(/(?:\d+年)?(\d+)[月/](\d+)/g)].map(([, month, date]) => `${month}/${date}`)

const hasWrongDate = (question: Question, { answer }: Response): boolean => {
  const known = new Set(
    [...JSON.stringify(dwellings[question.dwelling ?? 'confirmed']).matchAll(/\d{4}-(\d{2})-(\d{2})/g)].map(
      ([, month, date]) => `${Number(month)}/${Number(date)}`,
    ),
  )
  return daysIn(answer).some(day => !known.has(day))
}

/** How often each came out in a set of questions, and how many answers named a day that is not the dwelling's. */
export const measure = (questions: readonly Question[]): Measured => {
  const judged = questions.map(question => ({ question, ...judge(question) }))
  const count = (outcome: Outcome) => judged.filter(one => one.outcome === outcome).length
  return {
    right: count('right'),
    offered: count('offered'),
    handed: count('handed'),
    wrong: count('wrong'),
    handedOver: judged.filter(({ outcome, response }) => !response.emergency && (response.handed_over || outcome === 'handed')).length,
    wrongDates: judged.filter(({ question, response }) => hasWrongDate(question, response)).length,
  }
}
