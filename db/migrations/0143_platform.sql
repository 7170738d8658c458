-- beside v0.1.0: functions answer the same, from what was noted by now
drop procedure note_counts_from_before();
drop procedure note_orders_from_before();

/* As before (0114), from what was noted. */
create or replace function client_counts(given_ids bigint[]) returns table (client_id bigint, buildings_count bigint, rooms_count bigint, users_count bigint,
  craftsmen_count bigint, residents_count bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select cl.id, coalesce(sum(ccc.buildings_count), 0)::bigint, coalesce(sum(ccc.rooms_count), 0)::bigint, coalesce(sum(ccc.users_count), 0)::bigint,
    coalesce(sum(ccc.craftsmen_count), 0)::bigint, coalesce(sum(ccc.residents_count), 0)::bigint
  from clients cl left join client_count_changes ccc on ccc.client_id = cl.id
  where given_ids is null or cl.id = any(given_ids)
  group by cl.id
$$;

/* As before (0075), from what was noted of each month. */
create or replace function order_totals(given_since timestamptz, given_statuses text[])
returns table (
  client_id bigint, client_cd text, client_name text, month text, orders_count bigint, canceled_count bigint, total_sales_amount bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select total.client_id, total.client_cd, total.client_name, total.month, total.orders_count, total.canceled_count, total.total_sales_amount
  from month_totals_of_clients(null, to_char(given_since at time zone 'Asia/Tokyo', 'YYYY-MM'), null, given_statuses) total
$$;
