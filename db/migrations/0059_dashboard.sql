-- What the platform says to its clients, and what role 1 sees of all of them (G-ADM-10, G-ORD-15, D-13, decision 044).

/*
 * Said by role 1 to some clients, or to all (`client_ids` is null), from a day to a day. Seen outside of clients, where it is written, and
 * inside those that it is for; changed outside of clients alone.
 */
create table platform_informations (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('alert', 'add', 'info')),
  title text not null check (title <> ''),
  body text,
  client_ids bigint[] check (cardinality(client_ids) > 0),
  starts_on date not null,
  ends_on date not null,
  -- Ended before its last day.
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint platform_informations_days check (starts_on <= ends_on)
);
create index platform_informations_days_idx on platform_informations (ends_on) where ended_at is null;
grant select, insert, update on platform_informations to toguchi_app;
alter table platform_informations enable row level security;
create policy of_the_platform_or_for_the_client on platform_informations for select using (
  nullif(current_setting('app.client_id', true), '') is null or client_ids is null
  or nullif(current_setting('app.client_id', true), '')::bigint = any(client_ids));
create policy written_outside_of_clients on platform_informations for insert
  with check (nullif(current_setting('app.client_id', true), '') is null);
create policy changed_outside_of_clients on platform_informations for update using (nullif(current_setting('app.client_id', true), '') is null);

alter table platform_events drop constraint platform_events_subject_type_check;
alter table platform_events add constraint platform_events_subject_type_check
  check (subject_type in ('admins', 'operators', 'platform_informations'));

/* Messages that were given up are few among those that were sent. */
create index outbox_messages_failed_idx on outbox_messages (client_id, failed_at) where state = 'failed';

/*
 * What the rooms and frames of every construction of contracted clients say together; its status follows from it by the rule of the
 * domain (`constructionStatus`), which stands nowhere else.
 */
create function construction_facts()
returns table (
  client_id bigint, room_count integer, completed_count integer, closed_count integer, completed_and_closed_count integer,
  reschedule_count integer, waiting_count integer, assigned_count integer, first_assign_on date, privately_area_end_on date)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.client_id, coalesce(rooms.total, 0), coalesce(rooms.completed, 0), coalesce(rooms.closed, 0), coalesce(rooms.completed_and_closed, 0),
    coalesce(rooms.reschedule, 0), coalesce(rooms.waiting, 0), coalesce(frames.assigned, 0), frames.first_on, c.privately_area_end_on
  from clients cl
  join constructions c on c.client_id = cl.id and c.discarded_at is null
  left join (
    select r.client_id, r.construction_id, count(*)::int as total,
      count(*) filter (where r.status = 'completed')::int as completed,
      count(*) filter (where r.closed_at is not null)::int as closed,
      count(*) filter (where r.status = 'completed' and r.closed_at is not null)::int as completed_and_closed,
      count(*) filter (where r.status = 'reschedule' and r.closed_at is null)::int as reschedule,
      count(*) filter (where r.status = 'waiting' and r.closed_at is null)::int as waiting
    from rooms r group by 1, 2) rooms on rooms.client_id = c.client_id and rooms.construction_id = c.id
  left join (
    select a.client_id, a.construction_id, count(*)::int as assigned, min(a.date) as first_on
    from assigns a group by 1, 2) frames on frames.client_id = c.client_id and frames.construction_id = c.id
  where cl.status = 'contracted' and cl.discarded_at is null
$$;
revoke all on function construction_facts from public;
grant execute on function construction_facts to toguchi_app;

/* Messages of each client that nobody was told by, in all and since a moment, and the construction of the newest that has one. */
create function message_failures(since timestamptz)
returns table (client_id bigint, failed_count bigint, recent_count bigint, newest_construction_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.client_id, count(*), count(*) filter (where m.failed_at >= since),
    (array_agg(m.construction_id order by m.failed_at desc, m.id desc) filter (where m.construction_id is not null))[1]
  from outbox_messages m where m.state = 'failed' group by 1
$$;
revoke all on function message_failures from public;
grant execute on function message_failures to toguchi_app;

/* Files of each client, and their bytes. */
create function storage_used()
returns table (client_id bigint, files_count bigint, byte_size bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select fi.client_id, count(*), sum(fi.byte_size)::bigint from files fi group by 1
$$;
revoke all on function storage_used from public;
grant execute on function storage_used to toguchi_app;

/*
 * Orders of every client, or of one, in these states, of a month of ordering in Tokyo (`YYYY-MM`) or of all; what is kept of each is as
 * order_totals says.
 */
create function orders_of_clients(given_client_id bigint, given_statuses text[], given_month text)
returns table (
  client_id bigint, id bigint, construction_id bigint, construction_name text, building_name text, room_id bigint, room_name text,
  resident_name text, pay_method text, status text, status_before_cancel text, total_price_in_tax integer, kept_amount integer,
  number_of_order_details integer, payment_period_end_on date, completion_at timestamptz, canceled_at timestamptz, created_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.client_id, o.id, o.construction_id, c.name, b.name, o.room_id, r.name, o.resident_name, o.pay_method, o.status,
    o.status_before_cancel, o.total_price_in_tax,
    (coalesce((select sum(case le.kind when 'payment' then le.amount else -le.amount end) from ledger_entries le
        where le.client_id = o.client_id and le.order_id = o.id), 0)
      - coalesce((select sum(rf.amount) from refunds rf
        where rf.client_id = o.client_id and rf.order_id = o.id and rf.state <> 'done'), 0))::int,
    (select count(*)::int from order_details od where od.client_id = o.client_id and od.order_id = o.id),
    o.payment_period_end_on, o.completion_at, o.canceled_at, o.created_at
  from orders o
  join rooms r on r.client_id = o.client_id and r.id = o.room_id
  join constructions c on c.client_id = o.client_id and c.id = o.construction_id
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  where (given_client_id is null or o.client_id = given_client_id) and o.status = any(given_statuses)
    and (given_month is null or to_char(o.created_at at time zone 'Asia/Tokyo', 'YYYY-MM') = given_month)
$$;
revoke all on function orders_of_clients from public;
grant execute on function orders_of_clients to toguchi_app;
