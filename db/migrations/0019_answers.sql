-- What residents said by telephone, on paper or at the door, who was chased for an answer, and the keys they left with us.

/* A dwelling's key in our hands: received, lent, returned; each row is one custody, closed by its return. */
create table key_custodies (
  client_id bigint not null,
  id bigint generated always as identity,
  room_id bigint not null,
  received_at timestamptz not null,
  received_from text not null,
  received_by_user_id bigint,
  received_signature_file_id bigint,
  received_photo_file_id bigint,
  -- The craftsman who has it now; null while the office keeps it.
  lent_to_user_id bigint,
  lent_at timestamptz,
  returned_at timestamptz,
  returned_to text,
  returned_by_user_id bigint,
  returned_signature_file_id bigint,
  returned_photo_file_id bigint,
  note text,
  created_at timestamptz not null default app_now(),
  primary key (client_id, id),
  foreign key (client_id, room_id) references rooms on delete cascade,
  foreign key (client_id, received_by_user_id) references users,
  foreign key (client_id, lent_to_user_id) references users,
  foreign key (client_id, returned_by_user_id) references users,
  foreign key (client_id, received_signature_file_id) references files,
  foreign key (client_id, received_photo_file_id) references files,
  foreign key (client_id, returned_signature_file_id) references files,
  foreign key (client_id, returned_photo_file_id) references files,
  constraint key_custodies_lent check ((lent_to_user_id is null) = (lent_at is null)),
  constraint key_custodies_returned check ((returned_at is null) = (returned_to is null))
);
-- One key of a room is out at a time; a room with it cannot be closed.
create unique index key_custodies_out_key on key_custodies (client_id, room_id) where returned_at is null;
create index key_custodies_room_idx on key_custodies (client_id, room_id, id);
select protect_tenant_table('key_custodies');

/* An answer that came by telephone, paper or at the door: who said it to whom, with the scan of the slip. */
create table room_answers (
  client_id bigint not null,
  id bigint generated always as identity,
  room_id bigint not null,
  event_id bigint not null,
  channel text not null check (channel in ('tel', 'paper', 'mail', 'visit', 'other')),
  -- Personal: the retention job empties it.
  caller text,
  -- By what the caller was known besides the name: something only the household can say.
  verified_fact text check (verified_fact in ('phone', 'date', 'manage_no', 'email', 'code')),
  slip_file_id bigint,
  created_at timestamptz not null default app_now(),
  primary key (client_id, id),
  foreign key (client_id, room_id) references rooms on delete cascade,
  foreign key (client_id, event_id) references events,
  foreign key (client_id, slip_file_id) references files
);
create index room_answers_room_idx on room_answers (client_id, room_id, id);
select protect_tenant_table('room_answers');

/* Which unanswered room was reminded on which day, by which way: once a day at most (practice §2). */
create table answer_reminders (
  client_id bigint not null,
  room_id bigint not null,
  reminded_on date not null,
  transport text not null check (transport in ('mail', 'sms')),
  event_id bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (client_id, room_id, reminded_on),
  foreign key (client_id, room_id) references rooms on delete cascade,
  foreign key (client_id, event_id) references events
);
select protect_tenant_table('answer_reminders');
