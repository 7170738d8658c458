import { z } from 'zod'
import { isOffice } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { day, id, optionalMultilineText } from '../http/fields.ts'
import { SavedSchedule, TimeFrameForm, Wish } from './contract.ts'
import { planningLabels } from './labels.ts'
import { scheduleUnits } from './placement.ts'
import { canEditSchedule, canGenerateSchedule } from './policy.ts'

/** How many of a time frame's regular frames a crew works; numbers run over the crews in their order (D-25). */
const CrewFramesForm = z.strictObject({
  construction_time_frame_id: id,
  assigned_contractor_id: id,
  frame_count: z.int().min(1).max(200),
})
export type CrewFramesForm = z.infer<typeof CrewFramesForm>

/** All days on which a crew cannot come; the days of crews that are not named stay as they are. */
const CrewAbsenceForm = z.strictObject({ assigned_contractor_id: id, dates: z.array(day).max(400) })
export type CrewAbsenceForm = z.infer<typeof CrewAbsenceForm>

const SettingsForm = z.strictObject({
  lock_version: z.int().min(0),
  schedule_unit: z.enum(scheduleUnits).optional(),
  /** Spare frames in stock, in percent of the rooms. */
  spare_percent: z.int().min(0).max(50).optional(),
  /** Time frames to change, to add and to remove; those that are not named stay as they are. */
  construction_time_frames_attributes: z.array(TimeFrameForm).max(20).optional(),
  /** All shares of all crews: what is not named is nobody's any more. */
  crew_frames_attributes: z.array(CrewFramesForm).max(400).optional(),
  crew_absences_attributes: z.array(CrewAbsenceForm).max(100).optional(),
})
export type SettingsForm = z.infer<typeof SettingsForm>

export const WishForm = z.strictObject({
  unavailable_dates: z.array(day).max(400).default([]),
  preferred_dates: z.array(day).max(400).default([]),
  pinned: z.boolean().default(false),
  note: optionalMultilineText(500),
})
export type WishForm = z.infer<typeof WishForm>

/** What is planned around the grid: taking a saved draft back, how the construction is planned, and what residents wish. */
export const planning = contract({
  /**
   * Takes a saved draft back while its messages still wait: 422 `too_late_to_undo` after ten minutes, 409 `changed_since` with the
   * `rooms` that stand in the way when what it changed was changed again, agreed to or done since, or when the schedule was completed.
   */
  'POST /api/constructions/:construction_id/detail_schedule/batches/:batch_id/undo': { access: canEditSchedule, response: SavedSchedule },
  'PATCH /api/constructions/:construction_id/detail_schedule/settings': {
    access: canGenerateSchedule,
    labels: planningLabels,
    body: z.strictObject({ schedule_settings: SettingsForm }),
    response: SavedSchedule,
  },
  /** Replaces the whole wish; without anything in it there is none. */
  'PATCH /api/constructions/:construction_id/rooms/:room_id/wish': {
    access: isOffice,
    labels: planningLabels,
    body: z.strictObject({ wish: WishForm }),
    response: z.object({ message: z.string(), wish: Wish.nullable() }),
  },
})
