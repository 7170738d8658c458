import { z } from 'zod'
import { day, query } from '../http/fields.ts'

/** Where a room stood on the screen of whoever decides over its date; null: nowhere. */
export const SeenPlace = z.strictObject({ date: day, construction_time_frame_id: query.id }).nullable()
