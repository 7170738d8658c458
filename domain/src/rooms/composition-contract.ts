import { z } from 'zod'
import { destroy, id, typed } from '../http/fields.ts'

/** Settings of one block of the grid (D-26); the flat fields of the specification are the first block's. */
const BlockSettings = z.strictObject({
  name: typed(20).trim().default(''),
  initials: typed(10).trim().normalize().default(''),
  digits: z.int().min(1).max(4).default(2),
  floor_number: z.int().min(1).max(100),
  room_number_per_floor: z.int().min(1).max(100),
  floor_start: z.int().min(1).max(100).default(1),
  except_for_lower_digit_four: z.boolean().default(false),
  except_for_lower_digit_nine: z.boolean().default(false),
})
export type BlockSettings = z.infer<typeof BlockSettings>

export const CellForm = z.strictObject({
  id: id.optional(),
  /** 1 unless the building has wings. */
  block_position: z.int().min(1).max(50).default(1),
  row: z.int().min(1).max(100),
  col: z.int().min(1).max(100),
  name: typed(20).trim(),
  _destroy: destroy,
})
export type CellForm = z.infer<typeof CellForm>

const cells = z.array(CellForm).max(5_000)
const blockFields = BlockSettings.partial().extend({
  rooms_attributes: cells,
  blocks_attributes: z.array(BlockSettings).min(1).max(50).optional(),
})

/** The composition form: flat settings for one block, or `blocks_attributes` for wings; both come out as `blocks`. */
export const compositionForm = <Extra extends z.core.$ZodLooseShape>(extra: Extra) =>
  z.strictObject({ ...blockFields.shape, ...extra }).transform((form, context) => {
    const { rooms_attributes, blocks_attributes } = form as z.infer<typeof blockFields>
    if (blocks_attributes) return { ...form, rooms: rooms_attributes, blocks: blocks_attributes }
    const flat = BlockSettings.safeParse(
      Object.fromEntries(Object.keys(BlockSettings.shape).map(key => [key, (form as Record<string, unknown>)[key]])),
    )
    if (flat.success) return { ...form, rooms: rooms_attributes, blocks: [flat.data] }
    for (const issue of flat.error.issues) context.addIssue({ code: 'custom', path: issue.path, message: 'を入力してください' })
    return z.NEVER
  })

/** A block as answers show it. */
export const Block = z.object({
  position: z.int(),
  name: z.string(),
  initials: z.string(),
  digits: z.int(),
  floor_number: z.int(),
  room_number_per_floor: z.int(),
  floor_start: z.int(),
  except_for_lower_digit_four: z.boolean(),
  except_for_lower_digit_nine: z.boolean(),
})
export type Block = z.infer<typeof Block>
