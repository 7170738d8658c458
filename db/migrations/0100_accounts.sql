/*
 * A craftsman's accounts at several companies, joined by their owner (D-40): rows of one person say which. No client learns of another, so
 * inside a client only its own rows are seen; who joins or leaves is looked up outside of any.
 */
create table joined_accounts (
  id bigint generated always as identity primary key,
  person uuid not null,
  client_id bigint not null references clients,
  user_id bigint not null,
  joined_at timestamptz not null,
  ended_at timestamptz,
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade
);
create unique index joined_accounts_user_key on joined_accounts (client_id, user_id) where ended_at is null;
create index joined_accounts_person_idx on joined_accounts (person) where ended_at is null;

/* Six digits that went to the contact of one account, and are answered from another. */
create table join_requests (
  id bigint generated always as identity primary key,
  client_id bigint not null references clients,
  user_id bigint not null,
  contact text not null constraint join_requests_contact_check check (contact in ('email', 'phone')),
  token_hash bytea not null constraint join_requests_token_hash_key unique,
  code_hash bytea not null,
  wrong_tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade
);
create index join_requests_user_idx on join_requests (client_id, user_id);
create index join_requests_expires_idx on join_requests (expires_at);

do $$
declare
  own constant text := 'client_id = nullif(current_setting(''app.client_id'', true), '''')::bigint';
  free constant text := 'nullif(current_setting(''app.client_id'', true), '''') is null';
  named text;
begin
  foreach named in array array['joined_accounts', 'join_requests'] loop
    execute format('alter table %I enable row level security', named);
    execute format('create policy own_client_or_none on %I using (coalesce(%s, false) or %s)', named, own, free);
    execute format('grant select, insert, update, delete on %I to toguchi_app', named);
  end loop;
end $$;
