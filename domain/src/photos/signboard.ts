import { formatDay, todayInTokyo } from '../calendar/day.ts'
import { photoTimingLabels, type PhotoTiming } from './labels.ts'

export interface SignboardFacts {
  construction_name: string
  /** Null for a photo of the common area. */
  room_name: string | null
  place_name: string
  timing: PhotoTiming
  filming_at: Date
  /** Name of the electronic signboard contractor. */
  contractor_name: string | null
  work_kind: string | null
  note: string | null
}

export interface SignboardLine {
  label: string
  value: string
}

const unlessEmpty = (label: string, value: string | null): SignboardLine[] => (value ? [{ label, value }] : [])

/** Lines of the electronic signboard, top to bottom (G-CON-15); what is not known leaves an empty value, as on a real board. */
export const signboardLines = (facts: SignboardFacts): SignboardLine[] => [
  { label: '工事名', value: facts.construction_name },
  ...unlessEmpty('工種', facts.work_kind),
  ...unlessEmpty('部屋', facts.room_name),
  { label: '撮影箇所', value: facts.place_name },
  { label: '施工時期', value: photoTimingLabels[facts.timing] },
  { label: '撮影日', value: formatDay(todayInTokyo(facts.filming_at)) },
  { label: '施工業者', value: facts.contractor_name ?? '' },
  ...unlessEmpty('備考', facts.note),
]

/** Characters of what is written on one board alone: more could not be read in the picture. */
export const mostOfLine = 40
