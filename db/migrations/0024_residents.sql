-- The date first (D-33): what somebody agreed to without a registration, a contact that waits for its proof, and what a code alone opens.

alter table residents
  -- Which terms: of the box (agreed_at) and of the sentence above the code's button, for whoever makes no login.
  add column agreed_version text,
  add column consented_at timestamptz,
  add column consented_version text,
  -- Typed by the resident and not proven yet: nothing but the confirmation code goes there.
  add column email_unproven boolean not null default false,
  add column phone_unproven boolean not null default false;
alter table residents
  -- Where messages go; null while it is not proven.
  add column mail_to text generated always as (case when email_unproven then null else email end) stored,
  add column sms_to text generated always as (case when phone_unproven then null else phone end) stored;

alter table contact_confirmations
  -- Asked for by a resident who is signed in; null: by whoever has the printed code in hand.
  add column resident_id bigint;

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
