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
