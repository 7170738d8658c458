import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { changes, destroy, id, listQuery, optional, optionalText, phone, query, text } from '../http/fields.ts'
import { constructionTypes } from '../constructions/labels.ts'
import { masterLabels as labels, topOrBottom, verticalOrHorizontal } from './labels.ts'
import { usage } from './used-by-contract.ts'
import { canManageMasters, canManageSuppliers, canReadMasters, canReadSiteMasters } from './policy.ts'

/** Names of masters are short (G-MAS-03); companies may have longer ones (G-VAL-04). */
const name = text(50)
const companyName = text(100)
const nameFilter = z.strictObject({ name: query.text }).partial().optional()
const Message = z.object({ message: z.string() })
/** Absent when everything was asked for (G-MAS-01). */
const total_count = z.int().optional()

const Department = z.object({ id: z.int(), name: z.string(), users_count: z.int(), can_delete: z.boolean(), ...usage })
const department = { name }

const SupplierStaff = z.object({ id: z.int(), name: z.string(), can_delete: z.boolean() })
const Supplier = z.object({
  id: z.int(),
  name: z.string(),
  address: z.string().nullable(),
  representative_phone: z.string().nullable(),
  can_delete: z.boolean(),
  ...usage,
})
const supplierDetails = { name: companyName, address: optionalText(255), representative_phone: optional(phone) }
const people = z
  .array(z.strictObject({ id: id.optional(), name: text(100), _destroy: destroy }))
  .max(200)
  .optional()
const SupplierSaved = z.object({ message: z.string(), supplier: Supplier, supplier_staffs: z.array(SupplierStaff) })

const ConstructionOrder = z.object({
  id: z.int(),
  name: z.string(),
  top_or_bottom: z.enum(topOrBottom),
  vertical_or_horizontal: z.enum(verticalOrHorizontal),
  line_number: z.int(),
  can_delete: z.boolean(),
  ...usage,
})
const construction_order = {
  name,
  top_or_bottom: z.enum(topOrBottom),
  vertical_or_horizontal: z.enum(verticalOrHorizontal),
  line_number: z.int().min(1).max(9999).default(1),
}

const IncompleteReason = z.object({ id: z.int(), name: z.string(), can_delete: z.boolean(), ...usage })
const incomplete_reason = { name }

const SignboardContractor = z.object({
  id: z.int(),
  name: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  can_delete: z.boolean(),
  ...usage,
})
const electronic_signboard_contractor = { name, address: optionalText(255), phone: optional(phone) }

const PhotographyPlace = z.object({ id: z.int(), name: z.string(), remarks: z.string().nullable(), can_delete: z.boolean(), ...usage })
const photography_place = { name, remarks: optionalText(1000) }

const ItemUnit = z.object({ id: z.int(), name: z.string(), is_default: z.boolean() })
const CompletionReport = z.object({
  id: z.int(),
  name: z.string(),
  remarks: z.string().nullable(),
  completion_report_items: z.array(z.object({ id: z.int(), name: z.string(), completion_report_item_units: z.array(ItemUnit) })),
  can_delete: z.boolean(),
  ...usage,
})

/** A nested row as Rails sends it: a new one has a name, a known one keeps what was not sent, a destroyed one needs nothing but its id. */
const nested = { id: id.optional(), name: name.optional(), _destroy: destroy }
const namedWhenNew = (row: { id?: number | undefined; name?: string | undefined; _destroy?: boolean }) =>
  row.id !== undefined || row.name !== undefined || row._destroy === true
/** Asked also where the row has other faults: all of them are told at once. */
const missingName = {
  path: ['name'],
  error: 'を入力してください',
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}
const units = z.array(z.strictObject({ ...nested, is_default: z.boolean().optional() }).refine(namedWhenNew, missingName)).max(30)
const items = z
  .array(z.strictObject({ ...nested, completion_report_item_units_attributes: units.optional() }).refine(namedWhenNew, missingName))
  .max(100)
const completion_report = { name, remarks: optionalText(1000), completion_report_items_attributes: items.optional() }

const CommentList = z.object({ id: z.int(), contents: z.string(), position: z.int(), can_delete: z.boolean(), ...usage })

const CompletionReportSetting = z.object({
  /** Null until the type was set for the first time. */
  id: z.int().nullable(),
  construction_type: z.enum(constructionTypes),
  completion_report_id: z.int().nullable(),
  completion_comment: z.string().nullable(),
})
const CompletionReportSettings = z.array(CompletionReportSetting)

