-- Bytes of files whose rows are gone, until they are gone as well: however long the storage is away, the daily work finds them (decision 056).
create table bytes_to_remove (
  client_id bigint not null references clients,
  storage_key text not null,
  primary key (client_id, storage_key)
);
select protect_tenant_table('bytes_to_remove');

-- The same as `room_answers_day_idx` (0063).
drop index room_answers_created_idx;
