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
  created_at timestamptz not null default now(),
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
  slip_file_id bigint,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, room_id) references rooms on delete cascade,
  foreign key (client_id, event_id) references events,
  foreign key (client_id, slip_file_id) references files
);
create index room_answers_room_idx on room_answers (client_id, room_id, id);
select protect_tenant_table('room_answers');

/* Which reminder a room was sent for which day: a job that runs twice reminds once, a moved date is reminded again. */
create table room_reminders (
  client_id bigint not null,
  room_id bigint not null,
  kind text not null check (kind in ('day_before', 'unanswered')),
  about_on date not null,
  created_at timestamptz not null default now(),
  primary key (client_id, room_id, kind, about_on),
  foreign key (client_id, room_id) references rooms on delete cascade
);
select protect_tenant_table('room_reminders');
