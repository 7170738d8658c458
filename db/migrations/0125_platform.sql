/*
 * Which residents get their messages by LINE, by their own act (decision 099). One LINE user may live in several dwellings of a client; a
 * resident has one LINE user. The row goes with the link: there is nothing to keep of it.
 */
create table line_links (
  client_id bigint not null references clients,
  resident_id bigint not null,
  line_user_id text not null,
  linked_at timestamptz not null,
  primary key (client_id, resident_id),
  foreign key (client_id, resident_id) references residents
);
create index line_links_user_idx on line_links (client_id, line_user_id);
select protect_tenant_table('line_links');

/* What a resident's page gave them to send to the official account, once; the newest alone counts. */
create table line_link_codes (
  client_id bigint not null references clients,
  resident_id bigint not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  primary key (client_id, resident_id),
  foreign key (client_id, resident_id) references residents,
  unique (client_id, code_hash)
);
select protect_tenant_table('line_link_codes');
