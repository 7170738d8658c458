/*
 * What a page or a night's work reads of a client is found by an index, however much of the rest there is (decision 089). Each build reads
 * its table once, and writers wait so long: some ten seconds at ten million rooms.
 */
create index residents_room_idx on residents (client_id, room_id);
create index residents_email_idx on residents (client_id, email) where discarded_at is null and email is not null;

-- Rooms with something left to do, of all that were ever done.
create index rooms_open_idx on rooms (client_id, construction_id) where closed_at is null and status <> 'completed';
create index rooms_left_over_idx on rooms (client_id, id) where closed_at is null and status = 'reschedule';
create index rooms_unconfirmed_idx on rooms (client_id, construction_id)
  where construction_schedule_confirmed_at is null and status <> 'completed' and closed_at is null;

-- The newest of what dashboards tell of; the kinds are those of domain/src/dashboard/information.ts, which a test holds to this list.
create index events_told_idx on events (client_id, kind, at desc, id desc) where kind in (
  'constructions.created', 'constructions.copied', 'detail_schedule.generated', 'detail_schedule.regenerated', 'detail_schedule.completed',
  'assigns.moved', 'rooms.date_confirmed', 'rooms.closed', 'orders.placed', 'constructions.all_closed');
