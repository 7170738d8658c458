-- A second factor for everybody who is neither resident nor craftsman (D-39), and what a list of sessions shows (decision 024).

/* Asked for at the sign-in, where no client is known yet: like `sessions` no tenant's table. */
create table second_factors (
  id bigint generated always as identity primary key,
  strategy text not null check (strategy in ('user', 'admin', 'operator')),
  client_id bigint references clients,
  -- Row of users, admins or operators, by strategy.
  account_id bigint not null,
  -- Encrypted. None before the first code of an enrolment was right.
  secret bytea,
  -- Encrypted: what is being enrolled, at first or in place of the other.
  pending_secret bytea,
  pending_until timestamptz,
  -- The newest time step of which a code was taken (RFC 6238 §5.2): no code is good twice.
  last_step bigint,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  constraint second_factors_account_key unique nulls not distinct (strategy, account_id, client_id),
  constraint second_factors_client check ((strategy = 'user') = (client_id is not null)),
  constraint second_factors_pending check ((pending_secret is null) = (pending_until is null)),
  constraint second_factors_confirmed check ((secret is null) = (confirmed_at is null))
);

create table recovery_codes (
  second_factor_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (second_factor_id, code_hash)
);

grant select, insert, update, delete on second_factors, recovery_codes to toguchi_app;

alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('password', 'email', 'auto_login', 'second_factor'));

/* Whether a company demands a second factor of its staff; the platform demands it of admins and operators. */
alter table clients add second_factor_required boolean not null default false;

/* By the requests of a session, one in ten minutes: when, from where and with what it was last used. */
alter table sessions
  add last_used_at timestamptz,
  add address text,
  add user_agent text;

/* As before (0014), and when the session was last used. */
drop function session_actor(bytea, timestamptz);
create function session_actor(given_hash bytea, moment timestamptz)
returns table (
  session_id bigint, strategy text, client_key text, uid text, is_current boolean, expires_at timestamptz, last_used_at timestamptz,
  kind text, account_id bigint, client_id bigint, client_cd text, client_status text,
  contractor_id bigint, primary_contractor_id bigint, can_register_staff boolean, password_change_required boolean,
  room_id bigint, construction_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.strategy, s.client_key, s.uid, s.token_hash = given_hash, s.expires_at, s.last_used_at,
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
revoke all on function session_actor(bytea, timestamptz) from public;
grant execute on function session_actor(bytea, timestamptz) to toguchi_app;
