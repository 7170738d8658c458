/*
 * Photos that lay on a phone when the account, or the right to a construction, ended (decision 087): a ticket that the phone got while it was
 * signed in hands them in, once, and opens nothing else.
 */
create table hand_in_tickets (
  client_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null default app_now(),
  -- When its owner's session was last seen.
  renewed_at timestamptz not null default app_now(),
  -- When the phone said that nothing is left.
  used_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade,
  constraint hand_in_tickets_token_key unique (client_id, token_hash)
);
create index hand_in_tickets_user_idx on hand_in_tickets (client_id, user_id);
create index hand_in_tickets_renewed_idx on hand_in_tickets (client_id, renewed_at);
select protect_tenant_table('hand_in_tickets');

/* The constructions that its owner reached while it was given or renewed: nothing else is open to it. */
create table hand_in_places (
  client_id bigint not null,
  ticket_id bigint not null,
  construction_id bigint not null,
  reached_at timestamptz not null default app_now(),
  primary key (client_id, ticket_id, construction_id),
  foreign key (client_id, ticket_id) references hand_in_tickets (client_id, id) on delete cascade,
  foreign key (client_id, construction_id) references constructions (client_id, id) on delete cascade
);
create index hand_in_places_construction_idx on hand_in_places (client_id, construction_id);
select protect_tenant_table('hand_in_places');
