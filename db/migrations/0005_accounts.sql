-- People who sign in, and their sessions (spec §7, D-14).

create table users (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  type text not null check (type in ('Staff_Admin', 'Staff', 'Craftsman')),
  login_id text not null,
  name text not null check (name <> ''),
  email text not null,
  phone text,
  department_id bigint,
  contractor_id bigint,
  password_digest text,
  password_change_required boolean not null default false,
  unconfirmed_email text,
  can_register_staff boolean not null default false,
  default_display_format text not null default 'list' check (default_display_format in ('list', 'grid')),
  save_original_image_in_local_device boolean not null default false,
  last_sign_in_at timestamptz,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, department_id) references departments,
  foreign key (client_id, contractor_id) references contractors,
  constraint users_craftsman_has_contractor check ((type = 'Craftsman') = (contractor_id is not null)),
  constraint users_only_staff_registers check (type = 'Staff' or not can_register_staff)
);
create index users_contractor_idx on users (client_id, contractor_id) where contractor_id is not null;
create index users_department_idx on users (client_id, department_id);
create index users_type_idx on users (client_id, type, id);
select protect_tenant_table('users');

/* Login ids of staff and craftsmen are unique over all clients: sign-in happens where no client is named (G-ACC-18). */
create table logins (
  login_id text constraint logins_pkey primary key check (login_id = lower(login_id)),
  client_id bigint not null,
  user_id bigint not null,
  constraint logins_user_key unique (client_id, user_id),
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade
);

create table sessions (
  id bigint generated always as identity primary key,
  strategy text not null check (strategy in ('user', 'resident', 'admin', 'operator')),
  -- The DTA header `client`: names the device's session, not a company.
  client_key text not null constraint sessions_client_key_key unique,
  uid text not null,
  token_hash bytea not null constraint sessions_token_hash_key unique,
  previous_token_hash bytea constraint sessions_previous_token_hash_key unique,
  previous_valid_until timestamptz,
  client_id bigint references clients,
  -- Row of users, residents, admins or operators, by strategy.
  account_id bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint sessions_client check ((strategy in ('user', 'resident')) = (client_id is not null)),
  constraint sessions_previous check ((previous_token_hash is null) = (previous_valid_until is null))
);
create index sessions_account_idx on sessions (strategy, account_id, client_id);
create index sessions_expires_idx on sessions (expires_at);

/* Links that are good once: password reset, invitation, e-mail confirmation, auto login. */
create table one_time_tokens (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('password', 'email', 'auto_login')),
  strategy text not null check (strategy in ('user', 'resident', 'admin', 'operator')),
  token_hash bytea not null constraint one_time_tokens_token_hash_key unique,
  client_id bigint references clients,
  account_id bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index one_time_tokens_account_idx on one_time_tokens (strategy, account_id, purpose);

/* Counts of wrong tries and of requests per address, shared by all server processes. */
create table attempt_counters (
  scope text not null,
  subject text not null,
  count integer not null,
  window_ends_at timestamptz not null,
  primary key (scope, subject)
);
create index attempt_counters_window_idx on attempt_counters (window_ends_at);

grant select, insert, update, delete on logins, sessions, one_time_tokens, attempt_counters to toguchi_app;
