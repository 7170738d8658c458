interface Turn {
  begin(): void
  refuse(error: Error): void
}

/**
 * So many pieces of work at once; what waits stands in a line for each caller, and the lines take turns. So one caller with many pieces
 * makes only itself wait. Lines are bounded: what does not fit is refused with `busy()`, and where all lines together are full, the newest
 * of the longest one gives its place to somebody of a shorter one.
 */
export const fairQueue = (bounds: { atOnce: number; mostWaiting: number; mostOfOne: number; busy: () => Error }) => {
  const lines = new Map<string, Turn[]>()
  let running = 0
  let waiting = 0

  const longestLine = (): [string, Turn[]] => {
    let longest: [string, Turn[]] = ['', []]
    for (const line of lines) if (line[1].length > longest[1].length) longest = line
    return longest
  }

  const leave = (caller: string, line: Turn[], turn: Turn | undefined) => {
    waiting -= 1
    if (line.length === 0) lines.delete(caller)
    return turn
  }

  const join = (caller: string, turn: Turn) => {
    const own = lines.get(caller) ?? []
    if (own.length >= bounds.mostOfOne) return turn.refuse(bounds.busy())
    if (waiting >= bounds.mostWaiting) {
      const [other, longest] = longestLine()
      if (longest.length <= own.length + 1) return turn.refuse(bounds.busy())
      leave(other, longest, longest.pop())?.refuse(bounds.busy())
    }
    own.push(turn)
    lines.set(caller, own)
    waiting += 1
  }

  /** The first of the line whose turn it is; the line goes to the end. */
  const next = (): Turn | undefined => {
    const [first] = lines
    if (!first) return undefined
    const [caller, line] = first
    lines.delete(caller)
    lines.set(caller, line)
    return leave(caller, line, line.shift())
  }

  return async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    if (running >= bounds.atOnce) await new Promise<void>((begin, refuse) => join(caller, { begin, refuse }))
    else running += 1
    try {
      return await work()
    } finally {
      // The place is handed over: nobody slips in between.
      const turn = next()
      if (turn) turn.begin()
      else running -= 1
    }
  }
}
