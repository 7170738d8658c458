-- Buildings (物件) and the template of their rooms (G-BLD-05), in blocks (D-26: one per wing).

create table buildings (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  cd text not null,
  name text not null check (name <> ''),
  name_kana text,
  zipcode text check (zipcode ~ '^\d{7}$'),
  address text not null check (address <> ''),
  management_company text,
  manager text,
  phone text,
  lock_version integer not null default 0,
  -- Counts the saves of the room template.
  composition_version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id),
  constraint buildings_cd_key unique (client_id, cd)
);
select protect_tenant_table('buildings');

create table building_blocks (
  client_id bigint not null,
  id bigint generated always as identity,
  building_id bigint not null,
  position integer not null default 1,
  name text not null default '',
  initials text not null default '',
  digits integer not null default 2 check (digits between 1 and 4),
  floor_number integer not null check (floor_number between 1 and 100),
  room_number_per_floor integer not null check (room_number_per_floor between 1 and 100),
  floor_start integer not null default 1 check (floor_start between 1 and 100),
  except_for_lower_digit_four boolean not null default false,
  except_for_lower_digit_nine boolean not null default false,
  primary key (client_id, id),
  foreign key (client_id, building_id) references buildings on delete cascade,
  constraint building_blocks_position_key unique (client_id, building_id, position)
);
select protect_tenant_table('building_blocks');

create table building_rooms (
  client_id bigint not null,
  id bigint generated always as identity,
  building_id bigint not null,
  block_id bigint not null,
  row integer not null check (row >= 1),
  col integer not null check (col >= 1),
  name text not null check (name <> ''),
  -- trim + NFKC: what makes two names the same (G-ROOM-15).
  name_key text not null,
  primary key (client_id, id),
  foreign key (client_id, building_id) references buildings on delete cascade,
  foreign key (client_id, block_id) references building_blocks on delete cascade,
  constraint building_rooms_name_key unique (client_id, building_id, name_key) deferrable initially immediate,
  constraint building_rooms_cell_key unique (client_id, block_id, row, col) deferrable initially immediate
);
select protect_tenant_table('building_rooms');
