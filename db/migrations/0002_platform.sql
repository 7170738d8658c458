-- What the platform keeps for every slice: the timeline (D-12), the outbox (D-15), files (D-05) and long work (D-28).

/* The moment of the application: its clock may be moved in trials and tests (D-18), and the timeline follows it. */
create function app_now() returns timestamptz language sql stable as $$
  select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now())
$$;

create table events (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  kind text not null,
  construction_id bigint,
  room_id bigint,
  subject_type text,
  subject_id bigint,
  actor_kind text not null check (actor_kind in ('admin', 'operator', 'staffAdmin', 'staff', 'craftsman', 'resident', 'system')),
  actor_id bigint,
  -- Who acted for whom, and through which channel (D-02, D-22): a call answered for the resident of room_id.
  acting_for text check (acting_for in ('resident')),
  channel text not null default 'web' check (channel in ('web', 'tel', 'paper', 'mail', 'visit', 'other', 'system')),
  -- before → after of what is not personal: dates, frames, states, ids.
  change jsonb not null default '{}',
  resident_visible boolean not null default false,
  at timestamptz not null default app_now(),
  primary key (client_id, id),
  constraint events_actor check ((actor_kind = 'system') = (actor_id is null))
);
create index events_room_idx on events (client_id, room_id, id) where room_id is not null;
create index events_construction_idx on events (client_id, construction_id, id);
create index events_kind_idx on events (client_id, kind, id);
select protect_tenant_table('events');
-- The timeline is append-only: the application may neither change nor remove an event.
revoke update, delete on events from toguchi_app;

/*
 * Whoever watches a construction hears at the commit that something happened there, once per statement, as client:construction:newest
 * event. Ids are given out before the commit, so a lower one may be heard later. Pictures and papers, which come in streams and change
 * nothing that stands in a schedule, are kept to themselves; whatever is new is told.
 */
create function tell_watchers() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('construction_events', told.client_id || ':' || told.construction_id || ':' || max(told.id))
  from told
  where told.construction_id is not null
    and split_part(told.kind, '.', 1) not in ('attachment_files', 'authentication_codes', 'building_documents', 'common_area_images',
      'documents', 'handling_equipments', 'in_house_documents', 'room_images')
  group by told.client_id, told.construction_id;
  return null;
end
$$;
create trigger events_tell_watchers after insert on events referencing new table as told for each statement execute function tell_watchers();

/* Names, telephone numbers and free text of an event: the only part that the retention job may erase. */
create table event_personal_values (
  client_id bigint not null,
  event_id bigint not null,
  values jsonb not null,
  primary key (client_id, event_id),
  foreign key (client_id, event_id) references events
);
select protect_tenant_table('event_personal_values');

/* Mail and SMS of a client, written in the transaction that causes them. */
create table outbox_messages (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  transport text not null check (transport in ('mail', 'sms')),
  recipients text[] not null check (cardinality(recipients) > 0),
  cc text[] not null default '{}',
  bcc text[] not null default '{}',
  subject text not null,
  body text not null,
  event_id bigint,
  -- Recalled: taken back before it left, as `recall_key` names the change that it belongs to.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'recalled')),
  recall_key text,
  -- The room whose place it tells: once that place is another one, it is not true any more.
  room_id bigint,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, event_id) references events,
  constraint outbox_messages_sent_at check ((state = 'sent') = (sent_at is not null))
);
create index outbox_messages_waiting_idx on outbox_messages (client_id, next_attempt_at) where state = 'waiting';
create index outbox_messages_recall_idx on outbox_messages (client_id, recall_key) where state = 'waiting' and recall_key is not null;
create index outbox_messages_room_idx on outbox_messages (client_id, room_id) where state = 'waiting' and room_id is not null;
select protect_tenant_table('outbox_messages');

/* Mail to people of no client: admins and operators. */
create table platform_messages (
  id bigint generated always as identity primary key,
  recipients text[] not null check (cardinality(recipients) > 0),
  subject text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  constraint platform_messages_sent_at check ((state = 'sent') = (sent_at is not null))
);
create index platform_messages_waiting_idx on platform_messages (next_attempt_at) where state = 'waiting';

/* A stored file: the bytes lie in the storage under storage_key, unchanged since their SHA-256 was taken. */
create table files (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  storage_key text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  byte_size bigint not null check (byte_size >= 0),
  content_type text not null,
  file_name text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  constraint files_storage_key_key unique (client_id, storage_key)
);
select protect_tenant_table('files');

/* Long work with progress; its result is a file of the client. */
create table jobs (
  id bigint generated always as identity primary key,
  client_id bigint not null references clients,
  kind text not null,
  requested_by_kind text not null,
  requested_by_id bigint not null,
  input jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  done integer not null default 0,
  total integer not null default 0,
  file_id bigint,
  error text,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  foreign key (client_id, file_id) references files (client_id, id),
  constraint jobs_finished_at check ((state in ('done', 'failed')) = (finished_at is not null))
);
create index jobs_waiting_idx on jobs (id) where state in ('waiting', 'running');

grant select, insert, update, delete on platform_messages, jobs to toguchi_app;

/* The sender works for all clients: it may see which messages wait and settle them, nothing else. */
create function waiting_messages(moment timestamptz, at_most integer)
returns table (client_id bigint, id bigint, transport text, recipients text[], cc text[], bcc text[], subject text, body text, attempts integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.client_id, m.id, m.transport, m.recipients, m.cc, m.bcc, m.subject, m.body, m.attempts
  from outbox_messages m where m.state = 'waiting' and m.next_attempt_at <= moment
  order by m.next_attempt_at, m.id limit at_most
$$;
revoke all on function waiting_messages from public;
grant execute on function waiting_messages to toguchi_app;

/* What has been written lately, for the mail reader of the trial mode (D-15, D-18); the server refuses it in production. */
create function recent_messages(at_most integer)
returns table (transport text, recipients text[], cc text[], bcc text[], subject text, body text, state text, created_at timestamptz, sent_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from (
    select m.transport, m.recipients, m.cc, m.bcc, m.subject, m.body, m.state, m.created_at, m.sent_at from outbox_messages m
    union all
    select 'mail', p.recipients, '{}', '{}', p.subject, p.body, p.state, p.created_at, p.sent_at from platform_messages p) every_message
  order by created_at desc, subject limit at_most
$$;
revoke all on function recent_messages from public;
grant execute on function recent_messages to toguchi_app;
