-- A revisit is an appointment (D-34): visits that found nobody, the slips that were left, and wishes that somebody calls about.

alter table rooms
  -- Visits that ended without the work done; one and more make the next one a 再訪問.
  add column visits integer not null default 0 check (visits >= 0),
  -- A day that was wished for the next visit, without a time.
  add column revisit_on date;

/* Somebody stood before the door and nobody opened. While it is open the dwelling chooses anew, whatever deadline has passed. */
create table room_absences (
  client_id bigint not null,
  id bigint generated always as identity,
  room_id bigint not null,
  visited_at timestamptz not null,
  recorded_at timestamptz not null,
  -- The office does not offer frames any more, a newer visit took its place, or a date was chosen.
  ended_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, room_id) references rooms on delete cascade
);
create unique index room_absences_open_key on room_absences (client_id, room_id) where ended_at is null;
create index room_absences_room_idx on room_absences (client_id, room_id, id);
select protect_tenant_table('room_absences');

/*
 * A 不在票 and the hash of the token in its QR. Slips are made beforehand too: one is good while an absence of its room on its day is
 * open, and ends with the choice.
 */
create table absence_slips (
  client_id bigint not null,
  id bigint generated always as identity,
  room_id bigint not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  visit_on date not null,
  issued_at timestamptz not null,
  ended_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, room_id) references rooms on delete cascade,
  constraint absence_slips_token_key unique (client_id, token_hash)
);
create index absence_slips_room_idx on absence_slips (client_id, room_id);
select protect_tenant_table('absence_slips');

/* Days that a dwelling wishes for the next visit where no frame is left: the office calls until call_by. */
create table revisit_wishes (
  client_id bigint not null,
  id bigint generated always as identity,
  room_id bigint not null,
  dates date[] not null check (cardinality(dates) between 1 and 5),
  -- Of each date: in the morning, in the afternoon, or whenever.
  dayparts text[] not null,
  -- Personal: the retention job empties them.
  phone text,
  note text,
  call_by date not null,
  wished_at timestamptz not null,
  settled_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, room_id) references rooms on delete cascade,
  constraint revisit_wishes_dayparts check (cardinality(dayparts) = cardinality(dates) and dayparts <@ array['am', 'pm', 'any'])
);
create unique index revisit_wishes_open_key on revisit_wishes (client_id, room_id) where settled_at is null;
select protect_tenant_table('revisit_wishes');

/* What still waits for a new date: a room that has one again, or is settled, has no open absence and no open wish. Read as who reads. */
create view open_absences with (security_invoker = true) as
  select x.client_id, x.id, x.room_id, x.visited_at
  from room_absences x join rooms r on r.client_id = x.client_id and r.id = x.room_id
  where x.ended_at is null and r.status = 'reschedule' and r.closed_at is null;
create view open_revisit_wishes with (security_invoker = true) as
  select w.client_id, w.id, w.room_id, w.dates, w.dayparts, w.phone, w.note, w.call_by
  from revisit_wishes w join rooms r on r.client_id = w.client_id and r.id = w.room_id
  where w.settled_at is null and r.status = 'reschedule' and r.closed_at is null;
grant select on open_absences, open_revisit_wishes to toguchi_app;
