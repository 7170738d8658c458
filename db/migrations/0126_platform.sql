-- Messages by LINE, wherever it is said how a household is told (decision 099).
-- What names one sending to LINE, whoever tries it and however often: given at the first try, so that sent twice is once.
alter table outbox_messages add column retry_key uuid;
alter table outbox_messages drop constraint outbox_messages_transport_check;
alter table outbox_messages add constraint outbox_messages_transport_check check (transport in ('mail', 'line', 'sms', 'paper')) not valid;
alter table answer_reminders drop constraint answer_reminders_transport_check;
alter table answer_reminders add constraint answer_reminders_transport_check check (transport in ('mail', 'line', 'sms')) not valid;
alter table earlier_offers drop constraint earlier_offers_transport_check;
alter table earlier_offers add constraint earlier_offers_transport_check check (transport in ('mail', 'line', 'sms', 'paper')) not valid;
alter table room_absences drop constraint room_absences_told_by_check;
alter table room_absences add constraint room_absences_told_by_check check (told_by in ('mail', 'line', 'sms', 'paper')) not valid;

/* As before (0035), with the ways of LINE. */
create or replace function due_messages(moment timestamptz)
returns table (client_id bigint, transport text, urgent boolean, due integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, way.transport, way.urgent, waiting.due
  from clients c
  cross join (values ('mail', true), ('line', true), ('sms', true), ('mail', false), ('line', false), ('sms', false)) way (transport, urgent)
  cross join lateral (
    select count(*)::int as due from (
      select from outbox_messages m
      where m.client_id = c.id and m.transport = way.transport and m.urgent = way.urgent
        and m.state in ('waiting', 'sending') and m.next_attempt_at <= moment
      limit 8) first) waiting
  where waiting.due > 0
  union all
  select null, 'mail', way.urgent, waiting.due
  from (values (true), (false)) way (urgent)
  cross join lateral (
    select count(*)::int as due from (
      select from platform_messages p
      where p.urgent = way.urgent and p.state in ('waiting', 'sending') and p.next_attempt_at <= moment
      limit 8) first) waiting
  where waiting.due > 0
$$;
