import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { changes, day, instant, listQuery, optional, query, text } from '../http/fields.ts'
import { documentLabels, handlingEquipmentLabels, recordKinds } from './labels.ts'
import {
  canKeepAttachmentFiles,
  canKeepBuildingDocuments,
  canKeepFilingFiles,
  canKeepHandlingEquipments,
  canKeepInHouseDocuments,
  canKeepResidentDocuments,
  canReadAsResident,
  canReadAttachmentFiles,
  canReadFilingFiles,
  canReadHandlingEquipments,
} from './policy.ts'

const StoredFile = z.object({
  id: z.int(),
  /** Signed, ten minutes. */
  file_url: z.string(),
  /** As the file was called when it came; for handling equipments the name it was given. */
  file_name: z.string(),
  content_type: z.string(),
  byte_size: z.int(),
})

const Document = z.object({
  ...StoredFile.shape,
  title: z.string(),
  created_at: instant,
  user_name: z.string().nullable(),
  /** What law keeps it as; none but attachments and in-house documents. */
  record_kind: z.enum(recordKinds).nullable(),
})
export type Document = z.infer<typeof Document>
const ResidentDocument = Document.omit({ user_name: true, record_kind: true })
export type ResidentDocument = z.infer<typeof ResidentDocument>

const HandlingEquipment = z.object({
  ...StoredFile.shape,
  registered_on: day,
  user_name: z.string().nullable(),
  for_app: z.boolean(),
})
export type HandlingEquipment = z.infer<typeof HandlingEquipment>
const ResidentEquipment = HandlingEquipment.omit({ for_app: true })
export type ResidentEquipment = z.infer<typeof ResidentEquipment>

const total_count = z.int().optional()
const Message = z.object({ message: z.string() })

/** Sorted as the columns of the list; newest first unless said. */
const columns = ['title', 'file_name', 'content_type', 'byte_size', 'created_at', 'user_name'] as const
const titled = z.strictObject({ title: query.text }).partial().optional()

/** `uuid` is made by who sends: an upload whose answer was lost may be sent again (D-05). The file is the part `…[file]`. */
const uuid = optional(z.uuid())
const DocumentForm = z.strictObject({ title: text(100), uuid })
export type DocumentForm = z.infer<typeof DocumentForm>
/** Null: it is no record (any more). */
const RecordForm = z.strictObject({ record_kind: optional(z.enum(recordKinds)) })
export type RecordForm = z.infer<typeof RecordForm>
const upload = { upload: true, ownTransactions: true, status: 201, labels: documentLabels } as const

const EquipmentForm = z.strictObject({ file_name: text(100), for_app: query.boolean.default(false), uuid })
export type EquipmentForm = z.infer<typeof EquipmentForm>
const equipmentColumns = ['file_name', 'content_type', 'byte_size', 'registered_on', 'user_name', 'for_app'] as const

