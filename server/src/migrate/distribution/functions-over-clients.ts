/** A function that looks over all clients, as a coordinator has to be asked. */
export interface FunctionOverClients {
  signature: string
  language: 'sql' | 'plpgsql'
  body: string
  /** Of the function that the plain engine has when this was written from it, as db/schema.sql shows it: a test holds them together. */
  writtenFrom: string
}

const today = `(app_now() at time zone 'Asia/Tokyo')::date`

/**
 * The same questions as the migrations', for an engine that joins nothing beside each row of a table that every node has: what is asked for
 * each client there is asked of the rows of all clients here, on every node at once, and put together at the coordinator. On the plain engine
 * that would read rows that an index spares it (decision 089), so both are kept.
 */
export const functionsOverClients: readonly FunctionOverClients[] = [
  {
    signature: 'client_counts(bigint[])',
    language: 'sql',
    writtenFrom: '36c85a5ebd01d50b8c74203ec2d4b136',
    body: `
  with total as materialized (
      select ccc.client_id, sum(ccc.buildings_count)::bigint as buildings, sum(ccc.rooms_count)::bigint as rooms, sum(ccc.users_count)::bigint as users,
        sum(ccc.craftsmen_count)::bigint as craftsmen, sum(ccc.residents_count)::bigint as residents
      from client_count_changes ccc where given_ids is null or ccc.client_id = any(given_ids) group by 1)
  select cl.id, coalesce(total.buildings, 0), coalesce(total.rooms, 0), coalesce(total.users, 0), coalesce(total.craftsmen, 0),
    coalesce(total.residents, 0)
  from clients cl left join total on total.client_id = cl.id
  where given_ids is null or cl.id = any(given_ids)
`,
  },
  {
    signature: 'clients_with_work(text, date)',
    language: 'plpgsql',
    writtenFrom: 'd6d351099da6d739224684c5ecae544d',
    body: `
#variable_conflict use_column
declare
  found bigint[];
begin
  case given_kind
    when 'visits' then
      select array_agg(distinct a.client_id) into found from assigns a
        left join room_reminders rr on rr.client_id = a.client_id and rr.room_id = a.room_id and rr.kind = 'day_before' and rr.about_on = a.date
        where a.date > given_today and a.date <= given_today + 1 and rr.client_id is null;
    when 'dates' then
      select array_agg(distinct c.client_id) into found from constructions c
        join rooms r on r.client_id = c.client_id and r.construction_id = c.id and r.construction_schedule_confirmed_at is null
          and r.status <> 'completed' and r.closed_at is null
        join assigns a on a.client_id = r.client_id and a.room_id = r.id
        where c.discarded_at is null and c.decision_guide_distribution_on <= given_today and c.detail_schedule_completed_at is not null;
    when 'orders' then
      select array_agg(distinct work.client_id) into found from (
        select o.client_id from orders o where o.status = 'initial' or (o.status = 'unpaid' and o.payment_period_end_on < given_today)
        union all
        select rf.client_id from refunds rf where rf.state <> 'done') work;
    when 'payments' then
      select array_agg(distinct o.client_id) into found from orders o where o.status = 'unpaid' and o.payment_period_end_on = given_today + 1;
    when 'earlier' then
      select array_agg(distinct work.client_id) into found from (
        select ew.client_id from earlier_wishes ew where ew.ended_at is null
        union all
        select eo.client_id from earlier_offers eo where eo.state = 'open') work;
    when 'keys' then
      select array_agg(distinct kc.client_id) into found from key_custodies kc where kc.returned_at is null;
    when 'counts' then
      select array_agg(distinct ccc.client_id) into found from client_count_changes ccc where not ccc.is_sum;
    when 'months' then
      select array_agg(distinct omc.client_id) into found from order_month_changes omc where not omc.is_sum;
    else return;
  end case;
  return query select cl.id from clients cl
    where cl.discarded_at is null and cl.id = any(found) and (cl.status = 'contracted' or given_kind in ('orders', 'payments', 'counts', 'months'))
    order by cl.id;
end
`,
  },
  {
    signature: 'clients_to_remind(timestamp with time zone, text)',
    language: 'sql',
    writtenFrom: '0352528706d8bd7adcdfbfabc3d348f6',
    body: `
  with due as materialized (
    select distinct a.client_id from assigns a
    join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
    join rooms r on r.client_id = a.client_id and r.id = a.room_id and r.status <> 'completed' and r.closed_at is null
    join residents res on res.client_id = a.client_id and res.room_id = a.room_id and res.discarded_at is null and res.no_messages_since is null
    left join line_links ll on ll.client_id = a.client_id and ll.resident_id = res.id
    left join room_reminders rr on rr.client_id = a.client_id and rr.room_id = a.room_id and rr.kind = 'day_before' and rr.about_on = a.date
    where a.date = (moment at time zone 'Asia/Tokyo')::date + 1
      and (a.date + f.start_at) at time zone 'Asia/Tokyo' <= moment + interval '24 hours'
      and a.updated_at <= (a.date + f.start_at) at time zone 'Asia/Tokyo' - interval '30 hours'
      and (res.email is not null or not res.phone_unproven and res.phone ~ mobile or ll.client_id is not null)
      and rr.client_id is null)
  select cl.id from clients cl
  where cl.discarded_at is null and cl.status = 'contracted' and cl.id in (select due.client_id from due)
  order by cl.id
`,
  },
  {
    signature: 'due_messages(timestamp with time zone)',
    language: 'sql',
    writtenFrom: 'dbc8a1b460439dc3144094cadb59b4ac',
    body: `
  with waiting as materialized (
    select m.client_id, m.transport, m.urgent, least(count(*), 8)::int as due from outbox_messages m
    where m.transport in ('mail', 'line', 'sms') and m.state in ('waiting', 'sending') and m.next_attempt_at <= moment
    group by 1, 2, 3)
  select w.client_id, w.transport, w.urgent, w.due from waiting w
  union all
  select null, 'mail', pm.urgent, least(count(*), 8)::int from platform_messages pm
  where pm.state in ('waiting', 'sending') and pm.next_attempt_at <= moment group by pm.urgent
`,
  },
  {
    signature: 'dwellings_of_clients(text, text, text[])',
    language: 'sql',
    writtenFrom: '48b91af788a4d26afaee45b677bafbb2',
    body: `
  with hit as materialized (
      select res.client_id, res.room_id, res.phone = given_phone and not res.phone_unproven as is_proven from residents res
      where given_phone ~ '^0[0-9]{9,10}$' and res.discarded_at is null and (res.phone = given_phone or res.unproven_phone = given_phone)
      union all
      select r.client_id, r.id, true from buildings b
      join constructions c on c.client_id = b.client_id and c.building_id = b.id
      join rooms r on r.client_id = c.client_id and r.construction_id = c.id and lower(r.name_key) = lower(given_room)
      where given_phone is null and given_room <> '' and cardinality(given_buildings) > 0
        and not exists (select 1 from unnest(given_buildings) word (pattern)
          where not (concat_ws(' ', b.name, b.name_kana) ilike word.pattern
            or coalesce(normalize(c.manage_no, nfkc) ilike trim(both '%' from word.pattern), false) or c.cd ilike trim(both '%' from word.pattern)))),
    assigned as materialized (
      select a.client_id, a.room_id, min(abs(a.date - ${today})) as days from assigns a
      join rooms r on r.client_id = a.client_id and r.id = a.room_id and r.status <> 'completed'
      join hit on hit.client_id = a.client_id and hit.room_id = a.room_id group by 1, 2),
    absent as materialized (
      select oa.client_id, oa.room_id, min(${today} - (oa.visited_at at time zone 'Asia/Tokyo')::date) as days from open_absences oa
      join hit on hit.client_id = oa.client_id and hit.room_id = oa.room_id group by 1, 2),
    reminded as materialized (
      select ar.client_id, ar.room_id, min(${today} - ar.reminded_on) as days from answer_reminders ar
      join hit on hit.client_id = ar.client_id and hit.room_id = ar.room_id group by 1, 2),
    found as materialized (
      select r.client_id, c.id as construction_id, b.name as building_name, r.id, r.name, r.closed_at, r.status, hit.is_proven from hit
      join rooms r on r.client_id = hit.client_id and r.id = hit.room_id
      join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
      join buildings b on b.client_id = c.client_id and b.id = c.building_id)
  select cl.cd, cl.name, cl.logo_path, f.construction_id, f.building_name, f.id, f.name, f.closed_at
  from found f
  join clients cl on cl.id = f.client_id and cl.status = 'contracted' and cl.discarded_at is null
  left join assigned a on a.client_id = f.client_id and a.room_id = f.id
  left join absent oa on oa.client_id = f.client_id and oa.room_id = f.id
  left join reminded ar on ar.client_id = f.client_id and ar.room_id = f.id
  order by f.closed_at is not null, f.is_proven desc, f.status = 'completed', least(a.days, oa.days, ar.days) nulls last,
    f.closed_at desc nulls first, f.id desc
  limit 20
`,
  },
  {
    signature: 'writers_to_number(text)',
    language: 'sql',
    writtenFrom: '4e6646976c5515f36a8e838b91d50850',
    body: `
  with newest as materialized (
    select distinct on (m.client_id) m.client_id, m.id, coalesce(m.sent_at, m.created_at) as sent_at from outbox_messages m
    where m.recipients[1] = number and m.transport = 'sms' and m.state in ('sending', 'sent', 'failed')
    order by m.client_id, m.id desc)
  select n.client_id, n.id, n.sent_at from newest n order by n.sent_at desc
`,
  },
]
