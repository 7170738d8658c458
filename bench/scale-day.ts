/** Kinds of requests by what they cost. */
export type Kind = 'light' | 'list' | 'page' | 'write' | 'search' | 'upload'
/** So many requests of each kind. */
export type Mix = Record<Kind, number>

export interface DayOfWork {
  /** Dwellings that are worked in on this day; what a work causes over its weeks happens on one day for each of them. */
  works: number
  mix: Mix
  /** Core milliseconds of one request, application and database together. */
  cost: Mix
  /** Core milliseconds for the smaller copies of one photo. */
  pictures: number
}

export interface Load {
  requests: number
  /** Of the busiest second. */
  peak: number
  photoPeak: number
  /** Cores with which 99.9 % of the seconds leave less than `patience` of work waiting. */
  cores: number
  /** The same for the readers of pictures, which may be late by a minute. */
  readers: number
  /** Milliseconds that a request waits in all but the thousandth part of the seconds, with those cores. */
  wait: number
}

/** Shares of the day's hours: craftsmen begin at nine and at one, the office works till six, residents look in the evening. */
const hours = [0, 0, 0, 0, 0, 0, 0.5, 2, 6, 12, 10, 9, 5, 11, 10, 9, 8, 6, 4, 3.5, 3, 2, 1, 0]
const uploadHours = [0, 0, 0, 0, 0, 0, 0, 0, 2, 14, 16, 14, 4, 15, 16, 13, 5, 1, 0, 0, 0, 0, 0, 0]
/** Seconds of work that may wait: a tenth for a request, a minute for a picture that nobody waits for. */
const patience = { requests: 0.1, pictures: 60 }

/**
 * A day second by second: so many requests arrive by chance as the hour brings on average (Poisson), their costs differ (exponential), and
 * what the cores do not do in a second waits for the next. Looked at from outside it is one line before all cores.
 */
export const dayOfRequests = ({ works, mix, cost, pictures }: DayOfWork): Load => {
  const random = seeded(20261126)
  const kinds = Object.keys(mix) as Kind[]
  const seconds = { requests: new Float64Array(86_400), pictures: new Float64Array(86_400) }
  let [requests, peak, photoPeak] = [0, 0, 0]
  for (let second = 0; second < 86_400; second += 1) {
    const hour = Math.floor(second / 3600)
    let arrived = 0
    for (const kind of kinds) {
      const shares = kind === 'upload' ? uploadHours : hours
      const expected = (works * mix[kind] * shareOf(shares, hour)) / 3600
      const count = poisson(expected, random)
      arrived += count
      seconds.requests[second]! += sumOfCosts(count, cost[kind], random) / 1000
      if (kind !== 'upload') continue
      seconds.pictures[second]! += sumOfCosts(count, pictures, random) / 1000
      photoPeak = Math.max(photoPeak, count)
    }
    requests += arrived
    peak = Math.max(peak, arrived)
  }
  const cores = fewest(seconds.requests, patience.requests)
  return {
    requests,
    peak,
    photoPeak,
    cores,
    readers: fewest(seconds.pictures, patience.pictures),
    wait: waitWith(seconds.requests, cores) * 1000,
  }
}

const shareOf = (shares: readonly number[], hour: number): number => (shares[hour] ?? 0) / shares.reduce((sum, share) => sum + share, 0)

/** Cores, in steps of a tenth, with which no more than a thousandth of the seconds wait longer than allowed. */
const fewest = (work: Float64Array, allowed: number): number => {
  let [low, high] = [0.1, Math.max(...work) + 1]
  while (high - low > 0.05) {
    const middle = (low + high) / 2
    if (waitWith(work, middle) <= allowed) high = middle
    else low = middle
  }
  return Math.ceil(high * 10) / 10
}

/** Seconds that the line before so many cores lasts, in all but the thousandth part of the seconds of the day. */
const waitWith = (work: Float64Array, cores: number): number => {
  let waiting = 0
  const waits = work.map(arriving => (waiting = Math.max(0, waiting + arriving - cores)) / cores)
  return waits.toSorted()[Math.floor(waits.length * 0.999)] ?? 0
}

/** Mulberry32: small, and the same on every machine. */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

const normal = (random: () => number): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

const poisson = (expected: number, random: () => number): number => {
  if (expected > 30) return Math.max(0, Math.round(expected + Math.sqrt(expected) * normal(random)))
  const limit = Math.exp(-expected)
  let [count, product] = [0, random()]
  while (product > limit) {
    count += 1
    product *= random()
  }
  return count
}

/** Of so many requests with exponential costs. */
const sumOfCosts = (count: number, mean: number, random: () => number): number => {
  if (count > 30) return Math.max(0, mean * (count + Math.sqrt(count) * normal(random)))
  let sum = 0
  for (let each = 0; each < count; each += 1) sum -= mean * Math.log(1 - random())
  return sum
}
