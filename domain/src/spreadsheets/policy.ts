import { canRegisterStaffs } from '../accounts/staffs-policy.ts'
import { type Allows, isOffice, onlyIf } from '../access/actor.ts'
import { canManageBuildings } from '../buildings/policy.ts'
import { canManageContractors } from '../contractors/policy.ts'
import { canManageSuppliers } from '../masters/policy.ts'
import { canManageOptions } from '../options/policy.ts'
import { canEditResident } from '../residents/policy.ts'
import { canComposeRooms } from '../rooms/policy.ts'
import type { SpreadsheetKind } from './labels.ts'

/** Who may take a list in or out: those who may write it row by row, so that a file opens no door that a form keeps shut. */
export const canUseSpreadsheet: Readonly<Record<SpreadsheetKind, Allows<(typeof isOffice.kinds)[number]>>> = {
  buildings: canManageBuildings,
  rooms: canComposeRooms,
  residents: canEditResident,
  staffs: canRegisterStaffs,
  contractors: canManageContractors,
  craftsmans: canManageContractors,
  suppliers: canManageSuppliers,
  options: canManageOptions,
}

/** Whoever may use at least one of them. */
export const canUseSpreadsheets = onlyIf(isOffice.kinds, actor => Object.values(canUseSpreadsheet).some(allows => allows(actor)))
