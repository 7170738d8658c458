-- The dwellings (住戸) of one construction, cell by cell (spec §3 room).

create table room_blocks (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
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
  foreign key (client_id, construction_id) references constructions on delete cascade,
  constraint room_blocks_position_key unique (client_id, construction_id, position)
);
select protect_tenant_table('room_blocks');

create table rooms (
  client_id bigint not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid() constraint rooms_uuid_key unique,
  construction_id bigint not null,
  block_id bigint not null,
  row integer not null check (row >= 1),
  col integer not null check (col >= 1),
  name text not null check (name <> ''),
  name_key text not null,
  posting_position integer,
  status text not null default 'waiting' check (status in ('waiting', 'completed', 'reschedule')),
  completed_at timestamptz,
  incomplete_reason_id bigint,
  revisit_at timestamptz,
  closed_at timestamptz,
  construction_schedule_confirmed_at timestamptz,
  reception_status text not null default 'not_yet' check (reception_status in ('not_yet', 'web', 'tel', 'paper', 'mail', 'visit', 'other')),
  construction_remarks text,
  room_remarks text,
  special_report text,
  completion_comment text,
  digital_sign_file_id bigint,
  sign_omitted_reason text,
  photos_omitted_reason text,
  app_register boolean not null default false,
  high_priority boolean not null default false,
  -- The deadline for changes that staff granted to this room alone, with why (practice §2); null: the construction's.
  date_change_extended_to date,
  date_change_extension_reason text,
  -- How often the resident moved the own date on the web (D-06, practice §2).
  own_date_changes integer not null default 0 check (own_date_changes >= 0),
  lock_version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, construction_id) references constructions on delete cascade,
  foreign key (client_id, block_id) references room_blocks,
  foreign key (client_id, incomplete_reason_id) references incomplete_reasons,
  foreign key (client_id, digital_sign_file_id) references files,
  constraint rooms_of_construction_key unique (client_id, construction_id, id),
  constraint rooms_name_key unique (client_id, construction_id, name_key) deferrable initially immediate,
  constraint rooms_cell_key unique (client_id, block_id, row, col) deferrable initially immediate,
  constraint rooms_date_change_extension check ((date_change_extended_to is null) = (date_change_extension_reason is null)),
  constraint rooms_completed_at check ((status = 'completed') = (completed_at is not null)),
  -- Given up needs a reason; completed rooms close directly (G-ROOM-02).
  constraint rooms_closed_with_reason check (closed_at is null or status = 'completed' or incomplete_reason_id is not null)
);
select protect_tenant_table('rooms');
