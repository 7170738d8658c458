-- An absence becomes the next appointment (feature 16, decision 085): who came for what reason, what the household was told, and the photo of its door.

alter table room_absences
  -- Made on the device: recorded twice it is once, and the photo of the door names it.
  add column uuid uuid not null default gen_random_uuid(),
  add column incomplete_reason_id bigint,
  -- Why there is no photo of the door; null where there is one, or nobody was asked.
  add column photo_omitted_reason text check (char_length(photo_omitted_reason) between 1 and 100),
  add column recorded_by_kind text,
  add column recorded_by_id bigint,
  -- How the household heard of it; null where it did not, or not yet and it was taken back.
  add column told_by text check (told_by in ('mail', 'sms', 'paper')),
  add constraint room_absences_uuid_key unique (client_id, uuid),
  add constraint room_absences_reason_fkey foreign key (client_id, incomplete_reason_id) references incomplete_reasons (client_id, id);

/* What the events know of those from before; an absence that its event does not name stays without. */
update room_absences ra set recorded_by_kind = e.actor_kind, recorded_by_id = e.actor_id,
  incomplete_reason_id = (select ir.id from incomplete_reasons ir
    where ir.client_id = ra.client_id and ir.id = (e.change ->> 'incomplete_reason_id')::bigint)
from events e
where e.client_id = ra.client_id and e.room_id = ra.room_id and e.kind = 'rooms.absence_recorded'
  and (e.change ->> 'absence_id')::bigint = ra.id;

/* The photo of a door that nobody opened, as room_images without a place: it may arrive before its absence, and names it by its uuid. */
create table absence_photos (
  client_id bigint not null,
  id bigint generated always as identity,
  -- Made on the device: a repeated upload is the same photo.
  uuid uuid not null,
  construction_id bigint not null,
  room_id bigint not null,
  absence_uuid uuid not null,
  filming_at timestamptz not null,
  file_id bigint not null,
  thumbnail_file_id bigint not null,
  -- Upright, without EXIF: what everybody but staff is shown, because the original may carry the place (D-05).
  view_file_id bigint not null,
  width integer not null,
  height integer not null,
  uploaded_by_kind text not null,
  uploaded_by_id bigint not null,
  created_at timestamptz not null default app_now(),
  -- Deleting hides; the bytes stay until the client's retention time.
  hidden_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, construction_id, room_id) references rooms (client_id, construction_id, id),
  foreign key (client_id, file_id) references files,
  foreign key (client_id, thumbnail_file_id) references files,
  foreign key (client_id, view_file_id) references files,
  constraint absence_photos_uuid_key unique (client_id, uuid)
);
create index absence_photos_room_idx on absence_photos (client_id, room_id, id);
create index absence_photos_construction_idx on absence_photos (client_id, construction_id);
create index absence_photos_hidden_idx on absence_photos (client_id, hidden_at) where hidden_at is not null;
create index absence_photos_file_idx on absence_photos (client_id, file_id);
create index absence_photos_thumbnail_idx on absence_photos (client_id, thumbnail_file_id);
create index absence_photos_view_idx on absence_photos (client_id, view_file_id);
select protect_tenant_table('absence_photos');
