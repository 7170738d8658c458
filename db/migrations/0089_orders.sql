/* The sales of the orders that orders_of_clients finds, and of how many paid orders they are the sum (field-use O17). As before (0072) otherwise. */
drop function sales_of_clients(bigint, text[], timestamptz, timestamptz);
create function sales_of_clients(given_client_id bigint, given_statuses text[], given_from timestamptz, given_until timestamptz)
returns table (total_sales_amount bigint, total_sales_count integer)
language sql stable security definer set search_path = public, pg_temp as $$
  with sold as (
    select o.client_id, o.id from orders o
    where (given_client_id is null or o.client_id = given_client_id) and o.status = any(given_statuses)
      and 'paid' in (o.status, o.status_before_cancel)
      and (given_from is null or o.created_at >= given_from) and (given_until is null or o.created_at < given_until))
  select coalesce((select sum(case le.kind when 'payment' then le.amount else -le.amount end) from sold
      join ledger_entries le on le.client_id = sold.client_id and le.order_id = sold.id), 0)::bigint
    - coalesce((select sum(rf.amount) from sold
      join refunds rf on rf.client_id = sold.client_id and rf.order_id = sold.id and rf.state <> 'done'), 0)::bigint,
    (select count(*)::int from sold)
$$;
revoke all on function sales_of_clients from public;
grant execute on function sales_of_clients to toguchi_app;

/* The company has put 「はじめに」 away: it comes never again (field-use O17, decision 075). */
alter table clients add column first_steps_ended_at timestamptz;