/** Files that buildings and constructions hold (endpoints F, G): each kind with its own readers. */
export const documentFiles = contract({
  'GET /api/buildings/:building_id/building_documents': {
    access: canKeepBuildingDocuments,
    query: listQuery(columns, { building_document: titled }),
    response: z.object({ building_documents: z.array(Document), total_count }),
  },
  'POST /api/buildings/:building_id/building_documents': {
    access: canKeepBuildingDocuments,
    ...upload,
    body: z.strictObject({ building_document: DocumentForm }),
    response: z.object({ message: z.string(), building_document: Document }),
  },
  'DELETE /api/buildings/:building_id/building_documents/:id': { access: canKeepBuildingDocuments, response: Message },

  'GET /api/constructions/:construction_id/attachment_files': {
    access: canReadAttachmentFiles,
    query: listQuery(columns, { attachment_file: titled }),
    response: z.object({ attachment_files: z.array(Document), total_count }),
  },
  'POST /api/constructions/:construction_id/attachment_files': {
    access: canKeepAttachmentFiles,
    ...upload,
    body: z.strictObject({ attachment_file: DocumentForm }),
    response: z.object({ message: z.string(), attachment_file: Document }),
  },
  'PATCH /api/constructions/:construction_id/attachment_files/:id': {
    access: canKeepAttachmentFiles,
    labels: documentLabels,
    body: z.strictObject({ attachment_file: RecordForm }),
    response: z.object({ message: z.string(), attachment_file: Document }),
  },
  'DELETE /api/constructions/:construction_id/attachment_files/:id': { access: canKeepAttachmentFiles, response: Message },

  'GET /api/constructions/:construction_id/in_house_documents': {
    access: canKeepInHouseDocuments,
    query: listQuery(columns, { in_house_document: titled }),
    response: z.object({ in_house_documents: z.array(Document), total_count }),
  },
  'POST /api/constructions/:construction_id/in_house_documents': {
    access: canKeepInHouseDocuments,
    ...upload,
    body: z.strictObject({ in_house_document: DocumentForm }),
    response: z.object({ message: z.string(), in_house_document: Document }),
  },
  'PATCH /api/constructions/:construction_id/in_house_documents/:id': {
    access: canKeepInHouseDocuments,
    labels: documentLabels,
    body: z.strictObject({ in_house_document: RecordForm }),
    response: z.object({ message: z.string(), in_house_document: Document }),
  },
  'DELETE /api/constructions/:construction_id/in_house_documents/:id': { access: canKeepInHouseDocuments, response: Message },

  'GET /api/constructions/:construction_id/documents': {
    access: canKeepResidentDocuments,
    query: listQuery(columns, { document: titled }),
    response: z.object({ documents: z.array(Document), total_count }),
  },
  'POST /api/constructions/:construction_id/documents': {
    access: canKeepResidentDocuments,
    ...upload,
    body: z.strictObject({ document: DocumentForm }),
    response: z.object({ message: z.string(), document: Document }),
  },
  'DELETE /api/constructions/:construction_id/documents/:id': { access: canKeepResidentDocuments, response: Message },

  /** What was handed in of a 届出・連絡, and the receipt (decision 074). */
  'GET /api/constructions/:construction_id/filings/:filing_id/filing_files': {
    access: canReadFilingFiles,
    query: listQuery(columns, { filing_file: titled }),
    response: z.object({ filing_files: z.array(Document), total_count }),
  },
  'POST /api/constructions/:construction_id/filings/:filing_id/filing_files': {
    access: canKeepFilingFiles,
    ...upload,
    body: z.strictObject({ filing_file: DocumentForm }),
    response: z.object({ message: z.string(), filing_file: Document }),
  },
  'DELETE /api/constructions/:construction_id/filings/:filing_id/filing_files/:id': { access: canKeepFilingFiles, response: Message },

  /** All of them unless a page is asked for. Craftsmen are shown those marked for the app only. */
  'GET /api/constructions/:construction_id/handling_equipments': {
    access: canReadHandlingEquipments,
    query: listQuery(equipmentColumns, { handling_equipment: z.strictObject({ file_name: query.text }).partial().optional() }),
    response: z.object({ handling_equipments: z.array(HandlingEquipment), total_count }),
  },
  'POST /api/constructions/:construction_id/handling_equipments': {
    access: canKeepHandlingEquipments,
    upload: true,
    ownTransactions: true,
    status: 201,
    labels: handlingEquipmentLabels,
    body: z.strictObject({ handling_equipment: EquipmentForm }),
    response: z.object({ message: z.string(), handling_equipment: HandlingEquipment }),
  },
  'PATCH /api/constructions/:construction_id/handling_equipments/:id': {
    access: canKeepHandlingEquipments,
    labels: handlingEquipmentLabels,
    body: z.strictObject({ handling_equipment: changes({ file_name: text(100), for_app: z.boolean() }) }),
    response: z.object({ message: z.string(), handling_equipment: HandlingEquipment }),
  },
  'DELETE /api/constructions/:construction_id/handling_equipments/:id': { access: canKeepHandlingEquipments, response: Message },

  /** Of the resident's own construction, newest first (G-RES-14). */
  'GET /api/residents/documents': {
    access: canReadAsResident,
    strategies: ['resident'],
    response: z.object({ documents: z.array(ResidentDocument) }),
  },
  /** Those that are not for craftsmen only (G-RES-15). */
  'GET /api/residents/handling_equipments': {
    access: canReadAsResident,
    strategies: ['resident'],
    response: z.object({ handling_equipments: z.array(ResidentEquipment) }),
  },
})
