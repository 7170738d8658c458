/** An import of one file by another, at run time or of types alone. */
export interface Import {
  from: string
  to: string
}

/** The package and folder of a file: `server/src/rooms`; nothing for tests and for what lies beside the slices. */
export const sliceOf = (file: string): string | undefined =>
  /\.test\.tsx?$/.test(file) ? undefined : /^((?:domain|server|web)\/src\/[^/]+)\//.exec(file)?.[1]

/** The imports that close a circle between slices of one package: from each slice one only ever climbs down. */
export const findSliceCircles = (imports: readonly Import[]): Import[] => {
  const steps = imports.flatMap(({ from, to }) => {
    const [slice, below] = [sliceOf(from), sliceOf(to)]
    return slice === undefined || below === undefined || slice === below ? [] : [{ from, to, slice, below }]
  })
  const neighbours = Map.groupBy(steps, ({ slice }) => slice)
  const reachableFrom = (start: string): Set<string> => {
    const seen = new Set([start])
    for (const slice of seen) for (const { below } of neighbours.get(slice) ?? []) seen.add(below)
    return seen
  }
  const reachable = new Map([...neighbours.keys()].map(slice => [slice, reachableFrom(slice)]))
  return steps.filter(({ slice, below }) => reachable.get(below)?.has(slice)).map(({ from, to }) => ({ from, to }))
}
