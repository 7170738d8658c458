import type { HistoryEntry } from '@toguchi/domain/printing/contract'
import { toInstant } from '../../platform/clock.ts'
import { eventTexts } from './event-texts.ts'
import type { HistoryRow } from './queries.ts'

export const presentEvent = (row: HistoryRow): HistoryEntry => ({
  id: row.id,
  at: toInstant(row.at),
  room: row.room_id === null || row.room_name === null ? null : { id: row.room_id, name: row.room_name },
  ...historyTexts(row),
})

/** Of several dwellings at once how many they were: 案内状を作成しました（84戸）. */
export const historyTexts = (row: HistoryRow) => {
  const texts = eventTexts(row, true)
  return row.dwellings === 1 ? texts : { ...texts, what: `${texts.what}（${row.dwellings}戸）` }
}
