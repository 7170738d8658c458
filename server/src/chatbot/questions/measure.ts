import { firstFaqs } from '@toguchi/domain/masters/first-faqs'
import { type Response, respond } from '../answering/respond.ts'
import type { Faq } from '../matching/match.ts'
import { dwellings } from './dwellings.ts'
import type { Question } from './question.ts'

/** The frequent questions that every client starts with. */
export const measuredFaqs: readonly Faq[] = firstFaqs.map((faq, at) => ({ ...faq, id: at + 1 }))

/** `handed`: to a person, or back to the resident to choose. `wrong`: an answer that is none to this question, or says what is not so. */
export type Outcome = 'right' | 'handed' | 'wrong'

export interface Measured {
  right: number
  handed: number
  wrong: number
  /** Answers with a day in them that the dwelling does not have. */
  wrongDates: number
}

export const judge = ({
  asked,
  dwelling = 'confirmed',
  right,
  says = [],
  saysNot = [],
}: Question): { outcome: Outcome; response: Response } => {
  const response = respond(dwellings[dwelling], measuredFaqs, asked)
  const { by, answer } = response
  if (response.handed_over || by.includes('choice'))
    return { outcome: right.includes('emergency') && !response.emergency ? 'wrong' : 'handed', response }
  const isRight =
    by.every(name => right.includes(keyOf(name))) &&
    says.every(text => answer.includes(text)) &&
    !saysNot.some(text => answer.includes(text))
  return { outcome: isRight ? 'right' : 'wrong', response }
}

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

/** The three numbers of a set of questions, and how many answers named a day that is not the dwelling's. */
export const measure = (questions: readonly Question[]): Measured => {
  const judged = questions.map(question => ({ question, ...judge(question) }))
  const count = (outcome: Outcome) => judged.filter(one => one.outcome === outcome).length
  return {
    right: count('right'),
    handed: count('handed'),
    wrong: count('wrong'),
    wrongDates: judged.filter(({ question, response }) => hasWrongDate(question, response)).length,
  }
}
