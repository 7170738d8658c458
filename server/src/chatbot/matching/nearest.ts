import { foldQuestion, lastClauseOf, sentencesOf } from './fold.ts'
import { askedElsewhere } from './asked-elsewhere.ts'
import { phrasings } from './phrasings.ts'
import type { Topic } from './topics.ts'

/* How near a message comes to the ways a topic is asked for, and to what is asked of nobody here: runs of one to three characters, the rarer the heavier, compared by their angle. */

type Weights = ReadonlyMap<string, number>

const longestRun = 3
/** What every sentence is bound with: single kana say nothing. */
const lone = /^[ぁ-んー]$/

const runsOf = (folded: string): Map<string, number> => {
  const text = `^${folded}$`
  const runs = new Map<string, number>()
  for (let length = 1; length <= longestRun; length += 1)
    for (let at = 0; at + length <= text.length; at += 1) {
      const run = text.slice(at, at + length)
      if (run !== '^' && run !== '$' && !lone.test(run)) runs.set(run, (runs.get(run) ?? 0) + 1)
    }
  return runs
}

const said: readonly { topic: Topic | 'elsewhere'; said: string }[] = [
  ...phrasings,
  ...askedElsewhere.map(one => ({ topic: 'elsewhere' as const, said: one })),
]
const rows = said.map(one => ({ topic: one.topic, runs: runsOf(foldQuestion(lastClauseOf(sentencesOf(one.said).at(-1) ?? one.said))) }))
const holders = new Map<string, number>()
for (const { runs } of rows) for (const run of runs.keys()) holders.set(run, (holders.get(run) ?? 0) + 1)

const weigh = (runs: ReadonlyMap<string, number>): Weights => {
  const weights = [...runs].map(
    ([run, count]) => [run, Math.sqrt(count) * Math.log((rows.length + 1) / ((holders.get(run) ?? 0) + 1))] as const,
  )
  const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1
  return new Map(weights.map(([run, weight]) => [run, weight / length]))
}

/** Where each run stands, so that a message meets only what shares one with it. */
const index = new Map<string, { row: number; weight: number }[]>()
for (const [row, { runs }] of rows.entries())
  for (const [run, weight] of weigh(runs)) {
    const places = index.get(run)
    if (places) places.push({ row, weight })
    else index.set(run, [{ row, weight }])
  }

/** For every topic, and for what belongs to none, that has anything in common with a folded message, its likeness from 0 to 1: the mean of its two nearest phrasings. */
export const nearnessOfTopics = (folded: string): ReadonlyMap<Topic | 'elsewhere', number> => {
  const products = new Map<number, number>()
  for (const [run, weight] of weigh(runsOf(folded)))
    for (const place of index.get(run) ?? []) products.set(place.row, (products.get(place.row) ?? 0) + weight * place.weight)
  const best = new Map<Topic | 'elsewhere', [number, number]>()
  for (const [row, product] of products) {
    const topic = rows[row]?.topic
    if (topic === undefined) continue
    const [first, second] = best.get(topic) ?? [0, 0]
    best.set(topic, product > first ? [product, first] : [first, Math.max(second, product)])
  }
  return new Map([...best].map(([topic, [first, second]]) => [topic, 0.7 * first + 0.3 * second]))
}
