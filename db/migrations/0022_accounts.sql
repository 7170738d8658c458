-- What ends with an account's password, address or login id, and what of it waits to be proven (decision 020).

/* A first password travels by mail, and mails stay lying about: it is good for a while only. */
alter table users add first_password_expires_at timestamptz;
update users set first_password_expires_at = now() + interval '14 days' where password_change_required;
alter table users add constraint users_first_password check (first_password_expires_at is null or password_change_required);

/*
 * `email` is an address that was proven, or that the office wrote down for somebody: everything is sent there. What the residents type
 * themselves waits in `unproven_email`, and nothing but the confirmation code goes there (D-33). A telephone number is called by the
 * office at once; short messages go to it once it was proven.
 */
alter table residents
  add unproven_email text,
  add phone_unproven boolean not null default false,
  add office_changed_contact_at timestamptz,
  add constraint residents_unproven_email check (unproven_email is distinct from email or email is null);

/* Set when somebody who has an account proves a contact of it; without, the code opens the account of the room. */
alter table contact_confirmations
  add resident_id bigint,
  add foreign key (client_id, resident_id) references residents (client_id, id) on delete cascade;
create index contact_confirmations_resident_idx on contact_confirmations (client_id, resident_id) where resident_id is not null;

/* Wrong codes are counted by room and network, in attempt_counters: who does not know a code pauses nobody who does (M3). */
alter table authentication_codes drop column wrong_tries, drop column pauses, drop column locked_until;

create index one_time_tokens_expires_idx on one_time_tokens (expires_at);
