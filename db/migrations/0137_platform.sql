/*
 * Which SECRET_KEY this database was served with (decision 107): an HMAC of a constant under it, from which nobody gets to the key. A server
 * with another one would start, and nothing that was sealed could be read.
 */
create table secret_key_mark (
  is_only boolean primary key default true check (is_only),
  mark bytea not null,
  marked_at timestamptz not null default app_now()
);
grant select, insert, update on secret_key_mark to toguchi_app;
