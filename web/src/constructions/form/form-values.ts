import { type Day, timeInTokyo, todayInTokyo } from '@toguchi/domain/calendar/day'
import {
  type ConstructionFieldName,
  constructionFieldNames,
  emptyOf,
  type FieldKind,
  fieldNamesOfStep,
  fieldOf,
  type KindOf,
} from '@toguchi/domain/constructions/fields'
import {
  type ConstructionType,
  type ElectronicSignboardType,
  type FormType,
  formTypes,
  type SecurityEquipment,
} from '@toguchi/domain/constructions/labels'
import type { AnswerOf, InputOf } from '../../platform/api/api.ts'

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
  price: number
  _destroy: boolean
}

/** What an input holds, by what its field holds: an empty text is no null. */
interface FormValues {
  text: string
  lines: string
  phone: string
  'printed phone': string
  reference: number | null
  number: number | null
  flag: boolean
  date: Day | null
  dates: Day[]
  addresses: string[]
  'construction type': ConstructionType | null
  'security equipment': SecurityEquipment | null
  'signboard type': ElectronicSignboardType | null
  briefing: never
}
/** Fields that one input holds: the briefing has two, and the number of houses is counted. */
type PlainName = Exclude<ConstructionFieldName, 'briefing_session_at' | 'number_of_houses'>

/** What the construction form holds; briefing date and time apart, as they are entered (spec §3). */
export type ConstructionValues = { [Name in PlainName]: FormValues[KindOf<Name>] } & {
  briefing_session_date: Day | null
  briefing_session_time: string | null
  assigned_contractors_attributes: AssignedRow[]
  common_photography_places_attributes: PlaceRow[]
  private_photography_places_attributes: PlaceRow[]
  constructions_options_attributes: OptionRow[]
}

const isPlain = (name: ConstructionFieldName): name is PlainName => name !== 'briefing_session_at' && name !== 'number_of_houses'
const plainNames = constructionFieldNames.filter(isPlain)

const textKinds: ReadonlySet<FieldKind> = new Set(['text', 'lines', 'phone', 'printed phone'])
const blankOf = (name: PlainName) => (textKinds.has(fieldOf(name).kind) ? '' : emptyOf(name))

/** All three timings on (spec §5). */
export const allTimings: Timings = { before_construction: true, under_construction: true, after_construction: true }
export const blankPlace = (): PlaceRow => ({ photography_place_id: null, free_input: '', remarks: '', ...allTimings, _destroy: false })

const blankFields = (): Readonly<Record<string, unknown>> => Object.fromEntries(plainNames.map(name => [name, blankOf(name)]))

/** Defaults of spec §5. */
export const blankValues = (): ConstructionValues => ({
  ...(blankFields() as Pick<ConstructionValues, PlainName>),
  briefing_session_date: null,
  briefing_session_time: null,
  assigned_contractors_attributes: [],
  common_photography_places_attributes: [blankPlace()],
  private_photography_places_attributes: [blankPlace()],
  constructions_options_attributes: [],
})

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
  const answered: Readonly<Record<string, unknown>> = { ...construction }
  const plain = Object.fromEntries(
    plainNames.flatMap(name => (answered[name] === undefined ? [] : [[name, answered[name] ?? blankOf(name)]])),
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

/** The board is not asked for where nobody is registered whose name could stand on it; whoever has saved that step has decided. */
export const withoutBoardOf = (values: ConstructionValues, decided: boolean, boardContractors: number): ConstructionValues =>
  decided || boardContractors > 0 ? values : { ...values, use_electronic_signboard: false }

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
  rows.map(({ id, option_id, before_construction, under_construction, after_construction, _destroy }) => ({
    ...(id === undefined ? {} : { id }),
    option_id,
    before_construction,
    under_construction,
    after_construction,
    _destroy,
  }))

type FormStep = Exclude<FormType, 'all'>
const formSteps = formTypes.filter((type): type is FormStep => type !== 'all')

/** The body of the form: only the fields of its form type, nested rows as Rails names them (spec §7). */
export const bodyOf = (values: ConstructionValues, formType: FormType): Body => {
  const steps = formType === 'all' ? formSteps : [formType]
  const names = steps.flatMap(fieldNamesOfStep).filter(isPlain)
  const body: Body = Object.fromEntries(names.map(name => [name, values[name]]))
  const has = (step: FormStep) => steps.includes(step)
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
