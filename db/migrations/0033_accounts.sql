-- What admins and operators did with their accounts, who belong to no client and so have no timeline (decision 025).

create table platform_events (
  id bigint generated always as identity primary key,
  -- What happened: `admins.second_factor_reset`, `accounts.password_changed`.
  kind text not null,
  -- `system`: a command on the server.
  actor_kind text not null check (actor_kind in ('admin', 'operator', 'system')),
  actor_id bigint,
  subject_type text not null check (subject_type in ('admins', 'operators')),
  subject_id bigint not null,
  -- Which fields, never their values.
  change jsonb not null default '{}',
  at timestamptz not null default app_now(),
  constraint platform_events_actor check ((actor_kind = 'system') = (actor_id is null))
);
create index platform_events_subject_idx on platform_events (subject_type, subject_id, id);
-- Append-only, as `events`.
grant select, insert on platform_events to toguchi_app;

/*
 * What is looked at before the client is known has a policy, too (decision 025): bound to no client everything is seen, as a token, a
 * login id or a link is looked up; inside a client nothing of another client or of the platform. What belongs to the platform alone is
 * seen and written outside of clients only.
 */
do $$
declare
  free constant text := 'nullif(current_setting(''app.client_id'', true), '''') is null';
  own constant text := 'client_id = nullif(current_setting(''app.client_id'', true), '''')::bigint';
  named text;
begin
  foreach named in array array['sessions', 'one_time_tokens', 'second_factors', 'logins', 'public_ids'] loop
    execute format('alter table %I enable row level security', named);
    execute format('create policy own_client_or_none on %I using (coalesce(%s, false) or %s)', named, own, free);
  end loop;
  foreach named in array array['platform_messages', 'platform_events'] loop
    execute format('alter table %I enable row level security', named);
    execute format('create policy outside_of_clients on %I using (%s)', named, free);
  end loop;
end $$;
/* An admin or operator who watches a client's schedule is asked there whether the session still lives. */
create policy of_the_platform on sessions for select using (client_id is null);
/* The codes of a second factor are seen by whom it is. */
alter table recovery_codes enable row level security;
create policy own_second_factor on recovery_codes using (exists (select from second_factors f where f.id = second_factor_id));

/* Login ids are unique over all clients (G-ACC-18): those of the given ones that somebody has, whoever asks. */
create function taken_logins(given_logins text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select login_id from logins where login_id = any(given_logins)
$$;
revoke all on function taken_logins(text[]) from public;
grant execute on function taken_logins(text[]) to toguchi_app;
