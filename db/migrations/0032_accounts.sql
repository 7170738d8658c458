-- An address that somebody else asked for is not the account's before its owner had a say (decision 025).

alter table users
  -- Somebody else asked for the waiting address: its owner agrees, or a day passes after the answer at it.
  add email_needs_consent boolean not null default false,
  -- The waiting address was answered, and becomes the account's then unless its owner refuses.
  add email_changes_at timestamptz;

/* Who asked for what waits already is not on record. */
update users set email_needs_consent = true where unconfirmed_email is not null;

alter table users
  add constraint users_waiting_email check (unconfirmed_email is not null or (not email_needs_consent and email_changes_at is null)),
  add constraint users_resting_email check (email_changes_at is null or email_needs_consent);

create index users_email_changes_idx on users (client_id, email_changes_at) where email_changes_at is not null;

/* `email_consent`: goes to the address there is, where its owner agrees to another one or refuses it. */
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('password', 'email', 'email_consent', 'auto_login', 'second_factor'));
