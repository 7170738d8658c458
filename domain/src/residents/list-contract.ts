import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { listQuery, query } from '../http/fields.ts'
import { receptionStatuses } from '../rooms/labels.ts'
import { contactFilters, residentColumns } from './list.ts'
import { canListResidents } from './policy.ts'

/** A dwelling of a construction with whoever lives there; everything of the person is null where nobody is known. */
const ListedResident = z.object({
  room: z.object({ id: z.int(), name: z.string() }),
  /** The wing's name; empty where a building has none. */
  block_name: z.string(),
  resident_id: z.int().nullable(),
  name: z.string().nullable(),
  name_kana: z.string().nullable(),
  phone: z.string().nullable(),
  /** The resident typed the number and has not proven it. */
  phone_unproven: z.boolean(),
  /** Whether an address is known, and proven; the address itself is shown on the room's page. */
  email: z.enum(['proven', 'unproven']).nullable(),
  reception_status_en: z.enum(receptionStatuses),
  /** Has opened the own page, by a login or the printed code, as the room's page says (利用中, D-33). */
  uses_page: z.boolean(),
})
export type ListedResident = z.infer<typeof ListedResident>

const filters = {
  resident: z
    .strictObject({
      /** The room's number, the beginning of it or its digits; the name or its reading as it is heard (D-36); part of the telephone number. */
      keyword: query.text,
      reception_status: z.enum(receptionStatuses),
      contact: z.enum(contactFilters),
    })
    .partial()
    .optional(),
}

export const residentsList = contract({
  /** 居住者 of a construction, in the order of its rooms unless it is sorted; with a keyword the likeliest first. */
  'GET /api/constructions/:construction_id/residents': {
    access: canListResidents,
    mayLag: true,
    query: listQuery(residentColumns, filters),
    response: z.object({ residents: z.array(ListedResident), total_count: z.int().optional() }),
  },
})
