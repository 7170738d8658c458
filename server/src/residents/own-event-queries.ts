import type { ResidentActor } from '@toguchi/domain/access/actor'
import type { WishedDay } from '@toguchi/domain/rooms/absence'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface OwnEventRow {
  id: number
  kind: string
  actor_kind: string
  acting_for: 'resident' | null
  at: Date
  before_on: string | null
  before_start_at: string | null
  before_end_at: string | null
  after_on: string | null
  after_start_at: string | null
  after_end_at: string | null
  before_presence: string | null
  after_presence: string | null
  visited_at: Date | null
  wishes: WishedDay[] | null
  /** Who of the family answered; null: the resident. */
  family: { name: string | null } | null
}

/** The room's timeline as far as the resident may read it. What concerned somebody who lived there before is not theirs. */
export const listOwnEvents = (db: Db, actor: ResidentActor, kinds: readonly string[], most: number) =>
  rowsOf<OwnEventRow>(
    db,
    `select e.id, e.kind, e.actor_kind, e.acting_for, e.at,
       e.change->'before'->>'date' as before_on, frame_before.start_at as before_start_at, frame_before.end_at as before_end_at,
       e.change->'after'->>'date' as after_on, frame_after.start_at as after_start_at, frame_after.end_at as after_end_at,
       e.change->'before'->>'presence_method' as before_presence, e.change->'after'->>'presence_method' as after_presence,
       (e.change->>'visited_at')::timestamptz as visited_at, case when e.kind = 'rooms.revisit_wished' then e.change->'wishes' end as wishes,
       case when e.change->>'answered_by' = 'family' then json_build_object('name', epv.values->>'answered_by_name') end as family
     from events e
     left join event_personal_values epv on epv.client_id = e.client_id and epv.event_id = e.id
     left join construction_time_frames frame_before on frame_before.client_id = e.client_id and frame_before.construction_id = e.construction_id
       and frame_before.id = (e.change->'before'->>'construction_time_frame_id')::bigint
     left join construction_time_frames frame_after on frame_after.client_id = e.client_id and frame_after.construction_id = e.construction_id
       and frame_after.id = (e.change->'after'->>'construction_time_frame_id')::bigint
     where e.client_id = $1 and e.room_id = $2 and (e.resident_visible or e.kind = 'answers.taken_back') and e.kind = any($3::text[])
       and (e.subject_type is distinct from 'residents' or e.subject_id = $4 or e.kind like 'assigns.%')
       -- Where the room stands in the schedule is the room's; what somebody did or ordered who lived here before is not.
       and (e.id > coalesce((select max(removal.id) from events removal
           where removal.client_id = $1 and removal.room_id = $2 and removal.kind = 'residents.removed'), 0)
         or (e.kind like 'assigns.%' and e.actor_kind <> 'resident' and e.acting_for is null))
     order by e.id desc limit $5`,
    [actor.partOf, actor.roomId, kinds, actor.id, most],
  )
