-- Unique keys contain the client: on a distributed database a key is judged where the client's rows lie. The uuids are random, and public_ids
-- keeps them apart over all clients where they stand in links.
alter table constructions drop constraint constructions_uuid_key, add constraint constructions_uuid_key unique (client_id, uuid);
alter table rooms drop constraint rooms_uuid_key, add constraint rooms_uuid_key unique (client_id, uuid);
alter table orders drop constraint orders_uuid_key, add constraint orders_uuid_key unique (client_id, uuid);
alter table payments drop constraint payments_uuid_key, add constraint payments_uuid_key unique (client_id, uuid);

-- Equality of whole numbers inside an exclusion needs btree_gist, which PostgreSQL brings along and an owner of the database may install.
create extension if not exists btree_gist;
alter table construction_time_frames
  drop constraint construction_time_frames_overlap,
  add constraint construction_time_frames_overlap exclude using gist (
    client_id with =,
    construction_id with =,
    tsrange(date '2000-01-01' + start_at, date '2000-01-01' + end_at) with &&
  ) deferrable initially immediate;
drop type timerange;
