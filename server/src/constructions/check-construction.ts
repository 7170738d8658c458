import type { ClientId } from '@toguchi/domain/access/actor'
import { constructionFieldNames, emptyOf } from '@toguchi/domain/constructions/fields'
import { periodColumns, periodKey, periodProblems, type Period } from '@toguchi/domain/constructions/check-periods'
import type { ConstructionFields } from '@toguchi/domain/constructions/contract'
import type { FormType } from '@toguchi/domain/constructions/labels'
import { requiredFields } from '@toguchi/domain/constructions/required-fields'
import type { Db } from '../platform/database/database.ts'
import type { FieldErrors } from './field-errors.ts'
import { checkReferences, type References } from './queries.ts'

/** The fields of a construction that the form carries, as they will be after saving. */
export type ConstructionState = { [F in keyof ConstructionFields]-?: Exclude<ConstructionFields[F], undefined> }

const emptyFields: Readonly<Record<string, unknown>> = Object.fromEntries(constructionFieldNames.map(name => [name, emptyOf(name)]))
/** What a construction is before anything was entered: the defaults of spec §5. */
export const emptyState = emptyFields as ConstructionState

/** The state after saving: what was sent over what was there. Another supplier takes the old one's person away (G-CON-12). */
export const merge = (before: ConstructionState, fields: ConstructionFields): ConstructionState => {
  const after = { ...before, ...fields }
  if (after.supplier_id !== before.supplier_id && fields.supplier_staff_id === undefined) after.supplier_staff_id = null
  return after
}

interface Check {
  formType: FormType | undefined
  before: ConstructionState
  after: ConstructionState
  fields: ConstructionFields
  clientOffersOptions: boolean
}

const blank = 'を入力してください'
const unchosen = 'を選択してください'
const chosen: ReadonlySet<string> = new Set([
  'supplier_id',
  'sales_staff_id',
  'electronic_signboard_type',
  'electronic_signboard_contractor_id',
])

/**
 * Checks the columns of a construction as it will be. What a form type requires must be there (G-VAL-08); without a form type
 * only what was sent counts: a required field may not be emptied.
 */
export const checkFields = async (db: Db, clientId: ClientId, check: Check, errors: FieldErrors): Promise<void> => {
  const { formType, after, fields } = check
  const required = requiredFields(formType ?? 'all', after).filter(field => field !== 'assigned_contractors')
  for (const field of required) {
    const sent = formType !== undefined || columnsOf(field).some(column => fields[column] !== undefined)
    if (sent && columnsOf(field).some(column => after[column] === null && (formType !== undefined || fields[column] === null)))
      errors.add(field, chosen.has(field) ? unchosen : blank)
  }
  for (const [field, texts] of Object.entries(periodProblems(after))) for (const text of texts) errors.add(field, text)
  if (fields.use_optional_construction === true && !check.clientOffersOptions) errors.add('use_optional_construction', 'は利用できません。')
  await checkPointers(db, clientId, check, errors)
}

/** The columns behind an error's key: a period has two. */
const columnsOf = (field: string): readonly (keyof ConstructionState)[] => {
  const period = (Object.keys(periodColumns) as Period[]).find(each => periodKey(each) === field)
  return period === undefined ? [field as keyof ConstructionState] : periodColumns[period]
}

/** New pointers must lead to live rows of the client; old ones may lead to what was hidden since. */
const checkPointers = async (db: Db, clientId: ClientId, { before, after }: Check, errors: FieldErrors): Promise<void> => {
  const changed = (field: keyof References) => (after[field] === before[field] ? null : after[field])
  const pointers: References = {
    supplier_id: changed('supplier_id'),
    supplier_staff_id: after.supplier_id === before.supplier_id ? changed('supplier_staff_id') : after.supplier_staff_id,
    sales_staff_id: changed('sales_staff_id'),
    construction_staff_id: changed('construction_staff_id'),
    electronic_signboard_contractor_id: changed('electronic_signboard_contractor_id'),
  }
  if (Object.values(pointers).every(pointer => pointer === null)) return
  const existing = await checkReferences(db, clientId, after.supplier_id, pointers)
  for (const [field, exists] of Object.entries(existing ?? {})) if (!exists) errors.add(field, 'は一覧にありません')
}
