import { type Day, timeInTokyo, todayInTokyo } from '@toguchi/domain/calendar/day'
import type { ConstructionType, ElectronicSignboardType, FormType, SecurityEquipment } from '@toguchi/domain/constructions/labels'
import type { AnswerOf, InputOf } from '../platform/api.ts'

export type Construction = AnswerOf<'GET /api/constructions/:id'>['construction']
export type CopyDraft = AnswerOf<'GET /api/constructions/:construction_id/copy'>['construction']
type Body = NonNullable<InputOf<'PATCH /api/constructions/:id'>['body']>['construction']

export interface AssignedRow {
  /** Absent until the server has it. */
  id?: number
  contractor_id: number
  contractor_name: string
  primary_contractor_id: number | null
  craftsman_ids: number[]
  /** Names of people who are assigned, for those who are not on the list of craftsmen any more. */
  craftsman_names: Record<number, string>
  _destroy: boolean
}

/** `free` is the choice 自由入力, which the server knows as no place at all. */
export type PlaceChoice = number | 'free' | null
interface Timings {
  before_construction: boolean
  under_construction: boolean
  after_construction: boolean
}
export interface PlaceRow extends Timings {
  id?: number
  photography_place_id: PlaceChoice
  free_input: string
  remarks: string
  _destroy: boolean
}
export interface OptionRow extends Timings {
  id?: number
  option_id: number
  option_name: string
  price: number | null
  _destroy: boolean
}

/** What the construction form holds; briefing date and time apart, as they are entered (spec §3). */
export interface ConstructionValues {
  manage_no: string
  name: string
  construction_type: ConstructionType | null
  supplier_id: number | null
  supplier_staff_id: number | null
  sales_staff_id: number | null
  construction_staff_id: number | null
  contract_representative: string
  contract_representative_address: string
  owners_association: string
  owners_association_decided_on: Day | null
  prime_contractor: string
  time_per_unit: number | null
  security_equipment: SecurityEquipment | null
  emergency_phone_number: string
  use_electronic_signboard: boolean
  electronic_signboard_type: ElectronicSignboardType | null
  electronic_signboard_contractor_id: number | null
  remarks: string
  special_report_default: string
  use_optional_construction: boolean
  use_payment: boolean
  use_common_photo: boolean
  use_private_photo: boolean
  planned_start_on: Day | null
  planned_end_on: Day | null
  contract_period_start_on: Day | null
  contract_period_end_on: Day | null
  common_area_start_on: Day | null
  common_area_end_on: Day | null
  second_common_area_start_on: Day | null
  second_common_area_end_on: Day | null
  privately_area_start_on: Day | null
  privately_area_end_on: Day | null
  preparation_days: Day[]
  common_area_holidays: Day[]
  privately_area_holidays: Day[]
  information_distribution_on: Day | null
  briefing_session_date: Day | null
  briefing_session_time: string | null
  decision_guide_distribution_on: Day | null
  schedule_change_end_on: Day | null
  option_request_end_on: Day | null
  assigned_contractors_attributes: AssignedRow[]
  common_photography_places_attributes: PlaceRow[]
  private_photography_places_attributes: PlaceRow[]
  constructions_options_attributes: OptionRow[]
}

/** All three timings on (spec §5). */
export const allTimings: Timings = { before_construction: true, under_construction: true, after_construction: true }
export const blankPlace = (): PlaceRow => ({ photography_place_id: null, free_input: '', remarks: '', ...allTimings, _destroy: false })

/** Defaults of spec §5. */
export const blankValues = (): ConstructionValues => ({
  manage_no: '',
  name: '',
  construction_type: null,
  supplier_id: null,
  supplier_staff_id: null,
  sales_staff_id: null,
  construction_staff_id: null,
  contract_representative: '',
  contract_representative_address: '',
  owners_association: '',
  owners_association_decided_on: null,
  prime_contractor: '',
  time_per_unit: null,
  security_equipment: null,
  emergency_phone_number: '',
  use_electronic_signboard: true,
  electronic_signboard_type: 'board',
  electronic_signboard_contractor_id: null,
  remarks: '',
  special_report_default: '',
  use_optional_construction: false,
  use_payment: false,
  use_common_photo: true,
  use_private_photo: true,
  planned_start_on: null,
  planned_end_on: null,
  contract_period_start_on: null,
  contract_period_end_on: null,
  common_area_start_on: null,
  common_area_end_on: null,
  second_common_area_start_on: null,
  second_common_area_end_on: null,
  privately_area_start_on: null,
  privately_area_end_on: null,
  preparation_days: [],
  common_area_holidays: [],
  privately_area_holidays: [],
  information_distribution_on: null,
  briefing_session_date: null,
  briefing_session_time: null,
  decision_guide_distribution_on: null,
  schedule_change_end_on: null,
  option_request_end_on: null,
  assigned_contractors_attributes: [],
  common_photography_places_attributes: [blankPlace()],
  private_photography_places_attributes: [blankPlace()],
  constructions_options_attributes: [],
})

