import { asksSomething } from './asks-something.ts'
import { belongsToPerson, isEmergency } from './belongs-to-people.ts'
import { foldQuestion, likeness, sentencesOf } from './fold.ts'
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
const least = 1.6
const clear = 0.5
const mostNear = 3
/** A word of a frequent question weighs as much as a topic's own. */
const keywordWeight = 3.2
const more = 0.8
/** A text that is nearly the question itself outweighs every word. */
const likenessWeight = 6
/** Less than that is what any two questions have in common. */
const leastLikeness = 0.4
const nearnessWeight = 5
/** What is told before a question weighs less than the question. */
const storyShare = 0.5
const mostAnswered = 3

interface Scored {
  candidate: Candidate
  score: number
}

export const matchQuestion = (typed: string, faqs: readonly Faq[]): Match => {
  const folded = foldQuestion(typed)
  if (isEmergency(folded)) return { kind: 'emergency' }
  if (belongsToPerson(folded)) return { kind: 'person' }
  const sentences = sentencesOf(typed)
  const each = sentences.length > 1 ? sentences.filter(asks).map(sentence => decide(scoreAll(foldQuestion(sentence), faqs))) : []
  return answerAll(each) ?? decide(sentences.length > 1 ? scoreStory(sentences, folded, faqs) : scoreAll(folded, faqs))
}

const asks = (sentence: string) => asksSomething.test(foldQuestion(sentence))

/** Two questions in one message get two answers, where each is clear by itself. */
const answerAll = (each: readonly Match[]): Match | null => {
  const candidates = each.flatMap(match => (match.kind === 'sure' ? match.candidates : []))
  const isClear = each.length > 0 && each.every(match => match.kind === 'sure')
  const distinct = candidates.filter((candidate, at) => candidates.findIndex(other => isSame(candidate, other)) === at)
  return isClear && distinct.length <= mostAnswered ? { kind: 'sure', candidates: distinct } : null
}

const isSame = (one: Candidate, other: Candidate) =>
  one.kind === 'faq' ? other.kind === 'faq' && one.faq.id === other.faq.id : other.kind === 'topic' && one.topic === other.topic

/** A story before the question: the whole counts, and its last sentence once more. */
const scoreStory = (sentences: readonly string[], folded: string, faqs: readonly Faq[]): Scored[] => {
  const last = scoreAll(foldQuestion(sentences.at(-1) ?? ''), faqs)
  return scoreAll(folded, faqs).map(({ candidate, score }) => ({
    candidate,
    score: score * storyShare + (last.find(other => isSame(candidate, other.candidate))?.score ?? 0),
  }))
}

const decide = (all: readonly Scored[]): Match => {
  const scored = all.filter(({ score }) => score >= least).toSorted((one, other) => other.score - one.score)
  const [best] = scored
  if (!best) return { kind: 'unsure', near: [] }
  const near = scored.filter(({ score }) => best.score - score < clear).map(({ candidate }) => candidate)
  return near.length === 1 || areLimits(near) ? { kind: 'sure', candidates: near } : { kind: 'unsure', near: near.slice(0, mostNear) }
}

/** Water and toilet are asked for in one breath, and answered so. */
const areLimits = (near: readonly Candidate[]) => near.every(candidate => candidate.kind === 'topic' && limits.has(candidate.topic))

const scoreAll = (folded: string, faqs: readonly Faq[]): Scored[] => {
  const nearness = nearnessOfTopics(folded)
  return [
    ...topics.map(topic => ({
      candidate: { kind: 'topic' as const, topic },
      score: wordScore(topic, folded) + nearnessWeight * (nearness.get(topic) ?? 0),
    })),
    ...faqs.map(faq => ({ candidate: { kind: 'faq' as const, faq }, score: faqScore(faq, folded) })),
  ]
}

const wordScore = (topic: Topic, folded: string): number =>
  vocabularies[topic].reduce(
    (sum, { words, weight, more: likelier }) => (words.test(folded) ? sum + weight + (likelier?.test(folded) ? more : 0) : sum),
    0,
  )

const faqScore = (faq: Faq, folded: string): number => {
  const words = (faq.keywords ?? '')
    .split(/[,、，\n]/)
    .map(foldQuestion)
    .filter(word => word !== '')
  const hits = words.filter(word => folded.includes(word)).length
  const byWords = hits === 0 ? 0 : keywordWeight + (hits - 1) * more
  const alike = likeness(folded, foldQuestion(faq.question))
  return Math.max(byWords + (byWords > 0 ? alike * 2 : 0), alike < leastLikeness ? 0 : alike * likenessWeight)
}
