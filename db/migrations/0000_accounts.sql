-- The people of the platform itself, who belong to no client (spec §6 roles 1 and 5).

create table admins (
  id bigint generated always as identity primary key,
  login_id text not null,
  name text not null check (name <> ''),
  email text not null,
  phone text,
  password_digest text,
  unconfirmed_email text,
  default_display_format text not null default 'list' check (default_display_format in ('list', 'grid')),
  save_original_image_in_local_device boolean not null default false,
  last_sign_in_at timestamptz,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index admins_login_id_key on admins (lower(login_id)) where discarded_at is null;

create table operators (
  id bigint generated always as identity primary key,
  login_id text not null,
  name text not null check (name <> ''),
  email text not null,
  phone text,
  password_digest text,
  unconfirmed_email text,
  default_display_format text not null default 'list' check (default_display_format in ('list', 'grid')),
  save_original_image_in_local_device boolean not null default false,
  last_sign_in_at timestamptz,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index operators_login_id_key on operators (lower(login_id)) where discarded_at is null;

grant select, insert, update, delete on admins, operators to toguchi_app;
