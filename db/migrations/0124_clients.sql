/*
 * The LINE official account of a client (decision 099): what opens it is sealed with the server's key and shown to nobody again. The account's
 * own ids and name come from LINE when the connection is checked; another token has to be checked again, and the ids tell whether it is of
 * another account.
 */
create table line_channels (
  client_id bigint primary key references clients,
  token_ciphertext bytea not null,
  secret_ciphertext bytea not null,
  bot_user_id text,
  basic_id text,
  display_name text,
  checked_at timestamptz,
  is_on boolean not null default false,
  updated_at timestamptz not null default app_now(),
  constraint line_channels_checked check (checked_at is null or bot_user_id is not null and basic_id is not null and display_name is not null),
  constraint line_channels_on check (not is_on or checked_at is not null)
);
select protect_tenant_table('line_channels');
