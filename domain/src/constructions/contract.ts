import { z } from 'zod'
import { instantOf, isDay } from '../calendar/day.ts'
import { contract } from '../http/endpoint.ts'
import {
  changes,
  day,
  destroy,
  id,
  instant,
  listQuery,
  optional,
  optionalMultilineText,
  optionalText,
  phone,
  query,
} from '../http/fields.ts'
import { constructionLabels as labels, constructionTypes, electronicSignboardTypes, formTypes, securityEquipments } from './labels.ts'
import { highestPrice } from '../money/tax.ts'
import { canChangeConstructions, canCreateConstructions, canDeleteConstructions, canReadConstructions } from './policy.ts'
import { constructionStatuses } from './status.ts'

/** One value of date and time: `2026-11-25 10:00` as the form sends it, or ISO 8601; a date alone means 00:00 (G-SCH-08). */
const briefing = z
  .string()
  .trim()
  .transform((value, context) => {
    const [, on = '', time = '00:00', offset] =
      /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(value) ?? []
    if (isDay(on) && /^([01]\d|2[0-3]):[0-5]\d/.test(time))
      return offset === undefined ? instantOf(on, time.slice(0, 5)) : new Date(value.replace(' ', 'T'))
    context.addIssue({ code: 'custom', message: 'の形式が正しくありません' })
    return z.NEVER
  })
const date = optional(day)
/** Days off: each once, ascending, whatever was sent. */
const days = z
  .array(day)
  .max(1_000)
  .transform(values => [...new Set(values)].toSorted())
const timings = { before_construction: z.boolean(), under_construction: z.boolean(), after_construction: z.boolean() }
const rowId = { id: id.optional(), _destroy: destroy }

const AssignedContractorRow = z.strictObject({
  ...rowId,
  contractor_id: id.optional(),
  /** The whole list of named craftsmen (G-CRA-07); absent leaves it as it is. */
  assigned_craftsmans_attributes: z
    .array(z.strictObject({ ...rowId, craftsman_id: id.optional() }))
    .max(500)
    .optional(),
})
const place = { photography_place_id: optional(id), free_input: optionalText(50), ...timings }
const CommonPlaceRow = changes({ ...place, remarks: optionalMultilineText(1000) }).extend(rowId)
const PrivatePlaceRow = changes(place).extend(rowId)
const OptionRow = changes({ option_id: id, price: z.int().min(0).max(highestPrice), ...timings }).extend(rowId)

const fields = {
  manage_no: optionalText(30),
  name: optionalText(100),
  construction_type: optional(z.enum(constructionTypes)),
  supplier_id: optional(id),
  supplier_staff_id: optional(id),
  sales_staff_id: optional(id),
  construction_staff_id: optional(id),
  contract_representative: optionalText(100),
  contract_representative_address: optionalText(255),
  owners_association: optionalText(100),
  owners_association_decided_on: date,
  prime_contractor: optionalText(100),
  time_per_unit: optional(z.int().min(1).max(9999)),
  security_equipment: optional(z.enum(securityEquipments)),
  emergency_phone_number: optional(phone),
  use_electronic_signboard: z.boolean(),
  electronic_signboard_type: optional(z.enum(electronicSignboardTypes)),
  electronic_signboard_contractor_id: optional(id),
  remarks: optionalMultilineText(1000),
  special_report_default: optionalMultilineText(1000),
  use_optional_construction: z.boolean(),
  use_payment: z.boolean(),
  use_common_photo: z.boolean(),
  use_private_photo: z.boolean(),
  number_of_houses: optional(z.int().min(1).max(9999)),
  planned_start_on: date,
  planned_end_on: date,
  contract_period_start_on: date,
  contract_period_end_on: date,
  common_area_start_on: date,
  common_area_end_on: date,
  second_common_area_start_on: date,
  second_common_area_end_on: date,
  privately_area_start_on: date,
  privately_area_end_on: date,
  preparation_days: days,
  common_area_holidays: days,
  privately_area_holidays: days,
  information_distribution_on: date,
  briefing_session_at: optional(briefing),
  decision_guide_distribution_on: date,
  schedule_change_end_on: date,
  option_request_end_on: date,
} as const
const nested = {
  assigned_contractors_attributes: z.array(AssignedContractorRow).max(200).optional(),
  common_photography_places_attributes: z.array(CommonPlaceRow).max(200).optional(),
  private_photography_places_attributes: z.array(PrivatePlaceRow).max(200).optional(),
  constructions_options_attributes: z.array(OptionRow).max(200).optional(),
}
const Fields = changes(fields)
export type ConstructionFields = z.infer<typeof Fields>
const Form = Fields.extend(nested)
export type ConstructionForm = z.infer<typeof Form>
export type AssignedContractorRow = z.infer<typeof AssignedContractorRow>
export type CommonPlaceRow = z.infer<typeof CommonPlaceRow>
export type OptionRow = z.infer<typeof OptionRow>
const form_type = z.enum(formTypes)

