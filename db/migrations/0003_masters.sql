-- Short lists that staff keep: departments, suppliers, construction orders, signboard contractors, reception types.

create table departments (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index departments_name_key on departments (client_id, name) where discarded_at is null;
select protect_tenant_table('departments');

create table suppliers (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  address text,
  representative_phone text,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index suppliers_name_key on suppliers (client_id, name) where discarded_at is null;
select protect_tenant_table('suppliers');

create table supplier_staffs (
  client_id bigint not null,
  id bigint generated always as identity,
  supplier_id bigint not null,
  name text not null check (name <> ''),
  position integer not null,
  primary key (client_id, id),
  foreign key (client_id, supplier_id) references suppliers on delete cascade
);
create index supplier_staffs_supplier_idx on supplier_staffs (client_id, supplier_id, position);
select protect_tenant_table('supplier_staffs');

create table construction_orders (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  top_or_bottom text not null check (top_or_bottom in ('top', 'bottom')),
  vertical_or_horizontal text not null check (vertical_or_horizontal in ('vertical', 'horizontal')),
  line_number integer not null default 1 check (line_number between 1 and 9999),
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index construction_orders_name_key on construction_orders (client_id, name) where discarded_at is null;
select protect_tenant_table('construction_orders');

create table incomplete_reasons (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index incomplete_reasons_name_key on incomplete_reasons (client_id, name) where discarded_at is null;
select protect_tenant_table('incomplete_reasons');

create table electronic_signboard_contractors (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  address text,
  phone text,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index electronic_signboard_contractors_name_key on electronic_signboard_contractors (client_id, name) where discarded_at is null;
select protect_tenant_table('electronic_signboard_contractors');

create table photography_places (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  remarks text,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index photography_places_name_key on photography_places (client_id, name) where discarded_at is null;
select protect_tenant_table('photography_places');

create table reception_types (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  position integer not null,
  primary key (client_id, id),
  constraint reception_types_name_key unique (client_id, name)
);
select protect_tenant_table('reception_types');