const textFields = [
  'manage_no',
  'name',
  'contract_representative',
  'contract_representative_address',
  'owners_association',
  'prime_contractor',
  'emergency_phone_number',
  'remarks',
  'special_report_default',
] as const

type AnyAssigned = (Omit<Construction['assigned_contractors'][number], 'id'> & { id?: number })[]
const assignedRows = (assigned: AnyAssigned): AssignedRow[] =>
  assigned.map(({ assigned_craftsmans, ...contractor }) => ({
    ...contractor,
    craftsman_ids: assigned_craftsmans.map(({ craftsman_id }) => craftsman_id),
    craftsman_names: Object.fromEntries(assigned_craftsmans.map(({ craftsman_id, name }) => [craftsman_id, name])),
    _destroy: false,
  }))

type AnyPlaces = (Omit<Construction['private_photography_places'][number], 'id'> & { id?: number; remarks?: string | null })[]
const placeRows = (places: AnyPlaces): PlaceRow[] =>
  places.length === 0
    ? [blankPlace()]
    : places.map(({ id, photography_place_id, free_input, remarks, before_construction, under_construction, after_construction }) => ({
        ...(id === undefined ? {} : { id }),
        photography_place_id: photography_place_id ?? 'free',
        free_input: free_input ?? '',
        remarks: remarks ?? '',
        before_construction,
        under_construction,
        after_construction,
        _destroy: false,
      }))

type AnyOptions = (Omit<Construction['constructions_options'][number], 'id'> & { id?: number })[]
const optionRows = (options: AnyOptions): OptionRow[] =>
  options.map(({ price_in_tax: _inTax, ...option }) => ({ ...option, _destroy: false }))

/** The form of a construction as it is, or of a copy of one. */
export const valuesOf = (construction: Construction | CopyDraft): ConstructionValues => {
  const blank = blankValues()
  const fields: Readonly<Record<string, unknown>> = { ...construction }
  const plain = Object.fromEntries(
    Object.keys(blank).flatMap(name => {
      const value = fields[name]
      if (value === undefined) return []
      return [[name, value === null && (textFields as readonly string[]).includes(name) ? '' : value]]
    }),
  )
  const briefing =
    'briefing_session_at' in construction && construction.briefing_session_at !== null ? new Date(construction.briefing_session_at) : null
  return {
    ...blank,
    ...plain,
    briefing_session_date: briefing === null ? null : todayInTokyo(briefing),
    briefing_session_time: briefing === null ? null : timeInTokyo(briefing),
    assigned_contractors_attributes: assignedRows(construction.assigned_contractors),
    common_photography_places_attributes: placeRows(construction.common_photography_places),
    private_photography_places_attributes: placeRows(construction.private_photography_places),
    constructions_options_attributes: optionRows(construction.constructions_options),
  }
}

/** The contractors that are not marked destroyed: what the selector shows (spec §3 selected_contractors). */
export const selectedContractors = (rows: readonly AssignedRow[]): AssignedRow[] => rows.filter(({ _destroy }) => !_destroy)

/** Adds a contractor, or restores the row that was removed before: never a second row (spec §4). */
export const withContractor = (
  rows: readonly AssignedRow[],
  contractor: { id: number; name: string; primary_contractor_id: number | null },
): AssignedRow[] =>
  rows.some(row => row.contractor_id === contractor.id)
    ? rows.map(row => (row.contractor_id === contractor.id ? { ...row, _destroy: false } : row))
    : [
        ...rows,
        {
          contractor_id: contractor.id,
          contractor_name: contractor.name,
          primary_contractor_id: contractor.primary_contractor_id,
          craftsman_ids: [],
          craftsman_names: {},
          _destroy: false,
        },
      ]

/** Takes a contractor away: hidden and marked when the server has it, gone when it was only just added. */
export const withoutContractor = (rows: readonly AssignedRow[], contractorId: number): AssignedRow[] =>
  rows.flatMap(row => {
    if (row.contractor_id !== contractorId) return [row]
    return row.id === undefined ? [] : [{ ...row, _destroy: true }]
  })

