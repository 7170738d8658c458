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