export type Department = z.infer<typeof Department>
export type Supplier = z.infer<typeof Supplier>
export type SupplierStaff = z.infer<typeof SupplierStaff>
export type ConstructionOrder = z.infer<typeof ConstructionOrder>
export type IncompleteReason = z.infer<typeof IncompleteReason>
export type SignboardContractor = z.infer<typeof SignboardContractor>
export type PhotographyPlace = z.infer<typeof PhotographyPlace>
export type CompletionReport = z.infer<typeof CompletionReport>
export type CommentList = z.infer<typeof CommentList>
export type CompletionReportSetting = z.infer<typeof CompletionReportSetting>

export const masters = contract({
  'GET /api/departments': {
    access: canReadMasters,
    query: listQuery(['id', 'name', 'users_count'], { department: nameFilter }),
    response: z.object({ departments: z.array(Department), total_count }),
  },
  'POST /api/departments': {
    access: canManageMasters,
    body: z.strictObject({ department: z.strictObject(department) }),
    labels,
    status: 201,
    response: z.object({ message: z.string(), department: Department }),
  },
  'GET /api/departments/:id': { access: canReadMasters, response: z.object({ department: Department }) },
  'PATCH /api/departments/:id': {
    access: canManageMasters,
    body: z.strictObject({ department: changes(department) }),
    labels,
    response: z.object({ message: z.string(), department: Department }),
  },
  'DELETE /api/departments/:id': { access: canManageMasters, response: Message },

  'GET /api/suppliers': {
    access: canReadMasters,
    query: listQuery(['id', 'name', 'address', 'representative_phone'], { supplier: nameFilter }),
    response: z.object({ suppliers: z.array(Supplier), total_count }),
  },
  'POST /api/suppliers': {
    access: canManageSuppliers,
    body: z.strictObject({ supplier: z.strictObject({ ...supplierDetails, supplier_staffs_attributes: people }) }),
    labels,
    status: 201,
    response: SupplierSaved,
  },
  'GET /api/suppliers/:id': {
    access: canReadMasters,
    response: z.object({ supplier: Supplier.extend({ supplier_staffs: z.array(SupplierStaff) }) }),
  },
  'PATCH /api/suppliers/:id': {
    access: canManageSuppliers,
    body: z.strictObject({ supplier: changes(supplierDetails).extend({ supplier_staffs_attributes: people }) }),
    labels,
    response: SupplierSaved,
  },
  'DELETE /api/suppliers/:id': { access: canManageMasters, response: Message },

  'GET /api/construction_orders': {
    access: canReadMasters,
    query: listQuery(['id', 'name', 'top_or_bottom', 'vertical_or_horizontal', 'line_number'], { construction_order: nameFilter }),
    response: z.object({ construction_orders: z.array(ConstructionOrder), total_count }),
  },
  'POST /api/construction_orders': {
    access: canManageMasters,
    body: z.strictObject({ construction_order: z.strictObject(construction_order) }),
    labels,
    status: 201,
    response: z.object({ message: z.string(), construction_order: ConstructionOrder }),
  },
  'GET /api/construction_orders/:id': { access: canReadMasters, response: z.object({ construction_order: ConstructionOrder }) },
  'PATCH /api/construction_orders/:id': {
    access: canManageMasters,
    body: z.strictObject({ construction_order: changes(construction_order) }),
    labels,
    response: z.object({ message: z.string(), construction_order: ConstructionOrder }),
  },
  'DELETE /api/construction_orders/:id': { access: canManageMasters, response: Message },

  'GET /api/incomplete_reasons': {
    access: canReadSiteMasters,
    query: listQuery(['id', 'name'], { incomplete_reason: nameFilter }),
    response: z.object({ incomplete_reasons: z.array(IncompleteReason), total_count }),
  },
  'POST /api/incomplete_reasons': {
    access: canManageMasters,
    body: z.strictObject({ incomplete_reason: z.strictObject(incomplete_reason) }),
    labels,
    status: 201,
    response: z.object({ message: z.string(), incomplete_reason: IncompleteReason }),
  },
  'GET /api/incomplete_reasons/:id': { access: canReadSiteMasters, response: z.object({ incomplete_reason: IncompleteReason }) },
  'PATCH /api/incomplete_reasons/:id': {
    access: canManageMasters,
    body: z.strictObject({ incomplete_reason: changes(incomplete_reason) }),
    labels,
    response: z.object({ message: z.string(), incomplete_reason: IncompleteReason }),
  },
  'DELETE /api/incomplete_reasons/:id': { access: canManageMasters, response: Message },

  'GET /api/electronic_signboard_contractors': {
    access: canReadSiteMasters,
    query: listQuery(['id', 'name', 'address', 'phone'], { electronic_signboard_contractor: nameFilter }),
    response: z.object({ electronic_signboard_contractors: z.array(SignboardContractor), total_count }),
  },
  'POST /api/electronic_signboard_contractors': {
    access: canManageMasters,
    body: z.strictObject({ electronic_signboard_contractor: z.strictObject(electronic_signboard_contractor) }),
    labels,
    status: 201,
    response: z.object({ message: z.string(), electronic_signboard_contractor: SignboardContractor }),
  },
  'GET /api/electronic_signboard_contractors/:id': {
    access: canReadMasters,
    response: z.object({ electronic_signboard_contractor: SignboardContractor }),
  },
  'PATCH /api/electronic_signboard_contractors/:id': {
    access: canManageMasters,
    body: z.strictObject({ electronic_signboard_contractor: changes(electronic_signboard_contractor) }),
    labels,
    response: z.object({ message: z.string(), electronic_signboard_contractor: SignboardContractor }),
  },
  'DELETE /api/electronic_signboard_contractors/:id': { access: canManageMasters, response: Message },

  'GET /api/photography_places': {
    access: canReadSiteMasters,
    query: listQuery(['id', 'name', 'remarks'], { photography_place: nameFilter }),
    response: z.object({ photography_places: z.array(PhotographyPlace), total_count }),
  },
  'POST /api/photography_places': {
    access: canManageMasters,
    body: z.strictObject({ photography_place: z.strictObject(photography_place) }),
    labels,
    status: 201,
    response: z.object({ message: z.string(), photography_place: PhotographyPlace }),
  },
  'GET /api/photography_places/:id': { access: canReadMasters, response: z.object({ photography_place: PhotographyPlace }) },
  'PATCH /api/photography_places/:id': {
    access: canManageMasters,
    body: z.strictObject({ photography_place: changes(photography_place) }),
    labels,
    response: z.object({ message: z.string(), photography_place: PhotographyPlace }),
  },
  'DELETE /api/photography_places/:id': { access: canManageMasters, response: Message },

  'GET /api/completion_reports': {
    access: canReadSiteMasters,
    query: listQuery(['id', 'name', 'remarks'], { completion_report: nameFilter }),
    response: z.object({ completion_reports: z.array(CompletionReport), total_count }),
  },
  'POST /api/completion_reports': {
    access: canManageMasters,
    body: z.strictObject({ completion_report: z.strictObject(completion_report) }),
    labels,
    status: 201,
    response: z.object({ message: z.string(), completion_report: CompletionReport }),
  },
  'GET /api/completion_reports/:id': { access: canReadSiteMasters, response: z.object({ completion_report: CompletionReport }) },
  'PATCH /api/completion_reports/:id': {
    access: canManageMasters,
    body: z.strictObject({ completion_report: changes(completion_report) }),
    labels,
    response: z.object({ message: z.string(), completion_report: CompletionReport }),
  },
  'DELETE /api/completion_reports/:id': { access: canManageMasters, response: Message },

  'GET /api/comment_lists': {
    access: canReadSiteMasters,
    query: listQuery(['id', 'contents', 'position'], { comment_list: nameFilter }),
    response: z.object({ comment_lists: z.array(CommentList), total_count }),
  },
  'POST /api/comment_lists': {
    access: canManageMasters,
    body: z.strictObject({ comment_list: z.strictObject({ contents: text(500) }) }),
    labels,
    status: 201,
    response: z.object({ message: z.string(), comment_list: CommentList }),
  },
  'GET /api/comment_lists/:id': { access: canReadSiteMasters, response: z.object({ comment_list: CommentList }) },
  'PATCH /api/comment_lists/:id': {
    access: canManageMasters,
    /** `position`: which place in the list the comment takes, counted from 1; the others make room. */
    body: z.strictObject({ comment_list: changes({ contents: text(500), position: z.int().min(1) }) }),
    labels,
    response: z.object({ message: z.string(), comment_list: CommentList }),
  },
  'DELETE /api/comment_lists/:id': { access: canManageMasters, response: Message },

  'GET /api/completion_report_settings': {
    access: canReadSiteMasters,
    response: z.object({ completion_report_settings: CompletionReportSettings }),
  },
  'PATCH /api/completion_report_settings': {
    access: canManageMasters,
    body: z.strictObject({
      completion_report_settings_attributes: z
        .array(
          changes({ completion_report_id: optional(id), completion_comment: optionalText(1000) }).extend({
            id: id.nullish(),
            construction_type: z.enum(constructionTypes),
          }),
        )
        .max(constructionTypes.length),
    }),
    labels,
    response: z.object({ message: z.string(), completion_report_settings: CompletionReportSettings }),
  },

  'GET /api/reception_types': {
    access: canReadMasters,
    response: z.object({ reception_types: z.array(z.object({ id: z.int(), name: z.string() })) }),
  },
})