/** One value of date and time; a date alone is 00:00, a time alone is nothing (G-SCH-08). */
export const briefingOf = ({ briefing_session_date: day, briefing_session_time: time }: ConstructionValues): string | null =>
  day === null ? null : `${day} ${time ?? '00:00'}`

const assignedBody = (rows: readonly AssignedRow[]) =>
  rows.map(({ id, contractor_id, craftsman_ids, _destroy }) => ({
    ...(id === undefined ? {} : { id }),
    contractor_id,
    _destroy,
    ...(_destroy ? {} : { assigned_craftsmans_attributes: craftsman_ids.map(craftsman_id => ({ craftsman_id })) }),
  }))

/** A row in which nothing was chosen is a place to write and no entry; it keeps its index, so that errors find their rows. */
const isBlank = (row: PlaceRow) => row.id === undefined && row.photography_place_id === null && row.free_input.trim() === ''

const placesBody = (rows: readonly PlaceRow[], used: boolean, withRemarks: boolean) =>
  used
    ? rows.map(row => {
        const { id, photography_place_id, free_input, remarks, before_construction, under_construction, after_construction } = row
        if (isBlank(row)) return { _destroy: true }
        return {
          ...(id === undefined ? {} : { id }),
          ...(photography_place_id === null ? {} : { photography_place_id: photography_place_id === 'free' ? null : photography_place_id }),
          ...(photography_place_id === 'free' ? { free_input } : {}),
          before_construction,
          under_construction,
          after_construction,
          ...(withRemarks ? { remarks } : {}),
          _destroy: row._destroy,
        }
      })
    : []

const optionsBody = (rows: readonly OptionRow[]) =>
  rows.map(({ id, option_id, price, before_construction, under_construction, after_construction, _destroy }) => ({
    ...(id === undefined ? {} : { id }),
    option_id,
    ...(price === null ? {} : { price }),
    before_construction,
    under_construction,
    after_construction,
    _destroy,
  }))

/** The fields of each form type (G-CON-03). */
const fieldsOf: Readonly<Record<Exclude<FormType, 'all'>, readonly (keyof ConstructionValues & keyof Body)[]>> = {
  overall_schedule: [
    'planned_start_on',
    'planned_end_on',
    'contract_period_start_on',
    'contract_period_end_on',
    'common_area_start_on',
    'common_area_end_on',
    'second_common_area_start_on',
    'second_common_area_end_on',
    'privately_area_start_on',
    'privately_area_end_on',
    'preparation_days',
    'common_area_holidays',
    'privately_area_holidays',
    'information_distribution_on',
    'decision_guide_distribution_on',
    'schedule_change_end_on',
    'option_request_end_on',
  ],
  representative: [
    'supplier_id',
    'supplier_staff_id',
    'sales_staff_id',
    'construction_staff_id',
    'contract_representative',
    'contract_representative_address',
    'owners_association',
    'owners_association_decided_on',
    'prime_contractor',
  ],
  construction_info: [
    'manage_no',
    'name',
    'construction_type',
    'time_per_unit',
    'security_equipment',
    'emergency_phone_number',
    'special_report_default',
    'remarks',
  ],
  photography_places: [
    'use_electronic_signboard',
    'electronic_signboard_type',
    'electronic_signboard_contractor_id',
    'use_common_photo',
    'use_private_photo',
  ],
  options: ['use_optional_construction', 'use_payment'],
}

/** The body of the form: only the fields of its form type, nested rows as Rails names them (spec §7). */
export const bodyOf = (values: ConstructionValues, formType: FormType): Body => {
  const types = formType === 'all' ? (Object.keys(fieldsOf) as (keyof typeof fieldsOf)[]) : [formType]
  const body = Object.fromEntries(types.flatMap(type => fieldsOf[type].map(name => [name, values[name]]))) as Body
  const has = (type: keyof typeof fieldsOf) => types.includes(type)
  return {
    ...body,
    ...(has('overall_schedule')
      ? {
          briefing_session_at: briefingOf(values),
          assigned_contractors_attributes: assignedBody(values.assigned_contractors_attributes),
        }
      : {}),
    ...(has('photography_places')
      ? {
          common_photography_places_attributes: placesBody(values.common_photography_places_attributes, values.use_common_photo, true),
          private_photography_places_attributes: placesBody(values.private_photography_places_attributes, values.use_private_photo, false),
        }
      : {}),
    ...(has('options') ? { constructions_options_attributes: optionsBody(values.constructions_options_attributes) } : {}),
  }
}

/** What a craftsman may send: the assignment and nothing else (G-CON-24). */
export const assignmentBody = (values: ConstructionValues): Body => ({
  assigned_contractors_attributes: assignedBody(values.assigned_contractors_attributes),
})
