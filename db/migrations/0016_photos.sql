-- Photos of a construction's common area: as room_images, without a room (D-05).

create table common_area_images (
  client_id bigint not null,
  id bigint generated always as identity,
  -- Made on the device: a repeated upload is the same photo.
  uuid uuid not null,
  construction_id bigint not null,
  photography_place_entry_id bigint not null,
  timing text not null check (timing in ('before_construction', 'under_construction', 'after_construction')),
  filming_at timestamptz not null,
  file_id bigint not null,
  thumbnail_file_id bigint,
  -- Upright, without EXIF: what everybody but staff is shown, because the original may carry the place (D-05).
  view_file_id bigint,
  signboard_file_id bigint,
  width integer,
  height integer,
  uploaded_by_kind text not null,
  uploaded_by_id bigint not null,
  created_at timestamptz not null default now(),
  -- Deleting hides; the bytes stay until the client's retention time.
  hidden_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, construction_id) references constructions,
  foreign key (client_id, photography_place_entry_id) references photography_place_entries,
  foreign key (client_id, file_id) references files,
  foreign key (client_id, thumbnail_file_id) references files,
  foreign key (client_id, view_file_id) references files,
  foreign key (client_id, signboard_file_id) references files,
  constraint common_area_images_uuid_key unique (client_id, uuid)
);
create index common_area_images_construction_idx on common_area_images (client_id, construction_id, id);
select protect_tenant_table('common_area_images');
