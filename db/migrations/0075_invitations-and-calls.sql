-- Why an invitation opens nothing any more: a newer one went to the same address, or it was taken back from an address that was a stranger's.
alter table one_time_tokens add column ended_as text check (ended_as in ('superseded', 'withdrawn'));

-- As before (0063), all of them: they are read by pages (decision 049).
create or replace function calls_of_writer(given_kind text, given_id bigint, given_day date)
returns table (
  client_cd text, client_name text, client_logo_path text, construction_id bigint, building_name text, room_id bigint, room_name text,
  id bigint, created_at timestamptz, channel text, outcome text, call_back_at timestamptz, called_back_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select cl.cd, cl.name, cl.logo_path, c.id, b.name, r.id, r.name, ran.id, ran.created_at, ran.channel, ran.outcome, ran.call_back_at,
    ran.called_back_at
  from clients cl
  join room_answers ran on ran.client_id = cl.id
    and ran.created_at >= given_day::timestamp at time zone 'Asia/Tokyo'
    and ran.created_at < (given_day + 1)::timestamp at time zone 'Asia/Tokyo'
  join events e on e.client_id = ran.client_id and e.id = ran.event_id and e.actor_kind = given_kind and e.actor_id = given_id
  join rooms r on r.client_id = ran.client_id and r.id = ran.room_id
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  where given_kind in ('admin', 'operator') and cl.status = 'contracted' and cl.discarded_at is null
$$;

-- The calls of a day, of one client and of all.
create index room_answers_created_idx on room_answers (client_id, created_at);

/* As before (0072), of orders in these states; those that were cancelled are counted apart. */
drop function order_totals(timestamptz);
create function order_totals(given_since timestamptz, given_statuses text[])
returns table (
  client_id bigint, client_cd text, client_name text, month text, orders_count bigint, canceled_count bigint, total_sales_amount bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select cl.id, cl.cd, cl.name, to_char(o.created_at at time zone 'Asia/Tokyo', 'YYYY-MM'),
    count(*) filter (where o.status <> 'cancel_order'), count(*) filter (where o.status = 'cancel_order'),
    coalesce(sum(coalesce(entered.amount, 0) - coalesce(returning_soon.amount, 0)) filter (where 'paid' in (o.status, o.status_before_cancel)), 0)::bigint
  from orders o
  join clients cl on cl.id = o.client_id
  left join (
    select le.client_id, le.order_id, sum(case le.kind when 'payment' then le.amount else -le.amount end) as amount
    from ledger_entries le group by 1, 2) entered on entered.client_id = o.client_id and entered.order_id = o.id
  left join (
    select rf.client_id, rf.order_id, sum(rf.amount) as amount
    from refunds rf where rf.state <> 'done' group by 1, 2) returning_soon
    on returning_soon.client_id = o.client_id and returning_soon.order_id = o.id
  where o.status = any(given_statuses) and (given_since is null or o.created_at >= given_since)
  group by 1, 2, 3, 4
$$;
revoke all on function order_totals from public;
grant execute on function order_totals to toguchi_app;
