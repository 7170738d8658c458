-- beside v0.1.0: session_actor answers the same, out of one table at a time
/*
 * Whoever calls is looked up in one table at a time: a cluster keeps the plan of such a statement and sends it straight to the client's node,
 * and plans anew, there and here, each one that joins (decision 108). The answers are the same.
 */
create or replace function session_actor(given_hash bytea, moment timestamptz)
  returns table (session_id bigint, strategy text, client_key text, uid text, is_current boolean, expires_at timestamptz, last_used_at timestamptz,
    kind text, account_id bigint, client_id bigint, client_cd text, client_status text, contractor_id bigint, primary_contractor_id bigint,
    can_register_staff boolean, password_change_required boolean, room_id bigint, construction_id bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  session sessions%rowtype;
  is_there boolean;
  works_for bigint;
  lives_in bigint;
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
          u.can_register_staff, u.password_change_required
        into kind, contractor_id, can_register_staff, password_change_required
        from users u where u.client_id = session.client_id and u.id = session.account_id and u.discarded_at is null;
      is_there := found;
      works_for := contractor_id;
      if works_for is not null then
        select ct.primary_contractor_id into primary_contractor_id from contractors ct where ct.client_id = session.client_id and ct.id = works_for;
      end if;
    when 'resident' then
      select res.room_id into room_id from residents res
        where res.client_id = session.client_id and res.id = session.account_id and res.discarded_at is null and res.erased_at is null;
      lives_in := room_id;
      select r.construction_id into construction_id from rooms r
        where r.client_id = session.client_id and r.id = lives_in
          -- A closed room is read for 90 days of Tokyo's calendar, and then nobody's (practice §3).
          and (r.closed_at is null or (moment at time zone 'Asia/Tokyo')::date <= (r.closed_at at time zone 'Asia/Tokyo')::date + 90);
      is_there := found;
    when 'admin' then
      perform from admins ad where ad.id = session.account_id and ad.discarded_at is null;
      is_there := found;
    else
      perform from operators op where op.id = session.account_id and op.discarded_at is null;
      is_there := found;
  end case;
  if is_there then
    return next;
  end if;
end $$;
