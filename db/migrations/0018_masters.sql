-- Templates of completion reports, the comments ready to insert, and which of them a type of construction begins with.

create table completion_reports (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  remarks text,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index completion_reports_name_key on completion_reports (client_id, name) where discarded_at is null;
select protect_tenant_table('completion_reports');

create table completion_report_items (
  client_id bigint not null,
  id bigint generated always as identity,
  completion_report_id bigint not null,
  name text not null check (name <> ''),
  position integer not null,
  -- A filled-in report keeps pointing to what it answered.
  discarded_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, completion_report_id) references completion_reports
);
create index completion_report_items_report_idx on completion_report_items (client_id, completion_report_id, position);
select protect_tenant_table('completion_report_items');

create table completion_report_item_units (
  client_id bigint not null,
  id bigint generated always as identity,
  completion_report_item_id bigint not null,
  name text not null check (name <> ''),
  is_default boolean not null default false,
  position integer not null,
  discarded_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, completion_report_item_id) references completion_report_items
);
create index completion_report_item_units_item_idx on completion_report_item_units (client_id, completion_report_item_id, position);
-- At most one (G-REP-06).
create unique index completion_report_item_units_default_key on completion_report_item_units (client_id, completion_report_item_id)
  where is_default and discarded_at is null;
select protect_tenant_table('completion_report_item_units');

create table comment_lists (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  contents text not null check (contents <> ''),
  position integer not null,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
create index comment_lists_position_idx on comment_lists (client_id, position) where discarded_at is null;
select protect_tenant_table('comment_lists');

/* One row a type of construction (G-MAS-06). */
create table completion_report_settings (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  construction_type text not null check (construction_type in ('renewal', 'inspection')),
  completion_report_id bigint,
  completion_comment text,
  primary key (client_id, id),
  foreign key (client_id, completion_report_id) references completion_reports,
  constraint completion_report_settings_type_key unique (client_id, construction_type)
);
select protect_tenant_table('completion_report_settings');
