import type { PageOfAnswer } from '@toguchi/domain/chatbot/contract'
import { formatTelephone } from '@toguchi/domain/text/telephone'
import { type Candidate, type Faq, matchQuestion } from '../matching/match.ts'
import { type Topic, topicQuestions } from '../matching/topics.ts'
import { answerTopic } from './answer-topic.ts'
import type { Answer, Dwelling } from './dwelling.ts'

/** What the chatbot says. `by` is what it took the message for: topics, `faq:` with the id, or how it came to answer nothing. */
export interface Response {
  by: readonly string[]
  answer: string
  source: string | null
  page: PageOfAnswer | null
  suggestions: readonly string[]
  /** A person has to answer: the number is shown, and the question is written down for whoever takes the call. */
  handed_over: boolean
  emergency: boolean
}

const plain = { source: null, page: null, suggestions: [], handed_over: false, emergency: false } as const

/** What is asked most, where nothing else is nearer. */
const firstQuestions: readonly string[] = [topicQuestions.date, topicQuestions.change_date, topicQuestions.presence, topicQuestions.contact]

/** What is tapped under a choice in which the question is not: it is a person's then. */
export const noneOfThese = 'どれでもない'

/** Answers from this dwelling's data and the client's frequent questions, or says that it does not know. Never guesses. */
export const respond = (dwelling: Dwelling, faqs: readonly Faq[], typed: string): Response => {
  if (typed === noneOfThese) return handOver('person')
  const match = matchQuestion(typed, faqs)
  switch (match.kind) {
    case 'emergency':
      return emergencyResponse(dwelling)
    case 'person':
      return handOver('person')
    case 'unsure':
      return match.near.length === 0 ? handOver('handover') : offer(match.near)
    case 'sure':
      return answerSure(dwelling, match.candidates)
  }
}

const answerSure = (dwelling: Dwelling, candidates: readonly Candidate[]): Response => {
  if (candidates.some(candidate => nameOf(candidate) === 'greeting')) return greeting
  const answered = candidates.flatMap(candidate => {
    const answer = answerOf(dwelling, candidate)
    return answer === null ? [] : [{ candidate, answer }]
  })
  const [first] = answered
  // What nobody entered is a person's to say.
  if (!first) return handOver('unknown')
  return {
    ...plain,
    by: answered.map(({ candidate }) => nameOf(candidate)),
    answer: answered.map(({ answer }) => answer.text).join('\n'),
    source: [...new Set(answered.map(({ answer }) => answer.source))].join('、'),
    page: first.answer.page,
    suggestions: firstQuestions.filter(question => question !== questionOf(first.candidate)).slice(0, 2),
  }
}

const answerOf = (dwelling: Dwelling, candidate: Candidate): Answer | null => {
  if (candidate.kind === 'faq') return { text: candidate.faq.answer, source: `よくある質問「${candidate.faq.question}」より`, page: null }
  return candidate.topic === 'greeting' ? null : answerTopic(candidate.topic, dwelling)
}

const nameOf = (candidate: Candidate): string => (candidate.kind === 'faq' ? `faq:${candidate.faq.id}` : candidate.topic)
const questionOf = (candidate: Candidate): string => (candidate.kind === 'faq' ? candidate.faq.question : questionOfTopic(candidate.topic))
const questionOfTopic = (topic: Topic): string => (topic === 'greeting' ? '' : topicQuestions[topic])

/** Several things are about as likely, or one not likely enough: the person says which, or that it is none. */
const offer = (near: readonly Candidate[]): Response => {
  const questions = near.map(questionOf).filter(question => question !== '')
  return { ...plain, by: ['choice'], answer: offerText(questions), suggestions: [...questions, noneOfThese] }
}

/** Of one there is nothing to choose. */
const offerText = (questions: readonly string[]): string => {
  const [only] = questions
  const asked =
    questions.length === 1
      ? `「${only}」についてのご質問でしょうか。そのときは、下のボタンを押してください。`
      : '次のことについてのご質問でしょうか。下から選んでください。'
  return `${asked}違うときは「${noneOfThese}」を押してください。ご質問を担当者に伝えます。`
}

const handOver = (by: 'person' | 'handover' | 'unknown'): Response => ({
  ...plain,
  by: [by],
  answer:
    by === 'unknown'
      ? 'その内容はこのページに登録されていません。お電話でおたずねください。ご質問は担当者に伝わっていますので、もう一度説明する必要はありません。'
      : 'お電話でおたずねください。ご質問は担当者に伝わっていますので、もう一度説明する必要はありません。',
  suggestions: firstQuestions.slice(0, 3),
  handed_over: true,
})

const emergencyResponse = ({ own: { construction } }: Dwelling): Response => ({
  ...plain,
  by: ['emergency'],
  answer: [
    '今すぐお電話ください。',
    construction.emergency_phone_number === null ? '' : `緊急連絡先：${formatTelephone(construction.emergency_phone_number)}`,
    '火災・けがは119番、ガスのにおいは火を使わず窓を開けて、ガス会社へもご連絡ください。',
  ]
    .filter(line => line !== '')
    .join('\n'),
  handed_over: true,
  emergency: true,
})

const greeting: Response = {
  ...plain,
  by: ['greeting'],
  answer: 'ご用件をどうぞ。工事日やご不在のときのことなどにお答えします。',
  suggestions: firstQuestions,
}
