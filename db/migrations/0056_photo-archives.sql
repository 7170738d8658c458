-- What the ministry's form says of the photos of a construction, where it is not the usual (decision 042). The texts of its fields are the
-- standard's own; their lists stand in domain/src/photo-archives/delivery-edition.ts, for they change with its editions.
create table photo_deliveries (
  client_id bigint not null,
  construction_id bigint not null,
  major_category text not null,
  before_category text not null,
  under_category text not null,
  after_category text not null,
  work_type text check (char_length(work_type) <= 127),
  work_kind text check (char_length(work_kind) <= 127),
  work_detail text check (char_length(work_detail) <= 127),
  media_number integer not null check (media_number >= 1),
  other_formats text not null check (other_formats in ('leave_out', 'copy')),
  after_is_representative boolean not null,
  primary key (client_id, construction_id),
  foreign key (client_id, construction_id) references constructions (client_id, id)
);
select protect_tenant_table('photo_deliveries');
-- All photos of a construction at once; until now they were asked for by room.
create index room_images_construction_idx on room_images (client_id, construction_id);
