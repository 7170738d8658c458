-- The electronic signboard is a layer over a photo: what stands on it beyond the construction's own names (decision 034). The drawn picture
-- is kept beside the photo (signboard_file_id) for as long as it is what would be drawn.
alter table room_images
  add column signboard_hidden boolean not null default false,
  add column signboard_work_kind text,
  add column signboard_place text,
  add column signboard_note text,
  -- SHA-256 of what was drawn: the program's version, the picture and the board.
  add column signboard_version bytea;
alter table common_area_images
  add column signboard_hidden boolean not null default false,
  add column signboard_work_kind text,
  add column signboard_place text,
  add column signboard_note text,
  add column signboard_version bytea;

/* What all boards of a construction have in common, where it is not the usual. */
create table signboard_settings (
  client_id bigint not null,
  construction_id bigint not null,
  corner text not null check (corner in ('upper_left', 'upper_right', 'lower_left', 'lower_right')),
  work_kind text,
  primary key (client_id, construction_id),
  foreign key (client_id, construction_id) references constructions
);
select protect_tenant_table('signboard_settings');
