import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'

/**
 * Everything held about one resident, table by table, secrets (digests, codes, sealed accounts) left out. What is of the room and not of a
 * person is taken from when the one before them was removed: nobody is shown who lived here earlier.
 */
export const readEverythingOf = async (
  db: Db,
  clientId: ClientId,
  roomId: number,
  residentId: number,
): Promise<Record<string, unknown> | undefined> => {
  const [row] = await rowsOf<{ data: Record<string, unknown> }>(db, everything, [clientId, roomId, residentId])
  return row?.data
}

const all = (name: string, from: string) =>
  `'${name}', (select coalesce(jsonb_agg(to_jsonb(entry) order by entry.id), '[]') from (${from}) entry)`

const everything = `
  with before as (
    select coalesce(max(e.id), 0) as event_id, coalesce(max(e.at), '-infinity'::timestamptz) as at
    from events e where e.client_id = $1 and e.room_id = $2 and e.kind = 'residents.removed'),
  own as (
    select res.* from residents res where res.client_id = $1 and res.room_id = $2 and res.id = $3),
  heard as (
    select e.id, e.kind, e.at, e.actor_kind, e.acting_for, e.channel, e.change, epv.values as personal
    from events e join before on e.id > before.event_id
    left join event_personal_values epv on epv.client_id = e.client_id and epv.event_id = e.id
    where e.client_id = $1 and e.room_id = $2
      and (e.resident_visible or epv.event_id is not null or (e.subject_type = 'residents' and e.subject_id = $3))),
  contacts as (
    select unnest(array_remove(array[own.email, own.phone], null)) as contact from own
    union
    select ll.line_user_id from line_links ll where ll.client_id = $1 and ll.resident_id = $3
    union
    select unnest(array_remove(array[cf.email, cf.phone], null)) from contact_confirmations cf, before
    where cf.client_id = $1 and cf.room_id = $2 and cf.created_at > before.at)
  select jsonb_build_object(
    'resident', (select to_jsonb(own) - 'password_digest' - 'client_id' - 'name_key' from own),
    'room', (select jsonb_build_object('id', r.id, 'name', r.name, 'status', r.status, 'completed_at', r.completed_at, 'closed_at', r.closed_at,
        'reception_status', r.reception_status, 'construction_schedule_confirmed_at', r.construction_schedule_confirmed_at,
        -- Remarks carry no date: of ran room that somebody left they may be about them.
        'room_remarks', case when before.event_id = 0 then r.room_remarks end, 'own_date_changes', r.own_date_changes,
        'date_change_extended_to', r.date_change_extended_to, 'date_change_extension_reason', r.date_change_extension_reason,
        'construction', c.name, 'manage_no', c.manage_no, 'building', b.name)
      from before, rooms r
      join constructions c on c.client_id = r.client_id and c.id = r.construction_id
      join buildings b on b.client_id = c.client_id and b.id = c.building_id
      where r.client_id = $1 and r.id = $2),
    'line', (select jsonb_build_object('line_user_id', ll.line_user_id, 'linked_at', ll.linked_at)
      from line_links ll where ll.client_id = $1 and ll.resident_id = $3),
    'assign', (select jsonb_build_object('date', a.date, 'start_at', f.start_at, 'end_at', f.end_at)
      from assigns a join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
      where a.client_id = $1 and a.room_id = $2),
    'presence', (select to_jsonb(rp) - 'client_id' from room_presences rp where rp.client_id = $1 and rp.room_id = $2),
    -- The owner who lives elsewhere is another person.
    'occupancy', (select jsonb_build_object('occupancy', roc.occupancy, 'contact_outcome', roc.contact_outcome, 'outcome_note', roc.outcome_note,
        'opener', roc.opener, 'opener_note', roc.opener_note)
      from room_occupancies roc, before where roc.client_id = $1 and roc.room_id = $2 and before.event_id = 0),
    'wish', (select to_jsonb(rw) - 'client_id' from room_wishes rw, before
      where rw.client_id = $1 and rw.room_id = $2 and before.event_id = 0),
    ${all(
      'legal_texts_shown',
      `select lgs.id, lgs.occasion, lgs.at, lgs.order_id, lgs.platform_edition, lgt.number as terms_number, policy.number as privacy_policy_number
        from legal_texts_shown lgs
        left join legal_texts lgt on lgt.client_id = lgs.client_id and lgt.id = lgs.terms_id
        left join legal_texts policy on policy.client_id = lgs.client_id and policy.id = lgs.privacy_policy_id
        where lgs.client_id = $1 and lgs.resident_id = $3`,
    )},
    ${all(
      'contact_confirmations',
      `select cf.id, cf.email, cf.phone, cf.created_at, cf.used_at from contact_confirmations cf, before
        where cf.client_id = $1 and cf.room_id = $2 and cf.created_at > before.at`,
    )},
    ${all(
      'answers',
      `select ran.id, ran.channel, ran.caller, ran.slip_file_id, ran.outcome, ran.contents, ran.call_back_at, ran.call_back_phone, ran.call_back_result, ran.created_at from room_answers ran, before
        where ran.client_id = $1 and ran.room_id = $2 and ran.created_at > before.at`,
    )},
    ${all(
      'revisit_wishes',
      `select rvw.id, rvw.dates, rvw.dayparts, rvw.phone, rvw.note, rvw.call_by, rvw.wished_at, rvw.settled_at from revisit_wishes rvw, before
        where rvw.client_id = $1 and rvw.room_id = $2 and rvw.wished_at > before.at`,
    )},
    ${all(
      'earlier_wishes',
      `select ew.id, ew.dates, ew.wished_at, ew.ended_at,
          (select coalesce(jsonb_agg(jsonb_build_object('date', eo.date, 'state', eo.state, 'offered_at', eo.offered_at,
            'answer_until', eo.answer_until) order by eo.id), '[]') from earlier_offers eo where eo.client_id = $1 and eo.wish_id = ew.id) as offers
        from earlier_wishes ew, before where ew.client_id = $1 and ew.room_id = $2 and ew.wished_at > before.at`,
    )},
    ${all(
      'key_custodies',
      `select kc.id, kc.received_at, kc.received_from, kc.lent_at, kc.returned_at, kc.returned_to, kc.note from key_custodies kc, before
        where kc.client_id = $1 and kc.room_id = $2 and kc.created_at > before.at`,
    )},
    ${all(
      'signatures',
      `select rsg.id, rsg.signer_name, rsg.relation, rsg.signed_at, rsg.withdrawn_at from room_signatures rsg, before
        where rsg.client_id = $1 and rsg.room_id = $2 and rsg.signed_at > before.at`,
    )},
    ${all(
      'orders',
      `select o.id, o.resident_name, o.pay_method, o.status, o.total_price_in_tax, o.payment_period_end_on, o.completion_at, o.canceled_at,
          o.created_at,
          (select coalesce(jsonb_agg(jsonb_build_object('option_name', od.option_name, 'price', od.price, 'price_in_tax', od.price_in_tax)
            order by od.id), '[]') from order_details od where od.client_id = $1 and od.order_id = o.id) as order_details,
          (select coalesce(jsonb_agg(jsonb_build_object('pay_method', pay.pay_method, 'amount', pay.amount, 'state', pay.state,
            'created_at', pay.created_at) order by pay.id), '[]') from payments pay where pay.client_id = $1 and pay.order_id = o.id) as payments,
          (select coalesce(jsonb_agg(jsonb_build_object('amount', rf.amount, 'refund_method', rf.refund_method, 'state', rf.state,
            'reason', rf.reason, 'created_at', rf.created_at) order by rf.id), '[]')
            from refunds rf where rf.client_id = $1 and rf.order_id = o.id) as refunds,
          (select coalesce(jsonb_agg(jsonb_build_object('number', rec.number, 'addressee', rec.addressee, 'amount', rec.amount,
            'issued_at', rec.issued_at) order by rec.id), '[]') from receipts rec where rec.client_id = $1 and rec.order_id = o.id) as receipts
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
    ${all(
      'chatbot_histories',
      `select cbh.id, cbh.question, cbh.answer, cbh.source, cbh.handed_over, cbh.created_at from chatbot_histories cbh
        where cbh.client_id = $1 and cbh.room_id = $2 and cbh.resident_id = $3`,
    )},
    ${all('events', 'select * from heard')}) as data
  from own`
