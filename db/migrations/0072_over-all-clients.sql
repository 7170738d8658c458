/*
 * As before (0063), and closed rooms too, last: after 完了確定 people call about receipts, refunds and defects. Rooms are found however their
 * letters are typed.
 */
drop function dwellings_of_clients(text, text, text[]);
create function dwellings_of_clients(given_phone text, given_room text, given_buildings text[])
returns table (client_cd text, client_name text, client_logo_path text, construction_id bigint, building_name text, room_id bigint, room_name text,
  closed_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select cl.cd, cl.name, cl.logo_path, c.id, b.name, r.id, r.name, r.closed_at
  from clients cl
  join lateral (
    select res.room_id, res.phone = given_phone and not res.phone_unproven as is_proven from residents res
    where given_phone is not null and res.client_id = cl.id and res.discarded_at is null
      and (res.phone = given_phone or res.unproven_phone = given_phone)
    union all
    select r.id, true from buildings b
    join constructions c on c.client_id = b.client_id and c.building_id = b.id
    join rooms r on r.client_id = c.client_id and r.construction_id = c.id and lower(r.name_key) = lower(given_room)
    where given_phone is null and b.client_id = cl.id and concat_ws(' ', b.name, b.name_kana) ilike all (given_buildings)
  ) hit on true
  join rooms r on r.client_id = cl.id and r.id = hit.room_id
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  where cl.status = 'contracted' and cl.discarded_at is null
    and (given_phone ~ '^0[0-9]{9,10}$' or (given_phone is null and given_room <> '' and cardinality(given_buildings) > 0))
  order by r.closed_at is not null, hit.is_proven desc, r.status = 'completed', days_to_call_about(cl.id, r.id) nulls last,
    r.closed_at desc nulls first, r.id desc
  limit 20
$$;
revoke all on function dwellings_of_clients from public;
grant execute on function dwellings_of_clients to toguchi_app;

-- Orders of a month, of every client.
create index orders_created_idx on orders (client_id, created_at);

/*
 * Orders of every client, or of one, in these states, ordered from a moment until before another; null: no bound. What an order has
 * brought and holds is asked for the rows of a page alone (order_amounts), and summed for all at once (sales_of_clients).
 */
drop function orders_of_clients(bigint, text[], text);
create function orders_of_clients(given_client_id bigint, given_statuses text[], given_from timestamptz, given_until timestamptz)
returns table (
  client_id bigint, id bigint, construction_id bigint, construction_name text, building_name text, room_id bigint, room_name text,
  resident_name text, pay_method text, status text, status_before_cancel text, total_price_in_tax integer,
  payment_period_end_on date, completion_at timestamptz, canceled_at timestamptz, created_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.client_id, o.id, o.construction_id, c.name, b.name, o.room_id, r.name, o.resident_name, o.pay_method, o.status,
    o.status_before_cancel, o.total_price_in_tax, o.payment_period_end_on, o.completion_at, o.canceled_at, o.created_at
  from orders o
  join rooms r on r.client_id = o.client_id and r.id = o.room_id
  join constructions c on c.client_id = o.client_id and c.id = o.construction_id
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  where (given_client_id is null or o.client_id = given_client_id) and o.status = any(given_statuses)
    and (given_from is null or o.created_at >= given_from) and (given_until is null or o.created_at < given_until)
$$;
revoke all on function orders_of_clients from public;
grant execute on function orders_of_clients to toguchi_app;

/* What is kept of each of these orders, as order_totals says, and how many things were ordered. */
create function order_amounts(given_client_ids bigint[], given_ids bigint[])
returns table (client_id bigint, id bigint, kept_amount integer, number_of_order_details integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.client_id, o.id,
    (coalesce((select sum(case le.kind when 'payment' then le.amount else -le.amount end) from ledger_entries le
        where le.client_id = o.client_id and le.order_id = o.id), 0)
      - coalesce((select sum(rf.amount) from refunds rf
        where rf.client_id = o.client_id and rf.order_id = o.id and rf.state <> 'done'), 0))::int,
    (select count(*)::int from order_details od where od.client_id = o.client_id and od.order_id = o.id)
  from unnest(given_client_ids, given_ids) as asked (client_id, id)
  join orders o on o.client_id = asked.client_id and o.id = asked.id
$$;
revoke all on function order_amounts from public;
grant execute on function order_amounts to toguchi_app;

/* The sales of the orders that orders_of_clients finds: one pass over the ledger instead of a question for each order. */
create function sales_of_clients(given_client_id bigint, given_statuses text[], given_from timestamptz, given_until timestamptz)
returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  with sold as (
    select o.client_id, o.id from orders o
    where (given_client_id is null or o.client_id = given_client_id) and o.status = any(given_statuses)
      and 'paid' in (o.status, o.status_before_cancel)
      and (given_from is null or o.created_at >= given_from) and (given_until is null or o.created_at < given_until))
  select coalesce((select sum(case le.kind when 'payment' then le.amount else -le.amount end) from sold
      join ledger_entries le on le.client_id = sold.client_id and le.order_id = sold.id), 0)::bigint
    - coalesce((select sum(rf.amount) from sold
      join refunds rf on rf.client_id = sold.client_id and rf.order_id = sold.id and rf.state <> 'done'), 0)::bigint
$$;
revoke all on function sales_of_clients from public;
grant execute on function sales_of_clients to toguchi_app;

/* As before (0014), of orders since a moment; null: of all. */
drop function order_totals();
create function order_totals(given_since timestamptz)
returns table (client_id bigint, client_cd text, client_name text, month text, orders_count bigint, total_sales_amount bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select cl.id, cl.cd, cl.name, to_char(o.created_at at time zone 'Asia/Tokyo', 'YYYY-MM'), count(*),
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
  where o.status in ('unpaid', 'paid', 'cancel_application', 'cancel_order') and (given_since is null or o.created_at >= given_since)
  group by 1, 2, 3, 4
$$;
revoke all on function order_totals from public;
grant execute on function order_totals to toguchi_app;

-- The bytes of every client are summed at each visit of the dashboard: from an index, which is narrower than the table.
create index files_size_idx on files (client_id) include (byte_size);

-- What was written to the residents of a dwelling, for its timeline.
create index outbox_messages_told_idx on outbox_messages (client_id, room_id) where room_id is not null and state in ('sent', 'failed');

-- What was hidden, of every client each night: little among all there is.
create index room_images_hidden_idx on room_images (client_id, hidden_at) where hidden_at is not null;
create index common_area_images_hidden_idx on common_area_images (client_id, hidden_at) where hidden_at is not null;
create index documents_discarded_idx on documents (client_id, discarded_at) where discarded_at is not null;
create index handling_equipments_discarded_idx on handling_equipments (client_id, discarded_at) where discarded_at is not null;
