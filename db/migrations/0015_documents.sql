-- Files that a building or a construction holds, and the manuals of what is installed there.

/* Who may see a document is its kind: of a building, of its craftsmen, of the office, of the residents (G-BLD-06, G-CON-19). */
create table documents (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  -- Made by who sends: a repeated upload is the same document.
  uuid uuid not null,
  kind text not null check (kind in ('building_document', 'attachment_file', 'in_house_document', 'document')),
  building_id bigint,
  construction_id bigint,
  title text not null check (title <> ''),
  file_id bigint not null,
  created_by_kind text not null,
  created_by_id bigint not null,
  created_at timestamptz not null default now(),
  -- Deleting hides; the bytes stay until the client's retention time.
  discarded_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, building_id) references buildings on delete cascade,
  foreign key (client_id, construction_id) references constructions,
  foreign key (client_id, file_id) references files,
  constraint documents_uuid_key unique (client_id, uuid),
  constraint documents_holder check (
    (building_id is not null) = (kind = 'building_document') and (construction_id is not null) = (kind <> 'building_document'))
);
create index documents_building_idx on documents (client_id, building_id, id) where discarded_at is null and building_id is not null;
create index documents_construction_idx on documents (client_id, construction_id, kind, id) where discarded_at is null and construction_id is not null;
select protect_tenant_table('documents');

/* Manuals of the installed equipment, for residents and, when marked, for craftsmen's phones (G-CON-19). */
create table handling_equipments (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  -- Made by who sends: a repeated upload is the same file.
  uuid uuid not null,
  construction_id bigint not null,
  file_name text not null check (file_name <> ''),
  file_id bigint not null,
  for_app boolean not null default false,
  registered_on date not null,
  created_by_kind text not null,
  created_by_id bigint not null,
  created_at timestamptz not null default now(),
  discarded_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, construction_id) references constructions,
  foreign key (client_id, file_id) references files,
  constraint handling_equipments_uuid_key unique (client_id, uuid)
);
create index handling_equipments_construction_idx on handling_equipments (client_id, construction_id, id) where discarded_at is null;
select protect_tenant_table('handling_equipments');
