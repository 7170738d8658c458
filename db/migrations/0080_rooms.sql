/*
 * Who is in a dwelling and what came of trying to reach them (D-37, decision 059): beside `reception_status`, of which it is independent. No
 * row: somebody lives there and nothing was noted. `opener` lets the craftsmen in where nobody lives; the owner is only here when living
 * elsewhere.
 */
create table room_occupancies (
  client_id bigint not null,
  room_id bigint not null,
  occupancy text not null default 'occupied' check (occupancy in ('occupied', 'vacant', 'long_absent')),
  contact_outcome text check (contact_outcome in ('unreachable', 'refused')),
  outcome_note text,
  opener text check (opener in ('owner', 'manager', 'key')),
  opener_note text,
  owner_name text,
  owner_name_kana text,
  owner_zipcode text,
  owner_address text,
  owner_phone text,
  owner_email text,
  has_owner_contact boolean not null generated always as
    (owner_address is not null or owner_phone is not null or owner_email is not null) stored,
  updated_at timestamptz not null default now(),
  primary key (client_id, room_id),
  foreign key (client_id, room_id) references rooms (client_id, id) on delete cascade,
  constraint room_occupancies_opener_of_away check (opener is null or occupancy <> 'occupied')
);
select protect_tenant_table('room_occupancies');