const Calendar = z.array(z.object({ date: z.string(), name: z.string().nullable() }))
const Progress = z.object({ waiting: z.int(), reschedule: z.int(), completed: z.int() })

const AssignedContractor = z.object({
  id: z.int(),
  contractor_id: z.int(),
  contractor_name: z.string(),
  primary_contractor_id: z.int().nullable(),
  assigned_craftsmans: z.array(z.object({ id: z.int(), craftsman_id: z.int(), name: z.string() })),
})
const PrivatePlace = z.object({
  id: z.int(),
  photography_place_id: z.int().nullable(),
  free_input: z.string().nullable(),
  /** Of the master, or the free input. */
  name: z.string(),
  ...timings,
})
const CommonPlace = PrivatePlace.extend({ remarks: z.string().nullable() })
const ConstructionsOption = z.object({
  id: z.int(),
  option_id: z.int(),
  option_name: z.string(),
  price: z.int(),
  price_in_tax: z.int(),
  ...timings,
})

/** What a copy takes over (G-CON-09). */
const copied = {
  building_id: z.int(),
  building_name: z.string(),
  building_name_kana: z.string().nullable(),
  building_zipcode: z.string().nullable(),
  building_address: z.string(),
  name: z.string().nullable(),
  construction_type: z.enum(constructionTypes).nullable(),
  supplier_id: z.int().nullable(),
  supplier_staff_id: z.int().nullable(),
  sales_staff_id: z.int().nullable(),
  construction_staff_id: z.int().nullable(),
  contract_representative: z.string().nullable(),
  contract_representative_address: z.string().nullable(),
  owners_association: z.string().nullable(),
  prime_contractor: z.string().nullable(),
  time_per_unit: z.int().nullable(),
  security_equipment: z.enum(securityEquipments).nullable(),
  emergency_phone_number: z.string().nullable(),
  use_electronic_signboard: z.boolean(),
  electronic_signboard_type: z.enum(electronicSignboardTypes),
  electronic_signboard_contractor_id: z.int().nullable(),
  remarks: z.string().nullable(),
  special_report_default: z.string().nullable(),
  use_optional_construction: z.boolean(),
  use_payment: z.boolean(),
  use_common_photo: z.boolean(),
  use_private_photo: z.boolean(),
  number_of_houses: z.int().nullable(),
}
const Construction = z.object({
  ...copied,
  id: z.int(),
  uuid: z.string(),
  cd: z.string(),
  manage_no: z.string().nullable(),
  supplier_name: z.string().nullable(),
  supplier_staff_name: z.string().nullable(),
  sales_representative: z.string().nullable(),
  sales_department: z.string().nullable(),
  construction_representative: z.string().nullable(),
  electronic_signboard_contractor_name: z.string().nullable(),
  owners_association_decided_on: z.string().nullable(),
  floor_number: z.int().nullable(),
  room_number_per_floor: z.int().nullable(),
  floor_start: z.int().nullable(),
  initials: z.string().nullable(),
  digits: z.int().nullable(),
  except_for_lower_digit_four: z.boolean(),
  except_for_lower_digit_nine: z.boolean(),
  planned_start_on: z.string().nullable(),
  planned_end_on: z.string().nullable(),
  contract_period_start_on: z.string().nullable(),
  contract_period_end_on: z.string().nullable(),
  common_area_start_on: z.string().nullable(),
  common_area_end_on: z.string().nullable(),
  /** Working days (G-SCH-02). */
  common_area_term: z.int().nullable(),
  second_common_area_start_on: z.string().nullable(),
  second_common_area_end_on: z.string().nullable(),
  privately_area_start_on: z.string().nullable(),
  privately_area_end_on: z.string().nullable(),
  privately_area_term: z.int().nullable(),
  preparation_days: z.array(z.string()),
  common_area_holidays: z.array(z.string()),
  privately_area_holidays: z.array(z.string()),
  preparation_days_calendar: Calendar,
  common_area_holidays_calendar: Calendar,
  privately_area_holidays_calendar: Calendar,
  information_distribution_on: z.string().nullable(),
  briefing_session_at: instant.nullable(),
  decision_guide_distribution_on: z.string().nullable(),
  schedule_change_end_on: z.string().nullable(),
  option_request_end_on: z.string().nullable(),
  detail_schedule_completed_at: instant.nullable(),
  representative_completion: z.boolean(),
  construction_infomation_completion: z.boolean(),
  photography_places_completion: z.boolean(),
  options_completion: z.boolean(),
  completion_book: z.object({ url: z.string(), file_name: z.string(), updated_at: instant }).nullable(),
  status: z.enum(constructionStatuses),
  progress: Progress,
  room_count: z.int(),
  assign_ids: z.array(z.int()),
  assigned_contractors: z.array(AssignedContractor),
  common_photography_places: z.array(CommonPlace),
  private_photography_places: z.array(PrivatePlace),
  constructions_options: z.array(ConstructionsOption),
  /** Whether the client company offers optional works at all (G-CON-14). */
  client_use_optional_construction: z.boolean(),
  can_delete: z.boolean(),
  lock_version: z.int(),
  schedule_lock_version: z.int(),
  created_at: instant,
  updated_at: instant,
})
export type Construction = z.infer<typeof Construction>

