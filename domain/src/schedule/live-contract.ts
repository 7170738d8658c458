import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { presenceLabels } from './labels.ts'
import { canReadSchedule } from './policy.ts'

/** Somebody who has the schedule open just now, in however many tabs. */
const Viewer = z.object({
  name: z.string(),
  kind: z.enum(['admin', 'operator', 'staffAdmin', 'staff', 'craftsman']),
  editing: z.boolean(),
  /** The reader themself. */
  mine: z.boolean(),
})
export type Viewer = z.infer<typeof Viewer>

/** The data of the stream's events, by their names. */
export interface ScheduleNews {
  /** Something that the schedule shows was committed, or may have been: fetch it again. */
  changed: { at: string }
  /** Who has the schedule open, whenever that is others than before. */
  viewers: Viewer[]
}

/** What everybody at a schedule sees at once: saved changes and who else is here. */
export const scheduleLive = contract({
  /** Server-sent events (`ScheduleNews`); 429 from the eleventh stream of a person. It ends by itself after two minutes. */
  'GET /api/constructions/:construction_id/detail_schedule/live': { access: canReadSchedule, response: z.never() },
  /** Says that this tab has the schedule open; whoever is not heard of for 45 seconds is gone. */
  'PUT /api/constructions/:construction_id/detail_schedule/presence': {
    access: canReadSchedule,
    labels: presenceLabels,
    body: z.strictObject({ tab: z.guid('の形式が正しくありません'), editing: z.boolean() }),
    response: z.object({ viewers: z.array(Viewer) }),
  },
  'DELETE /api/constructions/:construction_id/detail_schedule/presence/:tab_uuid': {
    access: canReadSchedule,
    response: z.object({ success: z.literal(true) }),
  },
})
