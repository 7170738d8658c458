-- beside v0.1.0: triggers keep what it does not know of, and a function answers the same from it
/*
 * What each order is to its month (decision 111): the month it was placed in, its state, whether it is a sale and what is kept of it. The row
 * is what was last noted of the order, so that the next note is the difference to it, whatever happened meanwhile and in what order.
 */
create table order_sums (
  client_id bigint not null references clients,
  order_id bigint not null,
  -- `YYYY-MM` in Tokyo; null as long as nothing was noted.
  month text,
  status text,
  is_sold boolean not null default false,
  kept_amount bigint not null default 0,
  primary key (client_id, order_id)
);
select protect_tenant_table('order_sums');
revoke insert, update, delete on order_sums from toguchi_app;

/* How many orders of a month are in which state and what they brought: differences, and now and then a sum in the place of many, as of a client's counts (0140). */
create table order_month_changes (
  client_id bigint not null references clients,
  id uuid not null default gen_random_uuid(),
  month text not null,
  status text not null,
  orders_count integer not null default 0,
  sold_count integer not null default 0,
  sold_amount bigint not null default 0,
  is_sum boolean not null default false,
  primary key (client_id, month, status, id)
);
create index order_month_changes_single_idx on order_month_changes (client_id) where not is_sum;
select protect_tenant_table('order_month_changes');
revoke insert, update, delete on order_month_changes from toguchi_app;

/*
 * At the end of the transaction, when order, ledger and refunds stand as they will, behind the order's own row: of two transactions that end
 * at once the second sees what the first one wrote. Every time anew and not once a transaction, for a constraint may be judged before its end.
 */
