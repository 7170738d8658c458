import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import {
  changes,
  destroy,
  id,
  listQuery,
  multilineText,
  optional,
  optionalMultilineText,
  optionalText,
  phone,
  text,
} from '../http/fields.ts'
import { constructionTypes } from '../constructions/labels.ts'
import { itemKinds, masterLabels as labels, topOrBottom, verticalOrHorizontal } from './labels.ts'
import { endpointsOf, nameFilter } from './endpoints-contract.ts'
import { usage } from './used-by-contract.ts'
import { canManageMasters, canManageSuppliers, canReadMasters, canReadSiteMasters } from './policy.ts'

/** Names of masters are short (G-MAS-03); companies may have longer ones (G-VAL-04). */
const name = text(50)
const companyName = text(100)
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
const photography_place = { name, remarks: optionalMultilineText(1000) }

const ItemUnit = z.object({ id: z.int(), name: z.string(), is_default: z.boolean() })
export const CompletionReportItem = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(itemKinds),
  /** Of a number: Ω, V, MΩ; of nothing else. */
  unit_name: z.string().nullable(),
  /** Has to be answered before a room is completed (G-REP-06). */
  required: z.boolean(),
  completion_report_item_units: z.array(ItemUnit),
})
const CompletionReport = z.object({
  id: z.int(),
  name: z.string(),
  remarks: z.string().nullable(),
  completion_report_items: z.array(CompletionReportItem),
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
const people = z
  .array(z.strictObject({ ...nested, name: text(100).optional() }).refine(namedWhenNew, missingName))
  .max(200)
  .optional()
/**
 * What the changed fields said when they were read, of their rows beside the ids: with it, a field that another person changed to something else
 * meanwhile is refused (409 `changed_by_both`, with `conflicts` and the row as it is; decision 086). Without it the later one wins.
 */
const supplierRead = changes(supplierDetails).extend({
  supplier_staffs_attributes: z
    .array(z.strictObject({ id, name: text(100).optional() }))
    .max(200)
    .optional(),
})
const SupplierSaved = z.object({ message: z.string(), supplier: Supplier, supplier_staffs: z.array(SupplierStaff) })
const units = z.array(z.strictObject({ ...nested, is_default: z.boolean().optional() }).refine(namedWhenNew, missingName)).max(30)
const items = z
  .array(
    z
      .strictObject({
        ...nested,
        /** A new item is a choice unless it says otherwise; one that becomes a number or a text loses its units. */
        kind: z.enum(itemKinds).optional(),
        unit_name: z.optional(z.nonoptional(optionalText(10))),
        required: z.boolean().optional(),
        completion_report_item_units_attributes: units.optional(),
      })
      .refine(namedWhenNew, missingName),
  )
  .max(100)
const completion_report = { name, remarks: optionalMultilineText(1000), completion_report_items_attributes: items.optional() }
const unitsRead = z.array(z.strictObject({ id, name: name.optional(), is_default: z.boolean().optional() })).max(30)
/** As `supplierRead`. */
const reportRead = changes({ name, remarks: optionalMultilineText(1000) }).extend({
  completion_report_items_attributes: z
    .array(
      z.strictObject({
        id,
        name: name.optional(),
        kind: z.enum(itemKinds).optional(),
        unit_name: z.optional(z.nonoptional(optionalText(10))),
        required: z.boolean().optional(),
        completion_report_item_units_attributes: unitsRead.optional(),
      }),
    )
    .max(100)
    .optional(),
})

/** A field that two people changed, with what stands there now and what was sent. */
const MasterConflict = z.object({
  /** Where the field stands in the body: the names of lists and of the field, and between them the ids of the rows. */
  path: z.array(z.union([z.string(), z.int()])),
  /** The row as its reader knew it; null of the master's own fields. */
  row_name: z.string().nullable(),
  field_name: z.string(),
  current: z.string().nullable(),
  sent: z.string().nullable(),
})

/** What residents ask the chatbot and no data answers. Without `published` it is answered to nobody. */
const Faq = z.object({
  id: z.int(),
  question: z.string(),
  answer: z.string(),
  /** Words by which it is found, between commas. */
  keywords: z.string().nullable(),
  position: z.int(),
  published: z.boolean(),
  can_delete: z.boolean(),
  ...usage,
})
const faq = {
  question: text(100),
  answer: multilineText(1000),
  keywords: optionalText(300),
  position: z.int().min(1).max(9999).optional(),
  published: z.boolean().optional(),
}

const comment_list = { contents: multilineText(500) }
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
export type MasterConflict = z.infer<typeof MasterConflict>
export type Faq = z.infer<typeof Faq>
export type CommentList = z.infer<typeof CommentList>
export type CompletionReportSetting = z.infer<typeof CompletionReportSetting>

const departments = endpointsOf({
  one: 'department',
  many: 'departments',
  row: Department,
  fields: department,
  sortable: ['id', 'name', 'users_count'],
  list: canReadMasters,
  show: canReadMasters,
})
const orders = endpointsOf({
  one: 'construction_order',
  many: 'construction_orders',
  row: ConstructionOrder,
  fields: construction_order,
  sortable: ['id', 'name', 'top_or_bottom', 'vertical_or_horizontal', 'line_number'],
  list: canReadMasters,
  show: canReadMasters,
})
const reasons = endpointsOf({
  one: 'incomplete_reason',
  many: 'incomplete_reasons',
  row: IncompleteReason,
  fields: incomplete_reason,
  sortable: ['id', 'name'],
  list: canReadSiteMasters,
  show: canReadSiteMasters,
})
const signboards = endpointsOf({
  one: 'electronic_signboard_contractor',
  many: 'electronic_signboard_contractors',
  row: SignboardContractor,
  fields: electronic_signboard_contractor,
  sortable: ['id', 'name', 'address', 'phone'],
  list: canReadSiteMasters,
  show: canReadMasters,
})
const places = endpointsOf({
  one: 'photography_place',
  many: 'photography_places',
  row: PhotographyPlace,
  fields: photography_place,
  sortable: ['id', 'name', 'remarks'],
  list: canReadSiteMasters,
  show: canReadMasters,
})
const reports = endpointsOf({
  one: 'completion_report',
  many: 'completion_reports',
  row: CompletionReport,
  fields: completion_report,
  sortable: ['id', 'name', 'remarks'],
  list: canReadSiteMasters,
  show: canReadSiteMasters,
})
const comments = endpointsOf({
  one: 'comment_list',
  many: 'comment_lists',
  row: CommentList,
  fields: comment_list,
  sortable: ['id', 'contents', 'position'],
  list: canReadSiteMasters,
  show: canReadSiteMasters,
})
const faqs = endpointsOf({
  one: 'faq',
  many: 'faqs',
  row: Faq,
  fields: faq,
  sortable: ['id', 'question', 'position', 'published'],
  list: canReadMasters,
  show: canReadMasters,
})

export const masters = contract({
  'GET /api/departments': departments.list,
  'POST /api/departments': departments.create,
  'GET /api/departments/:id': departments.show,
  'PATCH /api/departments/:id': departments.change,
  'DELETE /api/departments/:id': departments.remove,

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
    body: z.strictObject({
      supplier: changes(supplierDetails).extend({ supplier_staffs_attributes: people, read: supplierRead.optional() }),
    }),
    labels,
    response: SupplierSaved,
  },
  'DELETE /api/suppliers/:id': { access: canManageMasters, response: Message },

  'GET /api/faqs': faqs.list,
  'POST /api/faqs': faqs.create,
  'GET /api/faqs/:id': faqs.show,
  'PATCH /api/faqs/:id': faqs.change,
  'DELETE /api/faqs/:id': faqs.remove,

  'GET /api/construction_orders': orders.list,
  'POST /api/construction_orders': orders.create,
  'GET /api/construction_orders/:id': orders.show,
  'PATCH /api/construction_orders/:id': orders.change,
  'DELETE /api/construction_orders/:id': orders.remove,

  'GET /api/incomplete_reasons': reasons.list,
  'POST /api/incomplete_reasons': reasons.create,
  'GET /api/incomplete_reasons/:id': reasons.show,
  'PATCH /api/incomplete_reasons/:id': reasons.change,
  'DELETE /api/incomplete_reasons/:id': reasons.remove,

  'GET /api/electronic_signboard_contractors': signboards.list,
  'POST /api/electronic_signboard_contractors': signboards.create,
  'GET /api/electronic_signboard_contractors/:id': signboards.show,
  'PATCH /api/electronic_signboard_contractors/:id': signboards.change,
  'DELETE /api/electronic_signboard_contractors/:id': signboards.remove,

  'GET /api/photography_places': places.list,
  'POST /api/photography_places': places.create,
  'GET /api/photography_places/:id': places.show,
  'PATCH /api/photography_places/:id': places.change,
  'DELETE /api/photography_places/:id': places.remove,

  'GET /api/completion_reports': reports.list,
  'POST /api/completion_reports': reports.create,
  'GET /api/completion_reports/:id': reports.show,
  'PATCH /api/completion_reports/:id': {
    ...reports.change,
    body: z.strictObject({ completion_report: changes(completion_report).extend({ read: reportRead.optional() }) }),
  },
  'DELETE /api/completion_reports/:id': reports.remove,

  'GET /api/comment_lists': comments.list,
  'POST /api/comment_lists': comments.create,
  'GET /api/comment_lists/:id': comments.show,
  'PATCH /api/comment_lists/:id': {
    ...comments.change,
    /** `position`: which place in the list the comment takes, counted from 1; the others make room. */
    body: z.strictObject({ comment_list: changes({ ...comment_list, position: z.int().min(1) }) }),
  },
  'DELETE /api/comment_lists/:id': comments.remove,

  'GET /api/completion_report_settings': {
    access: canReadSiteMasters,
    response: z.object({ completion_report_settings: CompletionReportSettings }),
  },
  'PATCH /api/completion_report_settings': {
    access: canManageMasters,
    body: z.strictObject({
      completion_report_settings_attributes: z
        .array(
          changes({ completion_report_id: optional(id), completion_comment: optionalMultilineText(1000) }).extend({
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
