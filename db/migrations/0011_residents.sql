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
  -- How the pages are written for this resident: plain, in large letters, or in easy Japanese with furigana.
  reading_mode text not null default 'normal' check (reading_mode in ('normal', 'large', 'easy')),
  -- The retention job took what is personal (D-12); the row stays for what hangs on it.
  erased_at timestamptz,
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

/* How somebody lets the craftsmen in: one answer per room, from the resident or from whom they called. */
create table room_presences (
  client_id bigint not null,
  room_id bigint not null,
  presence_method text not null check (presence_method in ('self', 'proxy', 'auxiliary_lock', 'key_custody', 'unattended')),
  -- Of a proxy only.
  proxy_name text,
  proxy_relation text,
  proxy_phone text,
  -- When the resident agreed that the room is entered while nobody is in; demanded without anybody at home.
  consented_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (client_id, room_id),
  foreign key (client_id, room_id) references rooms on delete cascade,
  constraint room_presences_proxy check ((presence_method = 'proxy') = (proxy_name is not null)),
  constraint room_presences_consent check (presence_method in ('self', 'proxy') or consented_at is not null)
);
select protect_tenant_table('room_presences');

/* Which reminder a room was sent for which day: a job that runs twice reminds once, a moved date is reminded again. */
create table room_reminders (
  client_id bigint not null,
  room_id bigint not null,
  kind text not null check (kind in ('day_before')),
  about_on date not null,
  created_at timestamptz not null default now(),
  primary key (client_id, room_id, kind, about_on),
  foreign key (client_id, room_id) references rooms on delete cascade
);
select protect_tenant_table('room_reminders');
