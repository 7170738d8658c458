interface Turn extends Kind {
  begin(): void
  refuse(error: Error): void
}

interface Kind {
  /** It may take long: the places beyond `longAtOnce` are never its. */
  isLong?: boolean | undefined
  /** It goes before what its caller is waiting for already, and behind what goes first as well. */
  first?: boolean | undefined
  /** Which of the caller's people it is; they take turns as callers do. */
  person?: string | undefined
}

interface Begun {
  caller: string
  person: string
  isLong: boolean
}

const personOf = ({ person = '' }: Kind): string => person

interface Bounds {
  atOnce: number
  /** Pieces of one caller at once; as many as there are places when absent. */
  atOnceOfOne?: number
  /** Pieces at once that may take long; as many as there are places when absent. */
  longAtOnce?: number
  /** Pieces that wait, of all callers and of one. */
  mostWaiting: number
  mostOfOne: number
  /** How long a piece may wait; for ever when absent. */
  waitMilliseconds?: number
  /** What refuses a piece that does not fit, or has waited for too long. */
  busy: () => Error
}

/** What waits of one caller: a line for each of its people, whoever waits longest for a turn first. */
type Lines = Map<string, Turn[]>

const countOf = (lines: Lines | undefined): number => lines?.values().reduce((sum, line) => sum + line.length, 0) ?? 0

const longestOf = (lines: Lines): Turn[] | undefined =>
  lines.values().reduce<Turn[] | undefined>((longest, line) => (line.length > (longest?.length ?? 0) ? line : longest), undefined)

/** Puts a line behind all others: it had its turn. */
const sendToEnd = <Line>(lines: Map<string, Line> | undefined, name: string): void => {
  const line = lines?.get(name)
  if (line !== undefined && lines?.delete(name)) lines.set(name, line)
}

/**
 * So many pieces of work at once; what waits stands in a line for each caller, and the lines take turns. So one caller with many pieces
 * makes only itself wait; and within it, one of its people makes only itself wait. Who has just been served stands behind all who waited
 * meanwhile. Lines are bounded: where all of them together are full, the newest of the longest one gives its place to somebody of a shorter
 * one, and where one caller's are, to another of its people.
 */
export const fairQueue = (bounds: Bounds) => {
  const { atOnce, atOnceOfOne = atOnce, longAtOnce = atOnce, mostWaiting, mostOfOne, waitMilliseconds, busy } = bounds
  const callers = new Map<string, Lines>()
  const running = new Set<Begun>()
  const waiting = () => callers.values().reduce((sum, lines) => sum + countOf(lines), 0)

  const mayBegin = (caller: string, { isLong = false }: Kind): boolean =>
    running.size < atOnce &&
    running
      .values()
      .filter(one => one.caller === caller)
      .toArray().length < atOnceOfOne &&
    (!isLong ||
      running
        .values()
        .filter(one => one.isLong)
        .toArray().length < longAtOnce)

  const leave = (caller: string, turn: Turn): boolean => {
    const lines = callers.get(caller)
    const line = lines?.get(personOf(turn)) ?? []
    const at = line.indexOf(turn)
    if (at === -1) return false
    line.splice(at, 1)
    if (line.length === 0) lines?.delete(personOf(turn))
    if (lines?.size === 0) callers.delete(caller)
    return true
  }

  const giveWay = (caller: string, lines: Lines, isWorthIt: (longest: number) => boolean): boolean => {
    const longest = longestOf(lines)
    const newest = longest?.at(-1)
    if (!longest || !newest || !isWorthIt(longest.length)) return false
    leave(caller, newest)
    newest.refuse(busy())
    return true
  }

  /** Whether there is room for one more of this person, if need be because somebody who has more gives way. */
  const makeRoom = (caller: string, person: string): boolean => {
    const lines = callers.get(caller) ?? new Map<string, Turn[]>()
    if (countOf(lines) >= mostOfOne) return giveWay(caller, lines, longest => longest > (lines.get(person)?.length ?? 0) + 1)
    if (waiting() < mostWaiting) return true
    const [other, most] = [...callers].reduce((longest, one) => (countOf(one[1]) > countOf(longest[1]) ? one : longest))
    return countOf(most) > countOf(lines) + 1 && giveWay(other, most, () => true)
  }

  const join = (caller: string, turn: Turn) => {
    if (!makeRoom(caller, personOf(turn))) return turn.refuse(busy())
    const lines = callers.get(caller) ?? new Map<string, Turn[]>()
    const own = lines.get(personOf(turn)) ?? []
    const others = own.findIndex(one => one.first !== true)
    own.splice(turn.first === true && others !== -1 ? others : own.length, 0, turn)
    callers.set(caller, lines.set(personOf(turn), own))
  }

  const hadTurn = (caller: string, person: string) => {
    sendToEnd(callers.get(caller), person)
    sendToEnd(callers, caller)
  }

  /** One of the first caller that has one which may begin; caller and person go to the end. */
  const next = (): Turn | undefined => {
    for (const [caller, lines] of callers) {
      const able = [...lines.values()].flat().filter(one => mayBegin(caller, one))
      const turn = able.find(one => one.first === true) ?? able[0]
      if (!turn) continue
      leave(caller, turn)
      hadTurn(caller, personOf(turn))
      return turn
    }
    return undefined
  }

  const wait = (caller: string, kind: Kind): Promise<Begun> =>
    new Promise((resolve, reject) => {
      const begun: Begun = { caller, person: personOf(kind), isLong: kind.isLong === true }
      const tooLong = waitMilliseconds === undefined ? undefined : setTimeout(() => leave(caller, turn) && reject(busy()), waitMilliseconds)
      const turn: Turn = {
        ...kind,
        // The place is taken at once: nobody slips in between.
        begin: () => {
          clearTimeout(tooLong)
          running.add(begun)
          resolve(begun)
        },
        refuse: error => {
          clearTimeout(tooLong)
          reject(error)
        },
      }
      if (mayBegin(caller, kind)) turn.begin()
      else join(caller, turn)
    })

  return async <T>(caller: string, work: () => Promise<T>, kind: Kind = {}): Promise<T> => {
    const begun = await wait(caller, kind)
    try {
      return await work()
    } finally {
      running.delete(begun)
      hadTurn(caller, begun.person)
      for (let turn = next(); turn; turn = next()) turn.begin()
    }
  }
}
