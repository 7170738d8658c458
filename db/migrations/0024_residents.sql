-- The date first (D-33): what somebody agreed to without a registration, and what a code alone opens.

alter table residents
  -- Which terms: of the box (agreed_at) and of the sentence above the code's button, for whoever makes no login.
  add column agreed_version text,
  add column consented_at timestamptz,
  add column consented_version text;

/* Sessions that the printed code alone opened in a dwelling that has a login: date and presence, and nothing else. */
create table code_sessions (
  client_id bigint not null,
  session_id bigint not null,
  resident_id bigint not null,
  primary key (client_id, session_id),
  foreign key (client_id, resident_id) references residents on delete cascade
);
create index code_sessions_resident_idx on code_sessions (client_id, resident_id);
select protect_tenant_table('code_sessions');
