import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mobileBreakpoint } from './screen.ts'

const root = join(import.meta.dirname, '..')

/** By the first pixel of the wider side: `<= 767px` and `< 768px` are one breakpoint. */
const filesOf = new Map<number, string[]>()
for (const file of globSync('**/*.css', { cwd: root }))
  for (const [, comparison, pixels] of readFileSync(join(root, file), 'utf8').matchAll(
    /@media[^{]*?(width [<>]=?|m(?:ax|in)-width:) ?(\d+)px/g,
  )) {
    const isLastOfTheNarrower = comparison === 'width <=' || comparison === 'width >' || comparison === 'max-width:'
    const breakpoint = Number(pixels) + (isLastOfTheNarrower ? 1 : 0)
    filesOf.set(breakpoint, [...(filesOf.get(breakpoint) ?? []), file])
  }

it('changes the look at the four widths of specification section 9', () => {
  // Below 360, on the narrowest phones of all, the pieces of the header close up besides; below 240, at 180 px, what residents read.
  expect([...filesOf.keys()].toSorted((one, other) => one - other)).toEqual([240, 360, 576, 768, 992, 1200])
  expect(filesOf.get(240)?.every(file => /^(residents|ui\/plain|app\/layouts)\//.test(file))).toBe(true)
  expect(filesOf.get(360)?.every(file => file.startsWith('app/layouts/'))).toBe(true)
})

it('calls a phone in the program what is one in the styles', () => {
  expect(filesOf.has(mobileBreakpoint + 1)).toBe(true)
})
