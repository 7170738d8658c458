import { asksSomething, bareQuestion, pointsBack } from './asks-something.ts'
import { belongsToPerson, isElsewhere, isEmergency } from './belongs-to-people.ts'
import { foldQuestion, lastClauseOf, likeness, sentencesOf } from './fold.ts'
import { nearnessOfTopics } from './nearest.ts'
import { limits, topics, type Topic, vocabularies } from './topics.ts'

/** A frequent question of the client, as far as it is compared. */
export interface Faq {
  id: number
  question: string
  answer: string
  /** Words of its own, between commas; each is enough to find it. */
  keywords: string | null
}

export type Candidate = { kind: 'topic'; topic: Topic } | { kind: 'faq'; faq: Faq }

/** What a message asks for. `unsure`: nothing, or several things about equally (`near`). Nothing is guessed. */
export type Match =
  | { kind: 'emergency' }
  | { kind: 'person' }
  | { kind: 'sure'; candidates: readonly Candidate[] }
  | { kind: 'unsure'; near: readonly Candidate[] }

/** Below this nothing was recognised, and what comes closer behind the first than that is as likely. */
const least = 1.8
const clear = 0.5
const mostNear = 3
/** By so much another has to be nearer than what the words say, before they are taken to contradict each other. */
const disagreement = 0.05
/** Less likeness than that contradicts nothing: it is what any two sentences have in common. */
const leastContradicting = 0.2
/** A word of a frequent question weighs as much as a topic's own. */
const keywordWeight = 3.6
const more = 0.8
/** A text that is nearly the question itself outweighs every word. */
const likenessWeight = 5
/** Less than that is what any two questions have in common. */
const leastLikeness = 0.5
/** Whoever wrote a keyword meant it; how the sentence goes on is the client's guess as much as ours. */
const keywordNearness = 0.3
const nearnessWeight = 5
/** What is told before a question weighs less than the question. */
const storyShare = 0.5
const leastLast = 2.5
const mostAnswered = 3

/** What belongs to nobody here competes with the topics: it begins with as much as an everyday word gives one of them. */
const elsewhereStart = 1.5
const elsewhere = { kind: 'elsewhere' } as const

interface Scored {
  candidate: Candidate | typeof elsewhere
  score: number
  /** From 0 to 1; what the words say is not in it. */
  nearness: number
}

export const matchQuestion = (typed: string, faqs: readonly Faq[]): Match => {
  const folded = foldQuestion(typed)
  if (isEmergency(folded)) return { kind: 'emergency' }
  if (belongsToPerson(folded)) return { kind: 'person' }
  if (isElsewhere(folded)) return { kind: 'unsure', near: [] }
  const sentences = sentencesOf(typed)
  return (sentences.length > 1 ? answerAll(sentences, faqs) : null) ?? decide(scoreStory(typed, sentences, faqs))
}

/** Two questions in one message get two answers, where each is clear by itself. */
const answerAll = (sentences: readonly string[], faqs: readonly Faq[]): Match | null => {
  const each: Match[] = []
  const folded = sentences.map(foldQuestion)
  for (const [at, sentence] of folded.entries()) {
    const before =
      at > 0 && (bareQuestion.test(sentence) || pointsBack.test(sentence)) ? decide(scoreAll(folded[at - 1] ?? '', faqs)) : null
    if (before?.kind === 'sure' && (pointsBack.test(sentence) || before.candidates.every(saysItsTime))) each.push(before)
    else if (asksSomething.test(sentence)) each.push(decide(scoreAll(sentence, faqs)))
  }
  const candidates = each.flatMap(match => (match.kind === 'sure' ? match.candidates : []))
  if (each.length === 0 || each.some(match => match.kind !== 'sure')) return null
  const distinct = candidates.filter((candidate, at) => candidates.findIndex(other => isSame(candidate, other)) === at)
  return distinct.length <= mostAnswered ? { kind: 'sure', candidates: distinct } : null
}

/** What of these is asked for next with 「何時間ですか」 stands in their own answers. */
const saysItsTime = (candidate: Candidate) => candidate.kind === 'topic' && (limits.has(candidate.topic) || timed.has(candidate.topic))
const timed: ReadonlySet<Topic> = new Set(['briefing', 'date', 'period'])

const isSame = (one: Candidate, other: Candidate) =>
  one.kind === 'faq' ? other.kind === 'faq' && one.faq.id === other.faq.id : other.kind === 'topic' && one.topic === other.topic

