-- Who a session is: the session first, then its account by the client that the session names, as a value. One statement over all three kinds
-- of accounts asked a distributed database for everybody's users, contractors and residents at every request.
create or replace function session_actor(given_hash bytea, moment timestamptz)
  returns table (session_id bigint, strategy text, client_key text, uid text, is_current boolean, expires_at timestamptz, last_used_at timestamptz,
    kind text, account_id bigint, client_id bigint, client_cd text, client_status text, contractor_id bigint, primary_contractor_id bigint,
    can_register_staff boolean, password_change_required boolean, room_id bigint, construction_id bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  session sessions%rowtype;
begin
  select s.* into session from sessions s
  where (s.token_hash = given_hash or (s.previous_token_hash = given_hash and s.previous_valid_until > moment)) and s.expires_at > moment;
  if not found then
    return;
  end if;
  session_id := session.id;
  strategy := session.strategy;
  client_key := session.client_key;
  uid := session.uid;
  is_current := session.token_hash = given_hash;
  expires_at := session.expires_at;
  last_used_at := session.last_used_at;
  kind := session.strategy;
  account_id := session.account_id;
  client_id := session.client_id;
  can_register_staff := false;
  password_change_required := false;

  if session.client_id is not null then
    select c.cd, c.status into client_cd, client_status from clients c where c.id = session.client_id and c.discarded_at is null;
    if not found then
      return;
    end if;
  end if;

  case session.strategy
    when 'user' then
      select case u.type when 'Staff_Admin' then 'staffAdmin' when 'Staff' then 'staff' else 'craftsman' end, u.contractor_id,
          u.can_register_staff, u.password_change_required, ct.primary_contractor_id
        into kind, contractor_id, can_register_staff, password_change_required, primary_contractor_id
        from users u
        left join contractors ct on ct.client_id = session.client_id and ct.id = u.contractor_id
        where u.client_id = session.client_id and u.id = session.account_id and u.discarded_at is null;
    when 'resident' then
      select res.room_id, r.construction_id into room_id, construction_id
        from residents res
        join rooms r on r.client_id = session.client_id and r.id = res.room_id
        where res.client_id = session.client_id and res.id = session.account_id and res.discarded_at is null and res.erased_at is null
          -- A closed room is read for 90 days of Tokyo's calendar, and then nobody's (practice §3).
          and (r.closed_at is null or (moment at time zone 'Asia/Tokyo')::date <= (r.closed_at at time zone 'Asia/Tokyo')::date + 90);
    when 'admin' then
      perform from admins ad where ad.id = session.account_id and ad.discarded_at is null;
    else
      perform from operators op where op.id = session.account_id and op.discarded_at is null;
  end case;
  if found then
    return next;
  end if;
end $$;
