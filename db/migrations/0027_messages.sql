-- What residents answer to short messages.

create table message_replies (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  construction_id bigint,
  room_id bigint,
  phone text not null,
  -- Personal: the retention job empties it.
  body text not null,
  carrier_message_id text not null,
  received_at timestamptz not null default app_now(),
  primary key (client_id, id),
  foreign key (client_id, room_id) references rooms on delete cascade,
  constraint message_replies_carrier_key unique (client_id, carrier_message_id)
);
create index message_replies_construction_idx on message_replies (client_id, construction_id, id);
create index message_replies_room_idx on message_replies (client_id, room_id);
select protect_tenant_table('message_replies');
