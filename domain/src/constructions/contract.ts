import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { changes, day, destroy, id, instant, listQuery, optional, optionalMultilineText, optionalText, query } from '../http/fields.ts'
import { constructionLabels as labels, constructionTypes, formTypes } from './labels.ts'
import { highestPrice } from '../money/tax.ts'
import { answeredFields, copiedFields, sentFields } from './fields-contract.ts'
import { canChangeConstructions, canCreateConstructions, canDeleteConstructions, canReadConstructions } from './policy.ts'
import { constructionStatuses } from './status.ts'

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
/** `price`: as it was read, so that an answer can be sent back; another one is refused (G-ORD-17). */
const OptionRow = changes({ option_id: id, price: z.int().min(0).max(highestPrice), ...timings }).extend(rowId)

const nested = {
  assigned_contractors_attributes: z.array(AssignedContractorRow).max(200).optional(),
  common_photography_places_attributes: z.array(CommonPlaceRow).max(200).optional(),
  private_photography_places_attributes: z.array(PrivatePlaceRow).max(200).optional(),
  constructions_options_attributes: z.array(OptionRow).max(200).optional(),
}
const Fields = changes(sentFields)
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
  ...copiedFields,
}
const Construction = z.object({
  ...copied,
  ...answeredFields,
  id: z.int(),
  uuid: z.string(),
  cd: z.string(),
  supplier_name: z.string().nullable(),
  supplier_staff_name: z.string().nullable(),
  sales_representative: z.string().nullable(),
  sales_department: z.string().nullable(),
  construction_representative: z.string().nullable(),
  electronic_signboard_contractor_name: z.string().nullable(),
  floor_number: z.int().nullable(),
  room_number_per_floor: z.int().nullable(),
  floor_start: z.int().nullable(),
  initials: z.string().nullable(),
  digits: z.int().nullable(),
  except_for_lower_digit_four: z.boolean(),
  except_for_lower_digit_nine: z.boolean(),
  /** Working days (G-SCH-02). */
  common_area_term: z.int().nullable(),
  privately_area_term: z.int().nullable(),
  preparation_days_calendar: Calendar,
  common_area_holidays_calendar: Calendar,
  privately_area_holidays_calendar: Calendar,
  detail_schedule_completed_at: instant.nullable(),
  representative_completion: z.boolean(),
  construction_infomation_completion: z.boolean(),
  photography_places_completion: z.boolean(),
  options_completion: z.boolean(),
  /** The newest edition (G-REP-04), by its first volume where there are several. */
  completion_book: z.object({ url: z.string(), file_name: z.string(), updated_at: instant }).nullable(),
  /** Its volumes where there are several. */
  completion_book_volumes: z.array(z.object({ url: z.string(), file_name: z.string(), pages: z.int() })),
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
  /** The client takes cash, and where is not said: nobody can choose it until then (decision 060). */
  lacks_cash_place: z.boolean(),
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
    mayLag: true,
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
