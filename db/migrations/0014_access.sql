-- The few functions that look across clients (D-13): who a token belongs to, and the counts of role 1.

/*
 * The caller behind a token's SHA-256, with all that access needs, in one trip. No row: unknown, expired, or the account is gone.
 * Runs as the owner because no client is known yet; it answers only to someone who holds the token.
 */
create function session_actor(given_hash bytea, moment timestamptz)
returns table (
  session_id bigint, strategy text, client_key text, uid text, is_current boolean, expires_at timestamptz,
  kind text, account_id bigint, client_id bigint, client_cd text, client_status text,
  contractor_id bigint, primary_contractor_id bigint, can_register_staff boolean, password_change_required boolean,
  room_id bigint, construction_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.strategy, s.client_key, s.uid, s.token_hash = given_hash, s.expires_at,
    case when s.strategy = 'user' then case u.type when 'Staff_Admin' then 'staffAdmin' when 'Staff' then 'staff' else 'craftsman' end else s.strategy end,
    s.account_id, s.client_id, c.cd, c.status,
    u.contractor_id, k.primary_contractor_id, coalesce(u.can_register_staff, false), coalesce(u.password_change_required, false),
    r.room_id, room.construction_id
  from sessions s
  left join clients c on c.id = s.client_id and c.discarded_at is null
  left join users u on s.strategy = 'user' and u.client_id = s.client_id and u.id = s.account_id and u.discarded_at is null
  left join contractors k on k.client_id = u.client_id and k.id = u.contractor_id
  left join residents r on s.strategy = 'resident' and r.client_id = s.client_id and r.id = s.account_id and r.discarded_at is null
    and r.erased_at is null
  left join rooms room on room.client_id = r.client_id and room.id = r.room_id
  left join admins a on s.strategy = 'admin' and a.id = s.account_id and a.discarded_at is null
  left join operators o on s.strategy = 'operator' and o.id = s.account_id and o.discarded_at is null
  where (s.token_hash = given_hash or (s.previous_token_hash = given_hash and s.previous_valid_until > moment))
    and s.expires_at > moment
    and coalesce(u.id, r.id, a.id, o.id) is not null
    -- A closed room is read for 90 days of Tokyo's calendar, and then nobody's (practice §3).
    and (room.closed_at is null
      or (moment at time zone 'Asia/Tokyo')::date <= (room.closed_at at time zone 'Asia/Tokyo')::date + 90)
    and (s.client_id is null or c.id is not null)
$$;
revoke all on function session_actor from public;
grant execute on function session_actor to toguchi_app;

/* Live counts of every client (G-ADM-07), for role 1 and the list of companies. */
create function client_counts()
returns table (client_id bigint, buildings_count bigint, rooms_count bigint, users_count bigint, craftsmen_count bigint, residents_count bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id,
    (select count(*) from buildings b where b.client_id = c.id),
    (select count(*) from rooms r join constructions k on k.client_id = r.client_id and k.id = r.construction_id and k.discarded_at is null where r.client_id = c.id),
    (select count(*) from users u where u.client_id = c.id and u.type <> 'Craftsman' and u.discarded_at is null),
    (select count(*) from users u where u.client_id = c.id and u.type = 'Craftsman' and u.discarded_at is null),
    (select count(*) from residents r where r.client_id = c.id and r.discarded_at is null)
  from clients c
$$;
revoke all on function client_counts from public;
grant execute on function client_counts to toguchi_app;

/*
 * Orders of every client by month of ordering in Tokyo (G-ORD-15), for role 1: shown ones only (G-ORD-02). Sales are the money of paid
 * orders that is in and does not go back (G-ORD-08).
 */
create function order_totals()
returns table (client_id bigint, client_cd text, client_name text, month text, orders_count bigint, total_sales_amount bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.cd, c.name, to_char(o.created_at at time zone 'Asia/Tokyo', 'YYYY-MM'), count(*),
    coalesce(sum(m.kept) filter (where 'paid' in (o.status, o.status_before_cancel)), 0)
  from orders o join clients c on c.id = o.client_id
  cross join lateral (
    select coalesce((select sum(case l.kind when 'payment' then l.amount else -l.amount end) from ledger_entries l
        where l.client_id = o.client_id and l.order_id = o.id), 0)
      - coalesce((select sum(f.amount) from refunds f where f.client_id = o.client_id and f.order_id = o.id and f.state <> 'done'), 0) as kept) m
  where o.status in ('unpaid', 'paid', 'cancel_application', 'cancel_order')
  group by 1, 2, 3, 4
$$;
revoke all on function order_totals from public;
grant execute on function order_totals to toguchi_app;
