/*
 * Calendars that people follow with a link (decision 067): a resident's visit, a craftsman's visits. The link's token is kept as its digest;
 * the link is its own proof, so there may be a few for the telephones of one family. They end with their account.
 */
create table calendar_feeds (
  client_id bigint not null,
  id bigint generated always as identity,
  resident_id bigint,
  user_id bigint,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null default app_now(),
  primary key (client_id, id),
  constraint calendar_feeds_token_key unique (client_id, token_hash),
  constraint calendar_feeds_owner check (num_nonnulls(resident_id, user_id) = 1),
  foreign key (client_id, resident_id) references residents (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade
);
create index calendar_feeds_resident_idx on calendar_feeds (client_id, resident_id) where resident_id is not null;
create index calendar_feeds_user_idx on calendar_feeds (client_id, user_id) where user_id is not null;
select protect_tenant_table('calendar_feeds');
