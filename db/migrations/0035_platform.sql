-- Messages point at rows of their own client, and a look at what is due costs the same however much waits (decision 026).

update outbox_messages m set construction_id = null where construction_id is not null
  and not exists (select from constructions n where n.client_id = m.client_id and n.id = m.construction_id);
update outbox_messages m set resident_id = null where resident_id is not null
  and not exists (select from residents p where p.client_id = m.client_id and p.id = m.resident_id);
update message_replies y set construction_id = null where construction_id is not null
  and not exists (select from constructions n where n.client_id = y.client_id and n.id = y.construction_id);
-- Constructions are hidden and residents erased, never deleted: a room with one stays (G-ROOM-11).
alter table outbox_messages
  add foreign key (client_id, construction_id) references constructions,
  add foreign key (client_id, resident_id) references residents;
alter table message_replies add foreign key (client_id, construction_id) references constructions;

/*
 * As before (0023), but counted no further than there are ways to a carrier: of each group the oldest eight entries of the index are read,
 * and nothing of the thousands behind them.
 */
create or replace function due_messages(moment timestamptz)
returns table (client_id bigint, transport text, urgent boolean, due integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, way.transport, way.urgent, waiting.due
  from clients c
  cross join (values ('mail', true), ('sms', true), ('mail', false), ('sms', false)) way (transport, urgent)
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
