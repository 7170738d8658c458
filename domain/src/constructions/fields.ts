import type { FormType } from './labels.ts'

/** What a field holds; what is sent, stored and answered follows from it. */
export type FieldKind =
  | 'text'
  | 'lines'
  | 'phone'
  /** A telephone number as it is printed, with its dashes. */
  | 'printed phone'
  /** The id of a row of another table. */
  | 'reference'
  /** A whole number from 1 to 9,999. */
  | 'number'
  | 'flag'
  | 'date'
  /** Days, each once, ascending. */
  | 'dates'
  /** Mail addresses, each once. */
  | 'addresses'
  | 'construction type'
  | 'security equipment'
  | 'signboard type'
  /** Date and time of the briefing session (G-SCH-08). */
  | 'briefing'

interface Field {
  kind: FieldKind
  /** The step of the form that shows and sends it (G-CON-03); null: it is set elsewhere. */
  step: Exclude<FormType, 'all'> | null
  /** The longest text. */
  max?: number
  /** What a flag is before anybody set it (spec §5). */
  initially?: boolean
  /** A copy of the construction takes it over (G-CON-09). */
  copied?: true
  /** It may name a person: in events it stands apart and is erased with them (D-12). */
  personal?: true
}

/**
 * Every field of a construction that people write, in the order of the answers. Form, answer, copy, events and the values of the page are
 * made of this table: a new field is a column, a line here, its label, and its place on the page (docs/decisions/029).
 */
export const constructionFields = {
  manage_no: { kind: 'text', max: 30, step: 'construction_info' },
  name: { kind: 'text', max: 100, step: 'construction_info', copied: true },
  construction_type: { kind: 'construction type', step: 'construction_info', copied: true },
  supplier_id: { kind: 'reference', step: 'representative', copied: true },
  supplier_staff_id: { kind: 'reference', step: 'representative', copied: true },
  sales_staff_id: { kind: 'reference', step: 'representative', copied: true },
  construction_staff_id: { kind: 'reference', step: 'representative', copied: true },
  contract_representative: { kind: 'text', max: 100, step: 'representative', copied: true, personal: true },
  contract_representative_address: { kind: 'text', max: 255, step: 'representative', copied: true, personal: true },
  owners_association: { kind: 'text', max: 100, step: 'representative', copied: true },
  owners_association_decided_on: { kind: 'date', step: 'representative' },
  board_addresses: { kind: 'addresses', step: 'representative', copied: true, personal: true },
  prime_contractor: { kind: 'text', max: 100, step: 'representative', copied: true },
  time_per_unit: { kind: 'number', step: 'construction_info', copied: true },
  security_equipment: { kind: 'security equipment', step: 'construction_info', copied: true },
  emergency_phone_number: { kind: 'phone', step: 'construction_info', copied: true, personal: true },
  use_electronic_signboard: { kind: 'flag', initially: true, step: 'photography_places', copied: true },
  electronic_signboard_type: { kind: 'signboard type', step: 'photography_places', copied: true },
  electronic_signboard_contractor_id: { kind: 'reference', step: 'photography_places', copied: true },
  remarks: { kind: 'lines', max: 1000, step: 'construction_info', copied: true, personal: true },
  special_report_default: { kind: 'lines', max: 1000, step: 'construction_info', copied: true, personal: true },
  water_limit: { kind: 'lines', max: 200, step: 'construction_info', copied: true },
  power_limit: { kind: 'lines', max: 200, step: 'construction_info', copied: true },
  toilet_limit: { kind: 'lines', max: 200, step: 'construction_info', copied: true },
  noise_limit: { kind: 'lines', max: 200, step: 'construction_info', copied: true },
  lift_limit: { kind: 'lines', max: 200, step: 'construction_info', copied: true },
  cost_note: { kind: 'lines', max: 200, step: 'construction_info', copied: true },
  clearing_note: { kind: 'lines', max: 200, step: 'construction_info', copied: true },
  contact_phone: { kind: 'printed phone', step: 'construction_info', copied: true, personal: true },
  contact_hours: { kind: 'text', max: 60, step: 'construction_info', copied: true },
  key_place: { kind: 'text', max: 100, step: 'construction_info', copied: true },
  key_hours: { kind: 'text', max: 60, step: 'construction_info', copied: true },
  use_optional_construction: { kind: 'flag', initially: false, step: 'options', copied: true },
  use_payment: { kind: 'flag', initially: false, step: 'options', copied: true },
  cash_place: { kind: 'text', max: 100, step: 'options', copied: true },
  cash_hours: { kind: 'text', max: 60, step: 'options', copied: true },
  use_common_photo: { kind: 'flag', initially: true, step: 'photography_places', copied: true },
  use_private_photo: { kind: 'flag', initially: true, step: 'photography_places', copied: true },
  number_of_houses: { kind: 'number', step: null, copied: true },
  planned_start_on: { kind: 'date', step: 'overall_schedule' },
  planned_end_on: { kind: 'date', step: 'overall_schedule' },
  contract_period_start_on: { kind: 'date', step: 'overall_schedule' },
  contract_period_end_on: { kind: 'date', step: 'overall_schedule' },
  common_area_start_on: { kind: 'date', step: 'overall_schedule' },
  common_area_end_on: { kind: 'date', step: 'overall_schedule' },
  second_common_area_start_on: { kind: 'date', step: 'overall_schedule' },
  second_common_area_end_on: { kind: 'date', step: 'overall_schedule' },
  privately_area_start_on: { kind: 'date', step: 'overall_schedule' },
  privately_area_end_on: { kind: 'date', step: 'overall_schedule' },
  preparation_days: { kind: 'dates', step: 'overall_schedule' },
  common_area_holidays: { kind: 'dates', step: 'overall_schedule' },
  privately_area_holidays: { kind: 'dates', step: 'overall_schedule' },
  information_distribution_on: { kind: 'date', step: 'overall_schedule' },
  briefing_session_at: { kind: 'briefing', step: 'overall_schedule' },
  decision_guide_distribution_on: { kind: 'date', step: 'overall_schedule' },
  schedule_change_end_on: { kind: 'date', step: 'overall_schedule' },
  option_request_end_on: { kind: 'date', step: 'overall_schedule' },
} as const satisfies Readonly<Record<string, Field>>

