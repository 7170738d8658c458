import type { SpreadsheetKind } from '@toguchi/domain/spreadsheets/labels'
import { buildingsSheet } from './kinds/buildings.ts'
import { suppliersSheet } from './kinds/suppliers.ts'
import type { SheetKind } from './sheet-kind.ts'

/** Every list that goes in and out of Excel. A further one is a file under kinds/, a line here and a name in the domain. */
export const sheetKinds: Readonly<Record<SpreadsheetKind, SheetKind>> = {
  buildings: buildingsSheet,
  suppliers: suppliersSheet,
}
