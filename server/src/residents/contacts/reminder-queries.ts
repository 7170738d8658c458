import type { ClientId } from '@toguchi/domain/access/actor'
import type { ContactColumns } from '@toguchi/domain/messages/call-center'
import { mobilePattern } from '@toguchi/domain/messages/mobile'
import type { PresenceMethod } from '@toguchi/domain/rooms/presence'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { PreparationColumns } from '@toguchi/domain/rooms/preparation'
import { preparationColumns } from '../../notifications/notifications.ts'
import { contactColumns, lineUser, mailAddress, mobileNumber } from '../../messages/messages.ts'
import { rowsOf } from '../../platform/database/rows.ts'

export interface DueReminder extends ContactColumns, PreparationColumns {
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
  line_user: string | null
  phone: string | null
  date: string
  start_at: string
  end_at: string
  presence_method: PresenceMethod | null
  has_login: boolean
}

/** The companies in which somebody may be to be reminded at a moment (`db/migrations/0152_residents.sql`); the others cost nothing more. */
export const listClientsToRemind = async (db: Db, now: Date, sms: boolean): Promise<ClientId[]> =>
  (
    await rowsOf<{ client_id: ClientId }>(db, 'select due.client_id from clients_to_remind($1::timestamptz, $2) as due (client_id)', [
      now,
      sms ? mobilePattern : null,
    ])
  ).map(({ client_id }) => client_id)

/**
 * Visits that begin within a day and not today, of dwellings somebody can be reached in, known to them for 30 hours before (practice §2):
 * whoever chose tomorrow's date this afternoon needs no reminder. Each only until it was told of for this date, and none where nobody is (D-37).
 */
export const listDueReminders = (db: Db, clientId: ClientId, now: Date, today: string, sms: boolean): Promise<DueReminder[]> =>
  rowsOf<DueReminder>(
    db,
    `select r.id as room_id, r.name as room_name, c.id as construction_id, b.name as building_name, c.name as construction_name, c.manage_no,
       cl.cd as client_cd, cl.uuid as client_uuid, c.uuid as construction_uuid, r.uuid as room_uuid, res.id as resident_id, res.name,
       ${mailAddress} as email, ${lineUser} as line_user, ${mobileNumber(sms)} as phone, a.date, f.start_at, f.end_at, rp.presence_method,
       res.login_id is not null as has_login, ${contactColumns}, ${preparationColumns}
     from assigns a
     join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
     join rooms r on r.client_id = a.client_id and r.id = a.room_id and r.status <> 'completed' and r.closed_at is null
     join constructions c on c.client_id = a.client_id and c.id = a.construction_id and c.discarded_at is null
       and c.detail_schedule_completed_at is not null
     join buildings b on b.client_id = c.client_id and b.id = c.building_id
     join clients cl on cl.id = a.client_id and cl.status = 'contracted'
     join residents res on res.client_id = a.client_id and res.room_id = a.room_id and res.discarded_at is null
       and (${mailAddress} is not null or ${lineUser} is not null or ${mobileNumber(sms)} is not null)
     left join room_presences rp on rp.client_id = a.client_id and rp.room_id = a.room_id
     where a.client_id = $1 and a.date > $3::date and a.date <= $3::date + 1
       and (a.date + f.start_at::time) at time zone 'Asia/Tokyo' <= $2::timestamptz + interval '24 hours'
       and greatest(a.updated_at, c.detail_schedule_completed_at) <= (a.date + f.start_at::time) at time zone 'Asia/Tokyo' - interval '30 hours'
       and not exists (select from room_occupancies roc where roc.client_id = $1 and roc.room_id = a.room_id and roc.occupancy <> 'occupied')
       and not exists (select from room_reminders rr where rr.client_id = $1 and rr.room_id = a.room_id and rr.kind = 'day_before'
         and rr.about_on = a.date)
     order by a.construction_id, r.id`,
    [clientId, now, today],
  )

/** Takes the reminder of a date for oneself: false when it was sent already, by whichever run. */
export const takeReminder = async (db: Db, clientId: ClientId, roomId: number, aboutOn: string): Promise<boolean> => {
  const { rows } = await sql<{ room_id: number }>`
    insert into room_reminders (client_id, room_id, kind, about_on) values (${clientId}, ${roomId}, 'day_before', ${aboutOn})
    on conflict do nothing returning room_id`.execute(db)
  return rows.length > 0
}