const CopyDraft = z.object({
  ...copied,
  id: z.null(),
  client_use_optional_construction: z.boolean(),
  assigned_contractors: z.array(AssignedContractor.omit({ id: true })),
  common_photography_places: z.array(CommonPlace.omit({ id: true })),
  private_photography_places: z.array(PrivatePlace.omit({ id: true })),
  constructions_options: z.array(ConstructionsOption.omit({ id: true })),
})
export type CopyDraft = z.infer<typeof CopyDraft>

export const FlatConstruction = z.object({
  id: z.int(),
  building_id: z.int(),
  building_name: z.string(),
  cd: z.string(),
  name: z.string().nullable(),
  construction_type: z.enum(constructionTypes).nullable(),
  manage_no: z.string().nullable(),
  /** Contract period, else planned (G-SCH-28). */
  start_on: z.string().nullable(),
  end_on: z.string().nullable(),
  /** First and last day of the work in common and private areas. */
  work_start_on: z.string().nullable(),
  work_end_on: z.string().nullable(),
  privately_area_end_on: z.string().nullable(),
  houses: z.int(),
  status: z.enum(constructionStatuses),
  progress: Progress,
})
export type FlatConstruction = z.infer<typeof FlatConstruction>

const Saved = z.object({ message: z.string(), construction: Construction })
const statusFilter = z.union([z.array(z.enum(constructionStatuses)).max(7), z.enum(constructionStatuses).transform(one => [one])])

export const constructions = contract({
  'GET /api/constructions': {
    access: canReadConstructions,
    query: listQuery(['id', 'cd', 'building_name', 'name', 'manage_no', 'start_on', 'end_on', 'privately_area_end_on', 'houses'], {
      construction: z
        .strictObject({
          keyword: query.text,
          status: statusFilter,
          start_on: z.union([day, z.literal('')]),
          end_on: z.union([day, z.literal('')]),
          building_id: query.id,
        })
        .partial()
        .optional(),
    }),
    response: z.object({ flat_constructions: z.array(FlatConstruction), total_count: z.int().optional() }),
  },
  'POST /api/constructions': {
    access: canCreateConstructions,
    body: z.strictObject({ form_type: form_type.default('overall_schedule'), construction: Form.extend({ building_id: id }) }),
    labels,
    status: 201,
    response: Saved,
  },
  'GET /api/constructions/:id': { access: canReadConstructions, response: z.object({ construction: Construction }) },
  'PATCH /api/constructions/:id': {
    access: canChangeConstructions,
    body: z.strictObject({ form_type: form_type.optional(), construction: Form.extend({ lock_version: z.int().optional() }) }),
    labels,
    response: Saved,
  },
  'DELETE /api/constructions/:id': { access: canDeleteConstructions, response: z.object({ message: z.string() }) },
  'GET /api/constructions/:construction_id/copy': { access: canCreateConstructions, response: z.object({ construction: CopyDraft }) },
  'POST /api/constructions/:construction_id/copy': {
    access: canCreateConstructions,
    body: z.strictObject({ form_type: z.literal('all').optional(), construction: Form }),
    labels,
    status: 201,
    response: Saved,
  },
})
