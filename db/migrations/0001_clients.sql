-- The companies that use Toguchi (spec §3 client). Platform tables stand outside row-level security (D-13);
-- everything else belongs to one client and carries client_id first in every key and index.

create type timerange as range (subtype = time);

/* Row-level security and grants for one tenant table. The policy is the second wall behind the queries' own reach. */
create function protect_tenant_table(tenant_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format(
    'create policy own_client on %s using (client_id = nullif(current_setting(''app.client_id'', true), '''')::bigint)',
    tenant_table);
  execute format('grant select, insert, update, delete on %s to toguchi_app', tenant_table);
end $$;

create table clients (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() constraint clients_uuid_key unique,
  cd text not null constraint clients_cd_key unique constraint clients_cd_format check (cd ~ '^[a-z0-9]{3,8}$'),
  name text not null check (name <> ''),
  name_abbreviation text,
  address text,
  representative_name text,
  representative_email text,
  representative_phone text,
  -- Public and never reused: a changed logo has a new path, so browsers may keep what they have.
  logo_path text,
  logo_content_type text check (logo_content_type in ('image/png', 'image/jpeg')),
  admin_id bigint references admins,
  use_optional_construction boolean not null default true,
  use_cash_payment boolean not null default false,
  rounding_rule text not null default 'round_down' check (rounding_rule in (
    'round', 'round_up', 'round_down', 'round_10', 'round_up_10', 'round_down_10',
    'round_100', 'round_up_100', 'round_down_100', 'round_1000', 'round_up_1000', 'round_down_1000')),
  status text not null default 'contracted' check (status in ('contracted', 'terminated')),
  terminated_at timestamptz,
  construction_staff_default_display_name text,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint clients_logo check ((logo_path is null) = (logo_content_type is null)),
  constraint clients_terminated_at check ((status = 'terminated') = (terminated_at is not null))
);
-- Partial, and so no key that another table could point to: a logo that changes holds up none of the client's inserts.
create unique index clients_logo_path_key on clients (logo_path) where logo_path is not null;

/* CC and BCC of the ten events (G-NOT-02); a missing row means none. */
create table notification_settings (
  client_id bigint not null references clients,
  event text not null check (event in (
    'detail_schedule_created', 'detail_schedule_updated', 'detail_schedule_completed', 'construction_assigned', 'date_confirmed',
    'room_detail_updated', 'closed', 'rescheduled', 'all_closed', 'schedule_changed')),
  cc text[] not null default '{}',
  bcc text[] not null default '{}',
  primary key (client_id, event)
);
select protect_tenant_table('notification_settings');

/* Where a public uuid of a letter or a link leads: uuid → client and row. */
create table public_ids (
  uuid uuid primary key,
  client_id bigint not null references clients,
  kind text not null check (kind in ('construction', 'room', 'payment')),
  row_id bigint not null
);
create index public_ids_client_id_idx on public_ids (client_id, kind, row_id);

/* The next free number of a code such as B00001 or K000001, per client and kind; gaps are allowed, repeats are not. */
create table code_counters (
  client_id bigint not null references clients,
  kind text not null,
  last_value bigint not null,
  primary key (client_id, kind)
);
select protect_tenant_table('code_counters');

grant select, insert, update, delete on clients, public_ids to toguchi_app;
