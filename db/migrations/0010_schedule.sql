-- Time frames, spare frames and who is where when (spec §3 assign and frames, G-SCH-13 to 15, D-06).

create table construction_time_frames (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
  start_at time not null,
  end_at time not null,
  -- Regular frames on every working day.
  frame_number integer not null check (frame_number between 1 and 200),
  primary key (client_id, id),
  foreign key (client_id, construction_id) references constructions on delete cascade,
  constraint construction_time_frames_of_construction_key unique (client_id, construction_id, id),
  constraint construction_time_frames_order check (start_at < end_at),
  constraint construction_time_frames_overlap exclude using gist
    (int8range(construction_id, construction_id, '[]') with &&, timerange(start_at, end_at) with &&) deferrable initially immediate
);
create index construction_time_frames_construction_idx on construction_time_frames (client_id, construction_id, start_at);
select protect_tenant_table('construction_time_frames');

/* One extra frame on one date; residents are offered it only after it is released (D-24). */
create table spare_frames (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
  construction_time_frame_id bigint not null,
  date date not null,
  frame_number integer not null check (frame_number between 2 and 220),
  released_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, construction_id, construction_time_frame_id)
    references construction_time_frames (client_id, construction_id, id) on delete cascade,
  constraint spare_frames_frame_key unique (client_id, construction_id, date, construction_time_frame_id, frame_number)
);
select protect_tenant_table('spare_frames');

/* One room in one frame. The second unique key settles every race for a frame (D-06). */
create table assigns (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
  room_id bigint not null,
  date date not null,
  construction_time_frame_id bigint not null,
  frame_number integer not null check (frame_number between 1 and 220),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, construction_id, room_id) references rooms (client_id, construction_id, id) on delete cascade,
  foreign key (client_id, construction_id, construction_time_frame_id) references construction_time_frames (client_id, construction_id, id),
  constraint assigns_room_key unique (client_id, room_id) deferrable initially immediate,
  constraint assigns_frame_key unique (client_id, construction_id, date, construction_time_frame_id, frame_number) deferrable initially immediate
);
create index assigns_date_idx on assigns (client_id, date, construction_id);
select protect_tenant_table('assigns');

/* A frame that a resident is looking at is theirs for five minutes (D-06). */
create table frame_holds (
  client_id bigint not null,
  construction_id bigint not null,
  date date not null,
  construction_time_frame_id bigint not null,
  frame_number integer not null,
  room_id bigint not null,
  expires_at timestamptz not null,
  primary key (client_id, construction_id, date, construction_time_frame_id, frame_number),
  foreign key (client_id, construction_id, room_id) references rooms (client_id, construction_id, id) on delete cascade,
  constraint frame_holds_room_key unique (client_id, room_id)
);
select protect_tenant_table('frame_holds');

/* How a construction is planned: what moves together, and how many spare frames are kept in stock, in percent of its rooms. */
create table schedule_settings (
  client_id bigint not null,
  construction_id bigint not null,
  schedule_unit text not null default 'room' check (schedule_unit in ('room', 'stack', 'floor')),
  spare_percent integer not null default 10 check (spare_percent between 0 and 50),
  primary key (client_id, construction_id),
  foreign key (client_id, construction_id) references constructions on delete cascade
);
select protect_tenant_table('schedule_settings');

/* How many of a time frame's regular frames a crew works: frame numbers run over the crews in their order (D-25). */
create table crew_frames (
  client_id bigint not null,
  construction_id bigint not null,
  construction_time_frame_id bigint not null,
  assigned_contractor_id bigint not null,
  frame_count integer not null check (frame_count between 1 and 200),
  primary key (client_id, construction_time_frame_id, assigned_contractor_id),
  foreign key (client_id, construction_id, construction_time_frame_id)
    references construction_time_frames (client_id, construction_id, id) on delete cascade,
  foreign key (client_id, assigned_contractor_id) references assigned_contractors on delete cascade
);
create index crew_frames_crew_idx on crew_frames (client_id, assigned_contractor_id);
select protect_tenant_table('crew_frames');

/* Days on which a crew cannot come. */
create table crew_absences (
  client_id bigint not null,
  construction_id bigint not null,
  assigned_contractor_id bigint not null,
  date date not null,
  primary key (client_id, assigned_contractor_id, date),
  foreign key (client_id, construction_id) references constructions on delete cascade,
  foreign key (client_id, assigned_contractor_id) references assigned_contractors on delete cascade
);
create index crew_absences_construction_idx on crew_absences (client_id, construction_id);
select protect_tenant_table('crew_absences');

/* What a resident told us about dates before one was found: those they cannot, those they prefer, and whether theirs is fixed. */
create table room_wishes (
  client_id bigint not null,
  construction_id bigint not null,
  room_id bigint not null,
  unavailable_dates date[] not null default '{}' check (cardinality(unavailable_dates) <= 400),
  preferred_dates date[] not null default '{}' check (cardinality(preferred_dates) <= 400),
  pinned boolean not null default false,
  note text check (char_length(note) <= 500),
  primary key (client_id, room_id),
  constraint room_wishes_either_or check (not unavailable_dates && preferred_dates),
  foreign key (client_id, construction_id, room_id) references rooms (client_id, construction_id, id) on delete cascade
);
create index room_wishes_construction_idx on room_wishes (client_id, construction_id);
select protect_tenant_table('room_wishes');

/* One saved draft: what stood before and after, so that it can be taken back for a while. Its messages wait as long. */
create table schedule_batches (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
  actor_kind text not null check (actor_kind in ('admin', 'operator', 'staffAdmin', 'staff', 'craftsman')),
  actor_id bigint not null,
  -- Rooms, spare frames and days off, each with before and after.
  change jsonb not null,
  lock_version integer not null,
  saved_at timestamptz not null,
  undone_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, construction_id) references constructions on delete cascade
);
create index schedule_batches_construction_idx on schedule_batches (client_id, construction_id, id);
select protect_tenant_table('schedule_batches');

/* Who has the schedule open just now, one row a browser tab; a row that is not renewed is nobody. */
create unlogged table schedule_presences (
  client_id bigint not null,
  construction_id bigint not null,
  tab uuid not null,
  actor_kind text not null check (actor_kind in ('admin', 'operator', 'staffAdmin', 'staff', 'craftsman')),
  actor_id bigint not null,
  editing boolean not null,
  seen_at timestamptz not null,
  primary key (client_id, construction_id, tab)
);
select protect_tenant_table('schedule_presences');
