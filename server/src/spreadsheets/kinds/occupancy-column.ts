import { type Occupancy, occupancyFieldLabels, occupancyLabels } from '@toguchi/domain/rooms/occupancy/occupancy'
import { readChoice } from '@toguchi/domain/spreadsheets/read-cell'
import type { SheetColumn } from '../sheet-kind.ts'

/** Who is in a dwelling, in the lists of rooms and of residents. */
export const occupancyColumn = {
  key: 'occupancy',
  heading: occupancyFieldLabels.occupancy,
  read: readChoice(occupancyLabels),
  write: occupancy => occupancyLabels[occupancy as Occupancy],
  choices: Object.values(occupancyLabels),
  blankKeeps: true,
  example: occupancyLabels.occupied,
  note: '空欄のときは変更されません。',
} satisfies SheetColumn<{ occupancy?: Occupancy | null | undefined }>
