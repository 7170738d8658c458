import type { SpreadsheetKind } from '@toguchi/domain/spreadsheets/labels'
import { buildingsSheet } from './kinds/buildings.ts'
import { contractorsSheet } from './kinds/contractors.ts'
import { craftsmansSheet } from './kinds/craftsmans.ts'
import { optionsSheet } from './kinds/options.ts'
import { residentsSheet } from './kinds/residents.ts'
import { roomsSheet } from './kinds/rooms.ts'
import { staffsSheet } from './kinds/staffs.ts'
import { suppliersSheet } from './kinds/suppliers.ts'
import type { SheetKind } from './sheet-kind.ts'

/** Every list that goes in and out of Excel. A further one is a file under kinds/, a line here and a name in the domain. */
export const sheetKinds: Readonly<Record<SpreadsheetKind, SheetKind>> = {
  buildings: buildingsSheet,
  rooms: roomsSheet,
  residents: residentsSheet,
  staffs: staffsSheet,
  contractors: contractorsSheet,
  craftsmans: craftsmansSheet,
  suppliers: suppliersSheet,
  options: optionsSheet,
}
