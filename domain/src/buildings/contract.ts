import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { changes, kana, listQuery, optional, optionalText, phone, query, text } from '../http/fields.ts'
import { Block, compositionForm } from '../rooms/composition-contract.ts'
import { normaliseZipcode } from '../text/zipcode.ts'
import { buildingLabels } from './labels.ts'
import { compositionLabels } from '../rooms/labels.ts'
import { canDeleteBuildings, canManageBuildings, canReadBuildings } from './policy.ts'
import { constructionStatuses } from '../constructions/status.ts'

const zipcode = z
  .string()
  .transform(value => normaliseZipcode(value) ?? value)
  .pipe(z.string().regex(/^\d{7}$/, 'は7桁の数字で入力してください'))

const building = {
  cd: optionalText(20),
  name: text(100),
  name_kana: optional(kana(100)),
  zipcode: optional(zipcode),
  address: text(255),
  management_company: optionalText(100),
  manager: optionalText(100),
  phone: optional(phone),
}

export const Building = z.object({
  id: z.int(),
  cd: z.string(),
  name: z.string(),
  name_kana: z.string().nullable(),
  zipcode: z.string().nullable(),
  address: z.string(),
  management_company: z.string().nullable(),
  manager: z.string().nullable(),
  phone: z.string().nullable(),
  constructions_count: z.int(),
})
export type Building = z.infer<typeof Building>

const ConstructionOfBuilding = z.object({
  id: z.int(),
  cd: z.string(),
  manage_no: z.string().nullable(),
  name: z.string().nullable(),
  start_on: z.string().nullable(),
  end_on: z.string().nullable(),
  houses: z.int(),
  status: z.enum(constructionStatuses),
})

const TemplateRoom = z.object({
  row: z.int(),
  col: z.int(),
  block_position: z.int(),
  name: z.string(),
  room_id: z.int().nullable(),
  construction_id: z.int().nullable(),
  has_customer_support_versions: z.boolean(),
})

const Saved = z.object({ message: z.string(), building: Building })

export const buildings = contract({
  'GET /api/buildings': {
    access: canReadBuildings,
    mayLag: true,
    query: listQuery(['cd', 'name', 'address', 'management_company', 'phone', 'constructions_count'], {
      building: z.strictObject({ cd: query.text, name: query.text, address: query.text }).partial().optional(),
    }),
    response: z.object({ buildings: z.array(Building), total_count: z.int() }),
  },
  'POST /api/buildings': {
    access: canManageBuildings,
    body: z.strictObject({ building: z.strictObject(building) }),
    labels: buildingLabels,
    status: 201,
    response: Saved,
  },
  'GET /api/buildings/:id': {
    access: canReadBuildings,
    response: z.object({
      building: Building.extend({
        can_delete: z.boolean(),
        constructions: z.array(ConstructionOfBuilding),
        /** What goes with it when it is deleted: rooms of its composition, and papers; null for who keeps none. */
        kept: z.object({ rooms: z.int(), documents: z.int() }).nullable(),
      }),
    }),
  },
  'PATCH /api/buildings/:id': {
    access: canManageBuildings,
    body: z.strictObject({ building: changes(building) }),
    labels: buildingLabels,
    response: Saved,
  },
  'DELETE /api/buildings/:id': { access: canDeleteBuildings, response: z.object({ message: z.string() }) },
  'GET /api/buildings/:building_id/rooms_index': {
    access: canReadBuildings,
    response: z.object({ rooms: z.array(TemplateRoom), blocks: z.array(Block), composition_version: z.int() }),
  },
  'PATCH /api/buildings/:building_id/room_composition': {
    access: canManageBuildings,
    labels: compositionLabels,
    body: z.strictObject({ building: compositionForm({ composition_version: z.int().optional() }) }),
    response: z.object({ message: z.string(), rooms: z.array(TemplateRoom), blocks: z.array(Block), composition_version: z.int() }),
  },
})
