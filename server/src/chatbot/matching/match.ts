import { belongsToPerson, isEmergency } from './belongs-to-people.ts'
import { foldQuestion, likeness } from './fold.ts'
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
const least = 1.5
const clear = 0.5
const mostNear = 3
/** A word of a frequent question weighs as much as a topic's own. */
const keywordWeight = 3
const more = 0.8
/** A text that is nearly the question itself outweighs every word. */
const likenessWeight = 6
/** Less than that is what any two questions have in common. */
const leastLikeness = 0.4

interface Scored {
  candidate: Candidate
  score: number
}

export const matchQuestion = (typed: string, faqs: readonly Faq[]): Match => {
  const folded = foldQuestion(typed)
  if (isEmergency(folded)) return { kind: 'emergency' }
  if (belongsToPerson(folded)) return { kind: 'person' }
  const scored = [...topics.map(topic => scoreTopic(topic, folded)), ...faqs.map(faq => scoreFaq(faq, folded))]
    .filter(({ score }) => score >= least)
    .toSorted((one, other) => other.score - one.score)
  const [best] = scored
  if (!best) return { kind: 'unsure', near: [] }
  const near = scored.filter(({ score }) => best.score - score < clear).map(({ candidate }) => candidate)
  return near.length === 1 || areLimits(near) ? { kind: 'sure', candidates: near } : { kind: 'unsure', near: near.slice(0, mostNear) }
}

/** Water and toilet are asked for in one breath, and answered so. */
const areLimits = (near: readonly Candidate[]) => near.every(candidate => candidate.kind === 'topic' && limits.has(candidate.topic))

const scoreTopic = (topic: Topic, folded: string): Scored => ({
  candidate: { kind: 'topic', topic },
  score: vocabularies[topic].reduce(
    (sum, { words, weight, more: likelier }) => (words.test(folded) ? sum + weight + (likelier?.test(folded) ? more : 0) : sum),
    0,
  ),
})

const scoreFaq = (faq: Faq, folded: string): Scored => {
  const words = (faq.keywords ?? '')
    .split(/[,、，\n]/)
    .map(foldQuestion)
    .filter(word => word !== '')
  const hits = words.filter(word => folded.includes(word)).length
  const byWords = hits === 0 ? 0 : keywordWeight + (hits - 1) * more
  const alike = likeness(folded, foldQuestion(faq.question))
  return { candidate: { kind: 'faq', faq }, score: Math.max(byWords, alike < leastLikeness ? 0 : alike * likenessWeight) }
}
