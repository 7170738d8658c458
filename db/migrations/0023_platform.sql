-- Messages tell the truth (D-35): what they are about and whom they concern, who took them, and what became of them.

alter table outbox_messages
  -- One of `messageKinds` (domain/src/messages/kinds.ts); other: written before messages had kinds.
  add column kind text not null default 'other',
  -- Somebody waits for it before a screen: it leaves before all others, on connections kept free for it.
  add column urgent boolean not null default false,
  add column construction_id bigint,
  -- The resident it speaks to; null: our own people and contractors.
  add column resident_id bigint,
  -- It tells where its room stands, and is taken back once that is elsewhere.
  add column tells_place boolean not null default false,
  -- Taken back while it was on its way: if this try fails, there is no other.
  add column is_last_try boolean not null default false,
  add column carrier text,
  -- Tries before it was sent again by hand: they count no more.
  add column earlier_attempts integer not null default 0,
  -- What the carrier calls it.
  add column carrier_message_id text,
  add column delivered_at timestamptz,
  add column failed_at timestamptz,
  -- What the carrier said last: SMTP's reply and status, Twilio's error code, or a code of ours (domain/src/messages/failure-reasons.ts).
  add column failure_code text,
  -- Given up, and told on paper instead.
  add column on_paper_at timestamptz,
  -- Due by the clock of the application (D-18).
  alter column next_attempt_at set default app_now();

-- Until now a room was named only by what told its place.
update outbox_messages set tells_place = true where room_id is not null;
update outbox_messages m set construction_id = e.construction_id, room_id = coalesce(m.room_id, e.room_id)
  from events e where e.client_id = m.client_id and e.id = m.event_id;
update outbox_messages set failed_at = next_attempt_at where state = 'failed';

-- Sending: a process has it until next_attempt_at; then it is anybody's again, for that process is gone.
alter table outbox_messages drop constraint outbox_messages_state_check;
alter table outbox_messages add constraint outbox_messages_state_check
  check (state in ('waiting', 'sending', 'sent', 'failed', 'recalled'));
alter table outbox_messages drop constraint outbox_messages_sent_at;
alter table outbox_messages add constraint outbox_messages_sent_at check (state <> 'sent' or sent_at is not null);
alter table outbox_messages add constraint outbox_messages_failed_at check ((state = 'failed') = (failed_at is not null));
alter table outbox_messages add constraint outbox_messages_on_paper check (on_paper_at is null or state = 'failed');

drop index outbox_messages_waiting_idx;
create index outbox_messages_due_idx on outbox_messages (client_id, transport, urgent, next_attempt_at) where state in ('waiting', 'sending');
drop index outbox_messages_room_idx;
create index outbox_messages_room_idx on outbox_messages (client_id, room_id) where state in ('waiting', 'sending') and tells_place;
create index outbox_messages_construction_idx on outbox_messages (client_id, construction_id, id) where construction_id is not null;
-- Rooms whose reminders do not arrive.
create index outbox_messages_paper_idx on outbox_messages (client_id, room_id) where on_paper_at is not null;
-- Who wrote to a number last, when it answers.
create index outbox_messages_number_idx on outbox_messages (client_id, (recipients[1]), id) where transport = 'sms';

alter table platform_messages
  add column kind text not null default 'other',
  add column urgent boolean not null default false,
  add column carrier text,
  add column failed_at timestamptz,
  add column failure_code text,
  alter column next_attempt_at set default app_now();
update platform_messages set failed_at = next_attempt_at where state = 'failed';
alter table platform_messages drop constraint platform_messages_state_check;
alter table platform_messages add constraint platform_messages_state_check check (state in ('waiting', 'sending', 'sent', 'failed'));
alter table platform_messages drop constraint platform_messages_sent_at;
alter table platform_messages add constraint platform_messages_sent_at check (state <> 'sent' or sent_at is not null);
alter table platform_messages add constraint platform_messages_failed_at check ((state = 'failed') = (failed_at is not null));
drop index platform_messages_waiting_idx;
create index platform_messages_due_idx on platform_messages (urgent, next_attempt_at) where state in ('waiting', 'sending');

/* Numbers that answered 停止: no short message of this client goes there until they answer 再開. */
create table sms_opt_outs (
  client_id bigint not null references clients,
  phone text not null,
  opted_out_at timestamptz not null default app_now(),
  primary key (client_id, phone)
);
select protect_tenant_table('sms_opt_outs');

/*
 * The sender works for all clients: it may see how many messages of whom are due, by way and haste, nothing else. What it takes of a
 * client it takes inside that client. Client null: the platform's own.
 */
drop function waiting_messages(timestamptz, integer);
create function due_messages(moment timestamptz)
returns table (client_id bigint, transport text, urgent boolean, due integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.client_id, m.transport, m.urgent, count(*)::int from outbox_messages m
  where m.state in ('waiting', 'sending') and m.next_attempt_at <= moment
  group by m.client_id, m.transport, m.urgent
  union all
  select null, 'mail', p.urgent, count(*)::int from platform_messages p
  where p.state in ('waiting', 'sending') and p.next_attempt_at <= moment
  group by p.urgent
$$;
revoke all on function due_messages from public;
grant execute on function due_messages to toguchi_app;

/* Whose short message a number answers: of each client that wrote to it the newest one, the newest client first. */
create function writers_to_number(number text)
returns table (client_id bigint, message_id bigint, sent_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select newest.client_id, newest.id, newest.sent_at from clients c
  join lateral (
    select m.client_id, m.id, coalesce(m.sent_at, m.created_at) as sent_at from outbox_messages m
    where m.client_id = c.id and m.recipients[1] = number and m.transport = 'sms' and m.state in ('sending', 'sent', 'failed')
    order by m.id desc limit 1) newest on true
  order by newest.sent_at desc
$$;
revoke all on function writers_to_number from public;
grant execute on function writers_to_number to toguchi_app;

-- Whoever chose 「メール・携帯電話を使わない」 is told on paper, whatever numbers the office knows; null: has not.
alter table residents add column no_messages_since timestamptz;

-- Codes, links and first passwords that left long ago open nothing any more, and are nobody's to read (security.md M8).
update outbox_messages set body = '' where state in ('sent', 'failed') and body ~ '(token=|確認コード|初期パスワード)';
update platform_messages set body = '' where state in ('sent', 'failed') and body ~ 'token=';