/** A story before the question: the whole counts, and what is said last once more, if that says anything. */
const scoreStory = (typed: string, sentences: readonly string[], faqs: readonly Faq[]): Scored[] => {
  const whole = scoreAll(foldQuestion(typed), faqs)
  const end = lastClauseOf(sentences.at(-1) ?? typed)
  if (end === typed || pointsBack.test(foldQuestion(end))) return whole
  const last = scoreAll(foldQuestion(end), faqs)
  if (last.every(({ score, candidate }) => candidate.kind === 'elsewhere' || score < leastLast)) return whole
  return whole.map(({ candidate, score, nearness }, at) => ({
    candidate,
    score: score * storyShare + (last[at]?.score ?? 0),
    nearness: Math.max(nearness, last[at]?.nearness ?? 0),
  }))
}

/**
 * Sure only where one thing is ahead, and what the words say is also what is near; otherwise what came into question is offered. What belongs
 * to nobody is offered to nobody: alone it is handed over, beside a topic it makes that a question.
 */
const decide = (all: readonly Scored[]): Match => {
  const scored = all
    .map(one => (one.candidate.kind === 'elsewhere' ? { ...one, score: one.score + elsewhereStart } : one))
    .filter(({ score }) => score >= least)
    .toSorted((one, other) => other.score - one.score)
  const [best] = scored
  if (!best) return { kind: 'unsure', near: [] }
  const likeliest = scored.filter(({ score }) => best.score - score < clear)
  const nearest = all.reduce((one, other) => (other.nearness > one.nearness ? other : one))
  const disagrees =
    nearest.nearness > leastContradicting &&
    likeliest.every(one => !isGreeting(one.candidate) && nearest.nearness - one.nearness > disagreement)
  const candidates = (disagrees ? [...likeliest, nearest] : likeliest).map(({ candidate }) => candidate)
  const near = candidates.filter(candidate => candidate.kind !== 'elsewhere')
  const isSure = near.length === candidates.length && (near.length === 1 || areAskedTogether(near))
  return isSure ? { kind: 'sure', candidates: near } : { kind: 'unsure', near: near.slice(0, mostNear) }
}

/** Nobody wrote down ways to greet: there is nothing to be near to. */
const isGreeting = (candidate: Scored['candidate']) => candidate.kind === 'topic' && candidate.topic === 'greeting'

/** What is asked for in one breath is answered so: water and toilet; a day that does not suit, and who else may open the door. */
const areAskedTogether = (near: readonly Candidate[]) =>
  togethers.some(together => near.every(candidate => candidate.kind === 'topic' && together.has(candidate.topic)))
const togethers: readonly ReadonlySet<Topic>[] = [
  limits,
  new Set(['change_date', 'change_deadline']),
  new Set(['change_date', 'presence']),
  new Set(['date', 'duration']),
]

const scoreAll = (folded: string, faqs: readonly Faq[]): Scored[] => {
  const nearnesses = nearnessOfTopics(folded)
  const scoreOf = (candidate: Scored['candidate'], words: number, nearness = 0): Scored => ({
    candidate,
    score: words + nearnessWeight * nearness,
    nearness,
  })
  return [
    ...topics.map(topic => scoreOf({ kind: 'topic', topic }, wordScore(topic, folded), nearnesses.get(topic))),
    ...faqs.map(faq => scoreFaq(faq, folded)),
    scoreOf(elsewhere, 0, nearnesses.get('elsewhere')),
  ]
}

const wordScore = (topic: Topic, folded: string): number =>
  vocabularies[topic].reduce(
    (sum, { words, weight, more: likelier }) => (words.test(folded) ? sum + weight + (likelier?.test(folded) ? more : 0) : sum),
    0,
  )

const scoreFaq = (faq: Faq, folded: string): Scored => {
  const { words, question } = foldFaq(faq)
  const hits = words.filter(word => folded.includes(word)).length
  const byWords = hits === 0 ? 0 : keywordWeight + (hits - 1) * more
  const alike = likeness(folded, question)
  return {
    candidate: { kind: 'faq', faq },
    score: Math.max(byWords, alike < leastLikeness ? 0 : alike * likenessWeight),
    nearness: Math.max(hits === 0 ? 0 : keywordNearness, alike),
  }
}

const foldFaq = ({ keywords, question }: Faq) => {
  const key = `${keywords ?? ''}\n\n${question}`
  const known = foldedFaqs.get(key)
  if (known) return known
  const words = (keywords ?? '').split(/[,、，\n]/).map(foldQuestion)
  const folded = { words: words.filter(word => word !== ''), question: foldQuestion(question) }
  if (foldedFaqs.size >= mostFolded) foldedFaqs.clear()
  foldedFaqs.set(key, folded)
  return folded
}
/** Folding costs more than comparing; the text is its own key, so a changed question is folded anew. */
const foldedFaqs = new Map<string, { words: readonly string[]; question: string }>()
const mostFolded = 5000