create function note_order(given_client_id bigint, given_order_id bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  noted order_sums;
  now_is record;
begin
  insert into order_sums (client_id, order_id) values (given_client_id, given_order_id) on conflict do nothing;
  select osm.* into noted from order_sums osm where osm.client_id = given_client_id and osm.order_id = given_order_id for update;
  select to_char(o.created_at at time zone 'Asia/Tokyo', 'YYYY-MM') as month, o.status,
    coalesce('paid' in (o.status, o.status_before_cancel), false) as is_sold,
    coalesce((select sum(case le.kind when 'payment' then le.amount else -le.amount end) from ledger_entries le
        where le.client_id = given_client_id and le.order_id = given_order_id), 0)
      - coalesce((select sum(rf.amount) from refunds rf
        where rf.client_id = given_client_id and rf.order_id = given_order_id and rf.state <> 'done'), 0) as kept_amount
    into now_is from orders o where o.client_id = given_client_id and o.id = given_order_id;
  if now_is.month is null then
    delete from order_sums osm where osm.client_id = given_client_id and osm.order_id = given_order_id;
  elsif (noted.month, noted.status, noted.is_sold, noted.kept_amount)
      is not distinct from (now_is.month, now_is.status, now_is.is_sold, now_is.kept_amount) then
    return;
  else
    update order_sums osm set month = now_is.month, status = now_is.status, is_sold = now_is.is_sold, kept_amount = now_is.kept_amount
      where osm.client_id = given_client_id and osm.order_id = given_order_id;
    insert into order_month_changes (client_id, month, status, orders_count, sold_count, sold_amount)
      values (given_client_id, now_is.month, now_is.status, 1, now_is.is_sold::int, case when now_is.is_sold then now_is.kept_amount else 0 end);
  end if;
  if noted.month is not null then
    insert into order_month_changes (client_id, month, status, orders_count, sold_count, sold_amount)
      values (given_client_id, noted.month, noted.status, -1, -noted.is_sold::int, case when noted.is_sold then -noted.kept_amount else 0 end);
  end if;
end
$$;
revoke all on function note_order(bigint, bigint) from public;

create function sum_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_argv[0] = 'orders' then
    perform note_order(coalesce(new.client_id, old.client_id), coalesce(new.id, old.id));
  else
    perform note_order(coalesce(new.client_id, old.client_id), coalesce(new.order_id, old.order_id));
  end if;
  return null;
end
$$;
revoke all on function sum_order() from public;
create constraint trigger orders_sum_come_and_gone after insert or delete on orders deferrable initially deferred
  for each row execute function sum_order('orders');
create constraint trigger orders_sum_changed after update on orders deferrable initially deferred
  for each row when ((old.status, old.status_before_cancel, old.created_at) is distinct from (new.status, new.status_before_cancel, new.created_at))
  execute function sum_order('orders');
create constraint trigger ledger_entries_sum after insert or update or delete on ledger_entries deferrable initially deferred
  for each row execute function sum_order('ledger_entries');
create constraint trigger refunds_sum_come_and_gone after insert or delete on refunds deferrable initially deferred
  for each row execute function sum_order('refunds');
create constraint trigger refunds_sum_changed after update on refunds deferrable initially deferred
  for each row when ((old.amount, old.state = 'done') is distinct from (new.amount, new.state = 'done')) execute function sum_order('refunds');

/* Puts a sum in the place of what was noted one by one, as `sum_client_counts` (0140): of each month and state that was noted. */
create function sum_order_months(given_client_id bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  noted record;
  total record;
begin
  if given_client_id is distinct from nullif(current_setting('app.client_id', true), '')::bigint then
    raise exception 'client % is another one', given_client_id;
  end if;
  -- In one order, so that two that do it at once wait for each other and not crosswise.
  for noted in select distinct omc.month, omc.status from order_month_changes omc
    where omc.client_id = given_client_id and not omc.is_sum order by omc.month, omc.status loop
    with gone as (
      delete from order_month_changes omc where omc.client_id = given_client_id and omc.month = noted.month and omc.status = noted.status
      returning omc.orders_count, omc.sold_count, omc.sold_amount)
    select coalesce(sum(gone.orders_count), 0) as orders, coalesce(sum(gone.sold_count), 0) as sold, coalesce(sum(gone.sold_amount), 0) as amount
      into total from gone;
    if total.orders <> 0 or total.sold <> 0 or total.amount <> 0 then
      insert into order_month_changes (client_id, month, status, orders_count, sold_count, sold_amount, is_sum)
        values (given_client_id, noted.month, noted.status, total.orders, total.sold, total.amount, true);
    end if;
  end loop;
end
$$;
revoke all on function sum_order_months(bigint) from public;
grant execute on function sum_order_months(bigint) to toguchi_app;

/*
 * Orders of clients by month, in these states: of one client or of all, from a month and until one (`YYYY-MM`), both included, or without an
 * end. For role 1, which belongs to no client.
 */
create function month_totals_of_clients(given_client_id bigint, given_from text, given_until text, given_statuses text[])
returns table (
  client_id bigint, client_cd text, client_name text, month text, orders_count bigint, canceled_count bigint, sold_count bigint, total_sales_amount bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  with total as materialized (
    select omc.client_id, omc.month, coalesce(sum(omc.orders_count) filter (where omc.status <> 'cancel_order'), 0) as orders,
      coalesce(sum(omc.orders_count) filter (where omc.status = 'cancel_order'), 0) as canceled, sum(omc.sold_count) as sold,
      sum(omc.sold_amount)::bigint as amount
    from (
      select omc.* from order_month_changes omc where given_client_id is null
      union all
      select omc.* from order_month_changes omc where omc.client_id = given_client_id) omc
    where (given_from is null or omc.month >= given_from) and (given_until is null or omc.month <= given_until) and omc.status = any(given_statuses)
    group by omc.client_id, omc.month having sum(omc.orders_count) > 0)
  select cl.id, cl.cd, cl.name, total.month, total.orders, total.canceled, total.sold, total.amount
  from total join clients cl on cl.id = total.client_id
$$;
revoke all on function month_totals_of_clients(bigint, text, text, text[]) from public;
grant execute on function month_totals_of_clients(bigint, text, text, text[]) to toguchi_app;

/* The years of which there are orders in these states, of whichever client: of every client some twenty rows are read, and no index leads to a month of all. */
create function order_years(given_statuses text[]) returns setof text language sql stable security definer set search_path = public, pg_temp as $$
  with total as materialized (
    select omc.client_id, omc.month from order_month_changes omc where omc.status = any(given_statuses)
    group by omc.client_id, omc.month having sum(omc.orders_count) > 0)
  select distinct left(total.month, 4) from total
$$;
revoke all on function order_years(text[]) from public;
grant execute on function order_years(text[]) to toguchi_app;

/* Orders that were there before the triggers and were not changed since, one at a time as constructions are (0140). Called once (0142). */
create procedure note_orders_from_before() language plpgsql as $$
declare
  client record;
  earlier record;
begin
  perform set_config('synchronous_commit', 'off', false);
  for client in select cl.id from clients cl order by cl.id loop
    for earlier in select o.id from orders o
      where o.client_id = client.id and not exists (select from order_sums osm where osm.client_id = client.id and osm.order_id = o.id)
      order by o.id loop
      perform note_order(client.id, earlier.id);
      commit;
    end loop;
    perform set_config('app.client_id', client.id::text, true);
    perform sum_order_months(client.id);
    commit;
  end loop;
  perform set_config('synchronous_commit', reset_val, false) from pg_settings where name = 'synchronous_commit';
end
$$;
revoke all on procedure note_orders_from_before() from public;
