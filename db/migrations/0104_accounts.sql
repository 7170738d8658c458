/*
 * Craftsmen are reached by a mobile number or an address, and come in by a one-time link (decision 084). Everybody else has an address.
 */
alter table users alter column email drop not null;
alter table users
  add constraint users_email_check check (email is not null or type = 'Craftsman'),
  add constraint users_contact_check check (email is not null or phone is not null),
  -- What its owner proved to read, as a link to sign in goes nowhere else: digits, and an address in lower case.
  add column proven_phone text,
  add column proven_email text,
  -- How the newest invitation went, and when.
  add column invited_by text constraint users_invited_by_check check (invited_by in ('sms', 'mail')),
  add column invited_at timestamptz,
  add constraint users_invitation check ((invited_by is null) = (invited_at is null)),
  add constraint users_proven_contact check (type = 'Craftsman' or (proven_phone is null and proven_email is null));

-- The address of an opened account was answered, or its first password was read there (decisions 020 and 025).
update users set proven_email = lower(email)
  where type = 'Craftsman' and discarded_at is null
    and (last_sign_in_at is not null or (password_digest is not null and not password_change_required));
update users set invited_by = 'mail', invited_at = created_at where type = 'Craftsman' and discarded_at is null;

create index users_proven_phone_idx on users (client_id, proven_phone) where proven_phone is not null;
create index users_proven_email_idx on users (client_id, proven_email) where proven_email is not null;

alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check
  (purpose in ('password', 'email', 'email_consent', 'auto_login', 'second_factor', 'invitation', 'sign_in'));
alter table one_time_tokens drop constraint one_time_tokens_ended_as_check;
alter table one_time_tokens add constraint one_time_tokens_ended_as_check check (ended_as in ('superseded', 'withdrawn', 'opened'));
-- Where a craftsman's link went: whoever opens it has proven to read that.
alter table one_time_tokens
  add column sent_by text constraint one_time_tokens_sent_by_check check (sent_by in ('sms', 'mail')),
  add column sent_to text,
  add constraint one_time_tokens_sent check ((sent_by is null) = (sent_to is null) and (sent_to is not null or purpose not in ('invitation', 'sign_in')));

-- Six digits prove a contact of one account, too.
delete from join_requests;
alter table join_requests add column proves_only boolean not null default false, add column sent_to text not null;

/* Whose contact it is that somebody types to be sent a link: craftsmen of contracted companies, asked for before any client is known. */
create function craftsmen_of_contact(contact text) returns table (client_id bigint, user_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, u.id from clients cl
  cross join lateral (
    select by_phone.* from users by_phone where by_phone.client_id = cl.id and by_phone.proven_phone = contact
    union
    select by_email.* from users by_email where by_email.client_id = cl.id and by_email.proven_email = contact) u
  where cl.status = 'contracted' and cl.discarded_at is null and u.type = 'Craftsman' and u.discarded_at is null
  order by u.last_sign_in_at desc nulls last, u.client_id, u.id
$$;
revoke all on function craftsmen_of_contact(text) from public;
grant execute on function craftsmen_of_contact(text) to toguchi_app;
