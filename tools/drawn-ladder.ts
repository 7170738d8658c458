import { type Import, sliceOf } from './slice-circles.ts'

/** The row of every slice (`server/rooms`), as the ladder in ARCHITECTURE.md draws them, from the bottom. */
export const readLadder = (document: string): Map<string, number> => {
  const drawing = /\n## The ladder\n[\s\S]*?```\n([\s\S]*?)```/.exec(document)?.[1] ?? ''
  const packages = drawing.split(/^(?=[a-z])/m)
  return new Map(
    packages.flatMap(lines => {
      const [name = '', ...rest] = lines.trim().split(/\s+/)
      return rest
        .join(' ')
        .split(' · ')
        .flatMap((row, at) => row.split(' ').map((slice): [string, number] => [`${name}/${slice}`, at]))
    }),
  )
}

/** Slices that the drawing leaves out, names in it that are none, and imports that do not lead to a lower row of it. */
export const ladderFaults = (imports: readonly Import[], ladder: ReadonlyMap<string, number>): string[] => {
  const short = (slice: string) => slice.replace('/src/', '/')
  const steps = imports.flatMap(({ from, to }) => {
    const [slice, below] = [sliceOf(from), sliceOf(to)]
    return slice === undefined ? [] : [{ slice: short(slice), below: below === undefined ? undefined : short(below), from, to }]
  })
  const slices = new Set(
    steps.flatMap(({ slice, below }) => [slice, ...(below === undefined || packageOf(slice) !== packageOf(below) ? [] : [below])]),
  )
  return [
    ...[...slices].filter(slice => !ladder.has(slice)).map(slice => `${slice} is not drawn`),
    ...[...ladder.keys()].filter(slice => !slices.has(slice)).map(slice => `${slice} is drawn, but there is none`),
    ...steps.flatMap(({ slice, below, from, to }) => {
      if (below === undefined || slice === below || packageOf(slice) !== packageOf(below)) return []
      const [upper, lower] = [ladder.get(slice), ladder.get(below)]
      return upper === undefined || lower === undefined || upper > lower ? [] : [`${from} → ${to} does not lead down`]
    }),
  ]
}

const packageOf = (slice: string): string => slice.slice(0, slice.indexOf('/'))
