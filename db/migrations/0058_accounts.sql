-- Admins keep the accounts of admins and operators: an address that somebody else asks for waits for its owner, as those of users do
-- (decisions 025 and 044; see 0032).
alter table admins
  add column email_needs_consent boolean not null default false,
  add column email_changes_at timestamptz,
  add constraint admins_waiting_email check (unconfirmed_email is not null or (not email_needs_consent and email_changes_at is null)),
  add constraint admins_resting_email check (email_changes_at is null or email_needs_consent);
alter table operators
  add column email_needs_consent boolean not null default false,
  add column email_changes_at timestamptz,
  add constraint operators_waiting_email check (unconfirmed_email is not null or (not email_needs_consent and email_changes_at is null)),
  add constraint operators_resting_email check (email_changes_at is null or email_needs_consent);
