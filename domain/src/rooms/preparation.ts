import { presenceLabels, type PresenceMethod } from './presence.ts'

/** What is said of the works before a visit, as the construction keeps it; a text that is null says nothing. */
export interface PreparationColumns {
  clearing_note: string | null
  /** Where photographs are taken in a dwelling: where it is worked. */
  places: readonly string[]
  water_limit: string | null
  power_limit: string | null
  toilet_limit: string | null
  noise_limit: string | null
  lift_limit: string | null
}

const limits = {
  water_limit: '断水',
  power_limit: '停電',
  toilet_limit: 'トイレ',
  noise_limit: '騒音',
  lift_limit: 'エレベーター',
} as const satisfies Partial<Record<keyof PreparationColumns, string>>

/** What a mail about a visit says besides its date: who is at home, what to clear away, and what does not run meanwhile (R4). */
export const preparationLines = (columns: PreparationColumns, method: PresenceMethod | null): string[] => [
  `在宅方法：${method === null ? '未登録（本人の在宅をお願いします）' : presenceLabels[method]}`,
  `お願いしたい準備：${clearingText(columns)}`,
  ...(Object.keys(limits) as (keyof typeof limits)[]).flatMap(name => {
    const text = columns[name]
    return text === null ? [] : [`${limits[name]}：${text}`]
  }),
]

/** What has to be cleared away, in the words of the letters. */
export const clearingText = ({ clearing_note, places }: Pick<PreparationColumns, 'clearing_note' | 'places'>): string =>
  clearing_note ?? `${placesText(places)}のまわり約1mの荷物を移動しておいてください。`

const namedPlaces = 4
const placesText = (places: readonly string[]): string =>
  places.length === 0
    ? '玄関と作業する場所'
    : `玄関と作業する場所（${places.slice(0, namedPlaces).join('、')}${places.length > namedPlaces ? ' など' : ''}）`
