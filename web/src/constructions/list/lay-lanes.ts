interface Span {
  from: number
  to: number
}

/** Gives every span the first lane in which it overlaps nothing; longer ones first among those that begin together. */
export const layLanes = <S extends Span>(spans: readonly S[]): (S & { lane: number })[] => {
  const ends: number[] = []
  return spans
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
    .map(span => {
      const free = ends.findIndex(end => end < span.from)
      const lane = free === -1 ? ends.length : free
      ends[lane] = span.to
      return { ...span, lane }
    })
}
