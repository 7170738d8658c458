import { occupancyFieldLabels, type Occupancy } from '@toguchi/domain/rooms/occupancy/occupancy'
import { closedRoomText } from '@toguchi/domain/rooms/status'

/** A row of a file that says who is in a dwelling; `before` is the room as it stands. */
interface OccupancyChange {
  before: { id: number; occupancy: Occupancy; is_closed: boolean } | null
  after: { occupancy?: Occupancy | null | undefined }
}

/** What the rows say anew, by room. */
export const occupanciesOf = (changes: readonly OccupancyChange[]): Map<number, Occupancy> =>
  new Map(
    changes.flatMap(({ before, after: { occupancy } }) =>
      before && occupancy && occupancy !== before.occupancy ? [[before.id, occupancy] as const] : [],
    ),
  )

/** Rows that would change a dwelling in which all is done, by their place in `changes`. */
export const closedOccupancies = (changes: readonly OccupancyChange[]): Map<number, { key: string; text: string }> =>
  new Map(
    changes.flatMap((change, at) =>
      change.before?.is_closed === true && occupanciesOf([change]).size > 0
        ? [[at, { key: 'occupancy', text: `${occupancyFieldLabels.occupancy}は${closedRoomText}` }] as const]
        : [],
    ),
  )
