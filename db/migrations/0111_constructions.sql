/*
 * How many rooms of a construction are in which state, counted when they change and not when they are asked for: a list by status reads a
 * row a construction instead of all rooms of the client (decision 089). A construction without a row has no rooms.
 */
create table construction_counts (
  client_id bigint not null,
  construction_id bigint not null,
  room_count integer not null default 0,
  completed_count integer not null default 0,
  rescheduled_count integer not null default 0,
  closed_count integer not null default 0,
  completed_and_closed_count integer not null default 0,
  reschedule_count integer not null default 0,
  waiting_count integer not null default 0,
  -- Which transaction counted last: of three hundred rooms that change in one, the first counts for all.
  counted_by xid8,
  primary key (client_id, construction_id),
  foreign key (client_id, construction_id) references constructions (client_id, id) on delete cascade
);
select protect_tenant_table('construction_counts');
-- Derived from rooms by a trigger, and by nothing else.
revoke insert, update, delete on construction_counts from toguchi_app;

-- Nothing is written between this count and the trigger below.
lock table rooms in share row exclusive mode;
insert into construction_counts
  select r.client_id, r.construction_id, count(*), count(*) filter (where r.status = 'completed'), count(*) filter (where r.status = 'reschedule'),
    count(*) filter (where r.closed_at is not null), count(*) filter (where r.status = 'completed' and r.closed_at is not null),
    count(*) filter (where r.status = 'reschedule' and r.closed_at is null), count(*) filter (where r.status = 'waiting' and r.closed_at is null)
  from rooms r group by r.client_id, r.construction_id;

/*
 * At the end of the transaction, when all its rooms stand as they will: the row is held for the moment of the commit alone, so that two
 * people at two doors of a building neither wait for each other nor lock each other out. Held before it is counted, so that of two
 * transactions that end at once the second sees the rooms of the first.
 */
create function count_rooms() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  room rooms := coalesce(new, old);
begin
  if exists (select from construction_counts cn where cn.client_id = room.client_id and cn.construction_id = room.construction_id
      and cn.counted_by = pg_current_xact_id()) then
    return null;
  end if;
  -- A construction that is going takes its row with it.
  insert into construction_counts (client_id, construction_id)
    select c.client_id, c.id from constructions c where c.client_id = room.client_id and c.id = room.construction_id and tg_op <> 'DELETE'
    on conflict do nothing;
  perform from construction_counts cn where cn.client_id = room.client_id and cn.construction_id = room.construction_id for update;
  update construction_counts cn set (room_count, completed_count, rescheduled_count, closed_count, completed_and_closed_count, reschedule_count,
      waiting_count) = (
    select count(*), count(*) filter (where r.status = 'completed'), count(*) filter (where r.status = 'reschedule'),
      count(*) filter (where r.closed_at is not null), count(*) filter (where r.status = 'completed' and r.closed_at is not null),
      count(*) filter (where r.status = 'reschedule' and r.closed_at is null), count(*) filter (where r.status = 'waiting' and r.closed_at is null)
    from rooms r where r.client_id = room.client_id and r.construction_id = room.construction_id), counted_by = pg_current_xact_id()
    where cn.client_id = room.client_id and cn.construction_id = room.construction_id;
  return null;
end
$$;
revoke all on function count_rooms() from public;

create constraint trigger rooms_count_come_and_gone after insert or delete on rooms deferrable initially deferred
  for each row execute function count_rooms();
create constraint trigger rooms_count_changed after update on rooms deferrable initially deferred
  for each row when (old.status is distinct from new.status or (old.closed_at is null) is distinct from (new.closed_at is null))
  execute function count_rooms();

/* As before (0059), from the counts. */
create or replace function construction_facts() returns table (client_id bigint, room_count integer, completed_count integer, closed_count integer,
  completed_and_closed_count integer, reschedule_count integer, waiting_count integer, assigned_count integer, first_assign_on date,
  privately_area_end_on date)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.client_id, coalesce(cn.room_count, 0), coalesce(cn.completed_count, 0), coalesce(cn.closed_count, 0),
    coalesce(cn.completed_and_closed_count, 0), coalesce(cn.reschedule_count, 0), coalesce(cn.waiting_count, 0),
    case when frames.first_on is null then 0 else 1 end, frames.first_on, c.privately_area_end_on
  from clients cl
  join constructions c on c.client_id = cl.id and c.discarded_at is null
  left join construction_counts cn on cn.client_id = c.client_id and cn.construction_id = c.id
  -- Asked for only where nothing has been done yet: everything else is said by the rooms.
  left join lateral (select min(a.date) as first_on from assigns a where a.client_id = c.client_id and a.construction_id = c.id
    and coalesce(cn.completed_count, 0) + coalesce(cn.reschedule_count, 0) = 0) frames on true
  where cl.status = 'contracted' and cl.discarded_at is null
$$;
