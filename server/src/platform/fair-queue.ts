interface Turn extends Kind {
  begin(): void
  refuse(error: Error): void
}

interface Kind {
  /** It may take long: the places beyond `longAtOnce` are never its. */
  isLong?: boolean | undefined
  /** It goes before what its caller is waiting for already. */
  first?: boolean | undefined
}

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

/**
 * So many pieces of work at once; what waits stands in a line for each caller, and the lines take turns. So one caller with many pieces
 * makes only itself wait. Lines are bounded: where all of them together are full, the newest of the longest one gives its place to somebody
 * of a shorter one.
 */
export const fairQueue = (bounds: Bounds) => {
  const { atOnce, atOnceOfOne = atOnce, longAtOnce = atOnce, mostWaiting, mostOfOne, waitMilliseconds, busy } = bounds
  const lines = new Map<string, Turn[]>()
  const running = new Set<{ caller: string; isLong: boolean }>()
  const waiting = () => lines.values().reduce((sum, line) => sum + line.length, 0)

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
    const line = lines.get(caller) ?? []
    const at = line.indexOf(turn)
    if (at === -1) return false
    line.splice(at, 1)
    if (line.length === 0) lines.delete(caller)
    return true
  }

  const makeRoom = (own: number): boolean => {
    if (waiting() < mostWaiting) return true
    const [caller, line] = [...lines].reduce((longest, one) => (one[1].length > longest[1].length ? one : longest))
    const newest = line.at(-1)
    if (line.length <= own + 1 || !newest) return false
    leave(caller, newest)
    newest.refuse(busy())
    return true
  }

  const join = (caller: string, turn: Turn) => {
    const own = lines.get(caller) ?? []
    if (own.length >= mostOfOne || !makeRoom(own.length)) return turn.refuse(busy())
    own.splice(turn.first === true ? 0 : own.length, 0, turn)
    lines.set(caller, own)
  }

  /** One of the first line that has one which may begin; the line goes to the end. */
  const next = (): Turn | undefined => {
    for (const [caller, line] of lines) {
      const turn = line.find(one => mayBegin(caller, one))
      if (!turn) continue
      leave(caller, turn)
      if (lines.delete(caller)) lines.set(caller, line)
      return turn
    }
    return undefined
  }

  const wait = (caller: string, kind: Kind): Promise<{ caller: string; isLong: boolean }> =>
    new Promise((resolve, reject) => {
      const begun = { caller, isLong: kind.isLong === true }
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
      for (let turn = next(); turn; turn = next()) turn.begin()
    }
  }
}
