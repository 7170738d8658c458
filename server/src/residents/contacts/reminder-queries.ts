import type { PresenceMethod } from '@toguchi/domain/rooms/presence'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { mailAddress, mobileNumber } from '../../messages/messages.ts'
import { rowsOf } from '../../platform/database/rows.ts'

export interface DueReminder {
  room_id: number
  room_name: string
  construction_id: number
  building_name: string
  construction_name: string | null
  manage_no: string | null
  client_cd: string
  client_uuid: string
  construction_uuid: string
  room_uuid: string
  resident_id: number
  name: string | null
  email: string | null
  phone: string | null
  date: string
  start_at: string
  end_at: string
  presence_method: PresenceMethod | null
  has_login: boolean
}

/**
 * Visits that begin within a day and not today, of dwellings somebody can be reached in, known to them for 30 hours before (practice §2):
 * whoever chose tomorrow's date this afternoon needs no reminder. Each only until it was told of for this date.
 */
export const listDueReminders = (db: Db, clientId: number, now: Date, today: string, sms: boolean): Promise<DueReminder[]> =>
  rowsOf<DueReminder>(
    db,
    `select r.id as room_id, r.name as room_name, c.id as construction_id, b.name as building_name, c.name as construction_name, c.manage_no,
       k.cd as client_cd, k.uuid as client_uuid, c.uuid as construction_uuid, r.uuid as room_uuid, p.id as resident_id, p.name,
       ${mailAddress} as email, ${mobileNumber(sms)} as phone, g.date, f.start_at, f.end_at, h.presence_method,
       p.login_id is not null as has_login
     from assigns g
     join construction_time_frames f on f.client_id = g.client_id and f.id = g.construction_time_frame_id
     join rooms r on r.client_id = g.client_id and r.id = g.room_id and r.status <> 'completed' and r.closed_at is null
     join constructions c on c.client_id = g.client_id and c.id = g.construction_id and c.discarded_at is null
       and c.detail_schedule_completed_at is not null
     join buildings b on b.client_id = c.client_id and b.id = c.building_id
     join clients k on k.id = g.client_id and k.status = 'contracted'
     join residents p on p.client_id = g.client_id and p.room_id = g.room_id and p.discarded_at is null
       and (${mailAddress} is not null or ${mobileNumber(sms)} is not null)
     left join room_presences h on h.client_id = g.client_id and h.room_id = g.room_id
     where g.client_id = $1 and g.date > $3::date and g.date <= $3::date + 1
       and (g.date + f.start_at::time) at time zone 'Asia/Tokyo' <= $2::timestamptz + interval '24 hours'
       and greatest(g.updated_at, c.detail_schedule_completed_at) <= (g.date + f.start_at::time) at time zone 'Asia/Tokyo' - interval '30 hours'
       and not exists (select from room_reminders m where m.client_id = $1 and m.room_id = g.room_id and m.kind = 'day_before'
         and m.about_on = g.date)
     order by g.construction_id, r.id`,
    [clientId, now, today],
  )

/** Takes the reminder of a date for oneself: false when it was sent already, by whichever run. */
export const takeReminder = async (db: Db, clientId: number, roomId: number, aboutOn: string): Promise<boolean> => {
  const { rows } = await sql<{ room_id: number }>`
    insert into room_reminders (client_id, room_id, kind, about_on) values (${clientId}, ${roomId}, 'day_before', ${aboutOn})
    on conflict do nothing returning room_id`.execute(db)
  return rows.length > 0
}
