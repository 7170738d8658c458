import { photoTimings, type PhotoTiming } from './labels.ts'

/** A place by its name, with the timings it asks for where they are known. */
type Named = { name: string } & Partial<Readonly<Record<PhotoTiming, boolean>>>

/** What two spellings of one place have in common: width and blanks make no other name, 「玄関１」 is 「玄関1」. */
export const placeKey = (name: string): string => name.normalize('NFKC').replaceAll(/\s+/g, '')

/** Places of one name are one place (spec §5): the first stays, and asks for the timings of all of them. */
export const dedupePlaces = <P extends Named>(places: readonly P[]): P[] =>
  [...Map.groupBy(places, ({ name }) => placeKey(name)).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const asked = photoTimings.filter(timing => others.some(other => other[timing] === true))
    return [asked.length === 0 ? first : { ...first, ...Object.fromEntries(asked.map(timing => [timing, true])) }]
  })
