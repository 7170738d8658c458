import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'

/**
 * Everything held about one resident, table by table, secrets (digests, codes, sealed accounts) left out. What is of the room and not of a
 * person is taken from when the one before them was removed: nobody is shown who lived here earlier.
 */
export const readEverythingOf = async (
  db: Db,
  clientId: number,
  roomId: number,
  residentId: number,
): Promise<Record<string, unknown> | undefined> => {
  const [row] = await rowsOf<{ data: Record<string, unknown> }>(db, everything, [clientId, roomId, residentId])
  return row?.data
}

const all = (name: string, from: string) => `'${name}', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from (${from}) t)`

const everything = `
  with before as (
    select coalesce(max(e.id), 0) as event_id, coalesce(max(e.at), '-infinity'::timestamptz) as at
    from events e where e.client_id = $1 and e.room_id = $2 and e.kind = 'residents.removed'),
  own as (
    select p.* from residents p where p.client_id = $1 and p.room_id = $2 and p.id = $3),
  heard as (
    select e.id, e.kind, e.at, e.actor_kind, e.acting_for, e.channel, e.change, v.values as personal
    from events e join before on e.id > before.event_id
    left join event_personal_values v on v.client_id = e.client_id and v.event_id = e.id
    where e.client_id = $1 and e.room_id = $2
      and (e.resident_visible or v.event_id is not null or (e.subject_type = 'residents' and e.subject_id = $3))),
  contacts as (
    select unnest(array_remove(array[own.email, own.phone], null)) as contact from own
    union
    select unnest(array_remove(array[k.email, k.phone], null)) from contact_confirmations k, before
    where k.client_id = $1 and k.room_id = $2 and k.created_at > before.at)
  select jsonb_build_object(
    'resident', (select to_jsonb(p) - 'password_digest' - 'client_id' from own p),
    'room', (select jsonb_build_object('id', r.id, 'name', r.name, 'status', r.status, 'completed_at', r.completed_at, 'closed_at', r.closed_at,
        'reception_status', r.reception_status, 'construction_schedule_confirmed_at', r.construction_schedule_confirmed_at,
        -- Remarks carry no date: of a room that somebody left they may be about them.
        'room_remarks', case when before.event_id = 0 then r.room_remarks end, 'own_date_changes', r.own_date_changes,
        'date_change_extended_to', r.date_change_extended_to, 'date_change_extension_reason', r.date_change_extension_reason,
        'construction', c.name, 'manage_no', c.manage_no, 'building', b.name)
      from before, rooms r
      join constructions c on c.client_id = r.client_id and c.id = r.construction_id
      join buildings b on b.client_id = c.client_id and b.id = c.building_id
      where r.client_id = $1 and r.id = $2),
    'assign', (select jsonb_build_object('date', g.date, 'start_at', f.start_at, 'end_at', f.end_at)
      from assigns g join construction_time_frames f on f.client_id = g.client_id and f.id = g.construction_time_frame_id
      where g.client_id = $1 and g.room_id = $2),
    'presence', (select to_jsonb(h) - 'client_id' from room_presences h where h.client_id = $1 and h.room_id = $2),
    'wish', (select to_jsonb(w) - 'client_id' from room_wishes w, before
      where w.client_id = $1 and w.room_id = $2 and before.event_id = 0),
    ${all(
      'contact_confirmations',
      `select k.id, k.email, k.phone, k.created_at, k.used_at from contact_confirmations k, before
        where k.client_id = $1 and k.room_id = $2 and k.created_at > before.at`,
    )},
    ${all(
      'answers',
      `select a.id, a.channel, a.caller, a.slip_file_id, a.created_at from room_answers a, before
        where a.client_id = $1 and a.room_id = $2 and a.created_at > before.at`,
    )},
    ${all(
      'revisit_wishes',
      `select w.id, w.dates, w.dayparts, w.phone, w.note, w.call_by, w.wished_at, w.settled_at from revisit_wishes w, before
        where w.client_id = $1 and w.room_id = $2 and w.wished_at > before.at`,
    )},
    ${all(
      'key_custodies',
      `select k.id, k.received_at, k.received_from, k.lent_at, k.returned_at, k.returned_to, k.note from key_custodies k, before
        where k.client_id = $1 and k.room_id = $2 and k.created_at > before.at`,
    )},
    ${all(
      'orders',
      `select o.id, o.resident_name, o.pay_method, o.status, o.total_price_in_tax, o.payment_period_end_on, o.completion_at, o.canceled_at,
          o.created_at,
          (select coalesce(jsonb_agg(jsonb_build_object('option_name', d.option_name, 'price', d.price, 'price_in_tax', d.price_in_tax)
            order by d.id), '[]') from order_details d where d.client_id = $1 and d.order_id = o.id) as order_details,
          (select coalesce(jsonb_agg(jsonb_build_object('pay_method', y.pay_method, 'amount', y.amount, 'state', y.state,
            'created_at', y.created_at) order by y.id), '[]') from payments y where y.client_id = $1 and y.order_id = o.id) as payments,
          (select coalesce(jsonb_agg(jsonb_build_object('amount', f.amount, 'refund_method', f.refund_method, 'state', f.state,
            'reason', f.reason, 'created_at', f.created_at) order by f.id), '[]')
            from refunds f where f.client_id = $1 and f.order_id = o.id) as refunds,
          (select coalesce(jsonb_agg(jsonb_build_object('number', t.number, 'addressee', t.addressee, 'amount', t.amount,
            'issued_at', t.issued_at) order by t.id), '[]') from receipts t where t.client_id = $1 and t.order_id = o.id) as receipts
        from orders o where o.client_id = $1 and o.room_id = $2 and o.resident_id = $3`,
    )},
    ${all(
      'messages',
      // By what caused them, never by the address alone: an address is what the person says it is. What opens a door is left out.
      `select m.id, m.transport, m.recipients, m.subject, case when m.body ~ '(token=|確認コード)' then null else m.body end as body, m.state,
          m.created_at, m.sent_at
        from outbox_messages m, before
        where m.client_id = $1 and m.created_at > before.at and (m.room_id = $2 or m.event_id in (select id from heard))
          and m.recipients && (select array_agg(contact) from contacts)`,
    )},
    ${all('events', 'select * from heard')}) as data
  from own`