type Fields = typeof constructionFields
export type ConstructionFieldName = keyof Fields
/** The kind of a field, as a type. */
export type KindOf<Name extends ConstructionFieldName> = Fields[Name]['kind']
type NamesWith<Part> = { [Name in ConstructionFieldName]: Fields[Name] extends Part ? Name : never }[ConstructionFieldName]
export type CopiedFieldName = NamesWith<{ copied: true }>

const entries: readonly (readonly [ConstructionFieldName, Field])[] = Object.entries(constructionFields) as [ConstructionFieldName, Field][]
const namesWhere = (matches: (field: Field) => boolean): ConstructionFieldName[] =>
  entries.filter(([, field]) => matches(field)).map(([name]) => name)

export const constructionFieldNames: readonly ConstructionFieldName[] = namesWhere(() => true)
export const copiedFieldNames = namesWhere(({ copied }) => copied === true) as readonly CopiedFieldName[]
export const personalFieldNames: ReadonlySet<ConstructionFieldName> = new Set(namesWhere(({ personal }) => personal === true))
/** Fields that a step of the form sends. */
export const fieldNamesOfStep = (step: Exclude<FormType, 'all'>): ConstructionFieldName[] => namesWhere(field => field.step === step)
export const fieldOf = (name: ConstructionFieldName): Field => constructionFields[name]

/** What a field is before anything was entered (spec §5). */
export const emptyOf = (name: ConstructionFieldName): null | boolean | 'board' | readonly never[] => {
  const { kind, initially } = fieldOf(name)
  if (kind === 'flag') return initially ?? false
  if (kind === 'dates' || kind === 'addresses') return []
  return kind === 'signboard type' ? 'board' : null
}

/** What the letters say of the works beside their dates (feature 8): limits with their hours, cost, what to clear, whom to call, where keys go. */
export const limitFieldNames = [
  'water_limit',
  'power_limit',
  'toilet_limit',
  'noise_limit',
  'lift_limit',
  'cost_note',
  'clearing_note',
  'contact_phone',
  'contact_hours',
  'key_place',
  'key_hours',
] as const satisfies readonly ConstructionFieldName[]
