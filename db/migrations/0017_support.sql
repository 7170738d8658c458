-- What was said with residents and managers: a log that is only ever added to (G-BLD-07, G-ROOM-17).

/* An entry of a building may name a room; one of a room always does, and stands in its building's history as well. */
create table support_versions (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  kind text not null check (kind in ('building', 'customer')),
  building_id bigint not null,
  construction_id bigint,
  room_id bigint,
  contents text not null check (contents <> ''),
  written_by_kind text not null,
  written_by_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, building_id) references buildings,
  foreign key (client_id, construction_id, room_id) references rooms (client_id, construction_id, id),
  constraint support_versions_room check ((construction_id is null) = (room_id is null) and (kind = 'building' or room_id is not null))
);
create index support_versions_building_idx on support_versions (client_id, building_id, id);
create index support_versions_room_idx on support_versions (client_id, room_id, id) where room_id is not null;
select protect_tenant_table('support_versions');
revoke update, delete on support_versions from toguchi_app;

create table support_version_reception_types (
  client_id bigint not null,
  support_version_id bigint not null,
  reception_type_id bigint not null,
  primary key (client_id, support_version_id, reception_type_id),
  foreign key (client_id, support_version_id) references support_versions,
  constraint support_version_reception_types_type_fkey foreign key (client_id, reception_type_id) references reception_types
);
select protect_tenant_table('support_version_reception_types');
revoke update, delete on support_version_reception_types from toguchi_app;
