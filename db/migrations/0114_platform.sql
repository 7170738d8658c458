/* Work that is due is asked for once for all clients, and done only where there is some (decision 089). */
create index orders_unpaid_idx on orders (client_id, payment_period_end_on) where status = 'unpaid';
-- What is written about no room and not emptied yet, and what was emptied.
create index outbox_messages_about_no_room_idx on outbox_messages (client_id, created_at) where room_id is null and body <> '';
create index outbox_messages_emptied_idx on outbox_messages (client_id, created_at) where body = '';

/* Which clients may have some of a kind of work; whoever does it looks itself. For the workers, who belong to no client. */
create function clients_with_work(given_kind text, given_today date) returns table (client_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select cl.id from clients cl
  where cl.discarded_at is null and case given_kind
    when 'visits' then cl.status = 'contracted' and exists (select from assigns a
      where a.client_id = cl.id and a.date > given_today and a.date <= given_today + 1
        and not exists (select from room_reminders rr where rr.client_id = cl.id and rr.room_id = a.room_id and rr.kind = 'day_before' and rr.about_on = a.date))
    when 'dates' then cl.status = 'contracted' and exists (select from constructions c
      join rooms r on r.client_id = c.client_id and r.construction_id = c.id and r.construction_schedule_confirmed_at is null
        and r.status <> 'completed' and r.closed_at is null
      join assigns a on a.client_id = r.client_id and a.room_id = r.id
      where c.client_id = cl.id and c.discarded_at is null and c.decision_guide_distribution_on <= given_today and c.detail_schedule_completed_at is not null)
    when 'orders' then exists (select from orders o where o.client_id = cl.id and o.status = 'initial')
      or exists (select from orders o where o.client_id = cl.id and o.status = 'unpaid' and o.payment_period_end_on < given_today)
      or exists (select from refunds rf where rf.client_id = cl.id and rf.state <> 'done')
    when 'payments' then exists (select from orders o where o.client_id = cl.id and o.status = 'unpaid' and o.payment_period_end_on = given_today + 1)
    when 'earlier' then cl.status = 'contracted' and (exists (select from earlier_wishes ew where ew.client_id = cl.id and ew.ended_at is null)
      or exists (select from earlier_offers eo where eo.client_id = cl.id and eo.state = 'open'))
    when 'keys' then cl.status = 'contracted' and exists (select from key_custodies kc where kc.client_id = cl.id and kc.returned_at is null)
    end
  order by cl.id
$$;
revoke all on function clients_with_work(text, date) from public;
grant execute on function clients_with_work(text, date) to toguchi_app;

/* As before (0072), of some clients or of all, and rooms from what was counted of each construction (0111). */
create function client_counts(given_ids bigint[]) returns table (client_id bigint, buildings_count bigint, rooms_count bigint, users_count bigint,
  craftsmen_count bigint, residents_count bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select cl.id,
    (select count(*) from buildings b where b.client_id = cl.id),
    (select coalesce(sum(cn.room_count), 0)::bigint from construction_counts cn
      join constructions c on c.client_id = cn.client_id and c.id = cn.construction_id and c.discarded_at is null where cn.client_id = cl.id),
    (select count(*) from users u where u.client_id = cl.id and u.type <> 'Craftsman' and u.discarded_at is null),
    (select count(*) from users u where u.client_id = cl.id and u.type = 'Craftsman' and u.discarded_at is null),
    (select count(*) from residents res where res.client_id = cl.id and res.discarded_at is null)
  from clients cl where given_ids is null or cl.id = any(given_ids)
$$;
revoke all on function client_counts(bigint[]) from public;
grant execute on function client_counts(bigint[]) to toguchi_app;

create or replace function client_counts() returns table (client_id bigint, buildings_count bigint, rooms_count bigint, users_count bigint,
  craftsmen_count bigint, residents_count bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select counts.* from client_counts(null) counts
$$;
