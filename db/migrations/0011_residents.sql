-- Residents and the way from a printed letter to an account (D-02, D-03).

create table residents (
  client_id bigint not null,
  id bigint generated always as identity,
  room_id bigint not null,
  login_id text,
  password_digest text,
  name text,
  gender text check (gender in ('male', 'female', 'other')),
  phone text,
  own_or_rent text check (own_or_rent in ('own', 'rent')),
  email text,
  agreed_at timestamptz,
  -- Registered by the resident (true) or typed in by staff for someone without an account (false).
  registered_at timestamptz,
  last_sign_in_at timestamptz,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, room_id) references rooms (client_id, id) on delete cascade,
  constraint residents_login_with_password check ((login_id is null) = (password_digest is null))
);
create unique index residents_room_key on residents (client_id, room_id) where discarded_at is null;
create unique index residents_login_id_key on residents (client_id, lower(login_id)) where discarded_at is null;
select protect_tenant_table('residents');

/* The code that is printed in the letter: encrypted, because every sheet prints the current one (D-03). */
create table authentication_codes (
  client_id bigint not null,
  room_id bigint not null,
  version integer not null default 1,
  ciphertext bytea not null,
  wrong_tries integer not null default 0,
  pauses integer not null default 0,
  locked_until timestamptz,
  issued_at timestamptz not null default now(),
  primary key (client_id, room_id),
  foreign key (client_id, room_id) references rooms (client_id, id) on delete cascade
);
select protect_tenant_table('authentication_codes');

/* A contact waiting for its confirmation code (G-RES-03). */
create table contact_confirmations (
  client_id bigint not null,
  id bigint generated always as identity,
  room_id bigint not null,
  token_hash bytea not null,
  code_hash bytea not null,
  email text,
  phone text,
  wrong_tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, room_id) references rooms (client_id, id) on delete cascade,
  constraint contact_confirmations_token_key unique (client_id, token_hash),
  constraint contact_confirmations_contact check ((email is null) <> (phone is null))
);
create index contact_confirmations_room_idx on contact_confirmations (client_id, room_id, id);
select protect_tenant_table('contact_confirmations');
