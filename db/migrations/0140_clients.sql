-- beside v0.1.0: triggers keep what it does not know of, and functions answer the same from it
/*
 * How many buildings, rooms, users and residents a client has: what came or went, a row each time, and now and then a sum in the place of
 * many (`sum_client_counts`). Nobody waits for anybody, as all who write in a client would for one row of it, and the sum of the rows is
 * what there is at every moment (decision 111).
 */
create table client_count_changes (
  client_id bigint not null references clients,
  id uuid not null default gen_random_uuid(),
  buildings_count integer not null default 0,
  -- Of constructions that are not deleted.
  rooms_count integer not null default 0,
  users_count integer not null default 0,
  craftsmen_count integer not null default 0,
  residents_count integer not null default 0,
  is_sum boolean not null default false,
  primary key (client_id, id)
);
create index client_count_changes_single_idx on client_count_changes (client_id) where not is_sum;
select protect_tenant_table('client_count_changes');
-- Derived by triggers, and by nothing else.
revoke insert, update, delete on client_count_changes from toguchi_app;

/* As before (0111), and what the list of clients counts of it; held, so that a construction that is deleted meanwhile is counted by one of the two. */
create or replace function count_rooms() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
  perform list_counted_rooms(room.client_id, room.construction_id);
  return null;
end
$$;

create function list_counted_rooms(given_client_id bigint, given_construction_id bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_listed boolean := exists (select from constructions c
    where c.client_id = given_client_id and c.id = given_construction_id and c.discarded_at is null);
begin
  update construction_counts cn set listed_room_count = case when is_listed then cn.room_count else 0 end
    where cn.client_id = given_client_id and cn.construction_id = given_construction_id
      and cn.listed_room_count <> case when is_listed then cn.room_count else 0 end;
end
$$;
revoke all on function list_counted_rooms(bigint, bigint) from public;

/* A construction is deleted, or comes back: at the end of the transaction, behind the same row as a room that comes or goes. */
create function count_rooms_of_listed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into construction_counts (client_id, construction_id)
    select c.client_id, c.id from constructions c where c.client_id = new.client_id and c.id = new.id on conflict do nothing;
  perform from construction_counts cn where cn.client_id = new.client_id and cn.construction_id = new.id for update;
  perform list_counted_rooms(new.client_id, new.id);
  return null;
end
$$;
revoke all on function count_rooms_of_listed() from public;
create constraint trigger constructions_count_listed after update on constructions deferrable initially deferred
  for each row when ((old.discarded_at is null) is distinct from (new.discarded_at is null)) execute function count_rooms_of_listed();

/* What a row was to the counts of its client, and what it is: of each row that changes. */
create function note_client_count() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case tg_argv[0]
    when 'rooms' then
      insert into client_count_changes (client_id, rooms_count)
        values (coalesce(new.client_id, old.client_id), coalesce(new.listed_room_count, 0) - coalesce(old.listed_room_count, 0));
    when 'users' then
      insert into client_count_changes (client_id, users_count, craftsmen_count) values (new.client_id,
        (new.discarded_at is null and new.type <> 'Craftsman')::int - (old.discarded_at is null and old.type <> 'Craftsman')::int,
        (new.discarded_at is null and new.type = 'Craftsman')::int - (old.discarded_at is null and old.type = 'Craftsman')::int);
    when 'residents' then
      insert into client_count_changes (client_id, residents_count)
        values (new.client_id, (new.discarded_at is null)::int - (old.discarded_at is null)::int);
  end case;
  return null;
end
$$;
revoke all on function note_client_count() from public;
create trigger construction_counts_note_come after insert on construction_counts for each row when (new.listed_room_count <> 0)
  execute function note_client_count('rooms');
create trigger construction_counts_note_changed after update on construction_counts for each row
  when (old.listed_room_count <> new.listed_room_count) execute function note_client_count('rooms');
create trigger construction_counts_note_gone after delete on construction_counts for each row when (old.listed_room_count <> 0)
  execute function note_client_count('rooms');
create trigger users_note_changed after update on users for each row
  when ((old.discarded_at is null) is distinct from (new.discarded_at is null) or (old.type = 'Craftsman') is distinct from (new.type = 'Craftsman'))
  execute function note_client_count('users');
create trigger residents_note_changed after update on residents for each row
  when ((old.discarded_at is null) is distinct from (new.discarded_at is null)) execute function note_client_count('residents');

/* The same of rows that come and go, which may be ten thousand of one statement: a row for all of them. */
create function note_client_counts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
  counted record;
begin
  case tg_argv[0]
    when 'buildings' then
      for counted in select touched.client_id, count(*) as buildings from touched group by touched.client_id loop
        insert into client_count_changes (client_id, buildings_count) values (counted.client_id, sign * counted.buildings);
      end loop;
    when 'users' then
      for counted in select touched.client_id, count(*) filter (where touched.type <> 'Craftsman') as staff,
          count(*) filter (where touched.type = 'Craftsman') as craftsmen
        from touched where touched.discarded_at is null group by touched.client_id loop
        insert into client_count_changes (client_id, users_count, craftsmen_count)
          values (counted.client_id, sign * counted.staff, sign * counted.craftsmen);
      end loop;
    when 'residents' then
      for counted in select touched.client_id, count(*) as residents from touched where touched.discarded_at is null group by touched.client_id loop
        insert into client_count_changes (client_id, residents_count) values (counted.client_id, sign * counted.residents);
      end loop;
  end case;
  return null;
end
$$;
revoke all on function note_client_counts() from public;
create trigger buildings_note_come after insert on buildings referencing new table as touched for each statement execute function note_client_counts('buildings');
create trigger buildings_note_gone after delete on buildings referencing old table as touched for each statement execute function note_client_counts('buildings');
create trigger users_note_come after insert on users referencing new table as touched for each statement execute function note_client_counts('users');
create trigger users_note_gone after delete on users referencing old table as touched for each statement execute function note_client_counts('users');
create trigger residents_note_come after insert on residents referencing new table as touched for each statement execute function note_client_counts('residents');
create trigger residents_note_gone after delete on residents referencing old table as touched for each statement execute function note_client_counts('residents');

/*
 * Puts a sum in the place of what was noted one by one. Two that do it at once take each row once: whoever comes second waits for the rows
 * that the first one took and finds them gone. Called on the client's node (decision 101).
 */
create function sum_client_counts(given_client_id bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  total record;
begin
  if given_client_id is distinct from nullif(current_setting('app.client_id', true), '')::bigint then
    raise exception 'client % is another one', given_client_id;
  end if;
  with gone as (
    delete from client_count_changes ccc where ccc.client_id = given_client_id
    returning ccc.buildings_count, ccc.rooms_count, ccc.users_count, ccc.craftsmen_count, ccc.residents_count)
  select coalesce(sum(gone.buildings_count), 0) as buildings, coalesce(sum(gone.rooms_count), 0) as rooms, coalesce(sum(gone.users_count), 0) as users,
    coalesce(sum(gone.craftsmen_count), 0) as craftsmen, coalesce(sum(gone.residents_count), 0) as residents into total from gone;
  if total.buildings <> 0 or total.rooms <> 0 or total.users <> 0 or total.craftsmen <> 0 or total.residents <> 0 then
    insert into client_count_changes (client_id, buildings_count, rooms_count, users_count, craftsmen_count, residents_count, is_sum)
      values (given_client_id, total.buildings, total.rooms, total.users, total.craftsmen, total.residents, true);
  end if;
end
$$;
revoke all on function sum_client_counts(bigint) from public;
grant execute on function sum_client_counts(bigint) to toguchi_app;

/*
 * What there was before the triggers: what there is in a snapshot and was not noted in it. Done twice it adds nothing. Never more than one row
 * is held at a time, so nobody waits, nor this for them and they for this; a commit waits for no disk, for what is lost is done again. Called
 * once (0142).
 */
create procedure note_counts_from_before() language plpgsql as $$
declare
  client record;
  construction record;
begin
  perform set_config('synchronous_commit', 'off', false);
  for client in select cl.id from clients cl order by cl.id loop
    -- Its own trigger notes the difference. First held, so that a construction that is deleted meanwhile is counted by one of the two.
    for construction in select cn.construction_id as id from construction_counts cn
      where cn.client_id = client.id and cn.room_count > 0 and cn.listed_room_count = 0 order by cn.construction_id loop
      perform from construction_counts cn where cn.client_id = client.id and cn.construction_id = construction.id for update;
      perform list_counted_rooms(client.id, construction.id);
      commit;
    end loop;
    insert into client_count_changes (client_id, buildings_count, users_count, craftsmen_count, residents_count, is_sum)
      select client.id, there.buildings - noted.buildings, there.users - noted.users, there.craftsmen - noted.craftsmen,
        there.residents - noted.residents, true
      from (select (select count(*) from buildings b where b.client_id = client.id) as buildings,
          (select count(*) from users u where u.client_id = client.id and u.discarded_at is null and u.type <> 'Craftsman') as users,
          (select count(*) from users u where u.client_id = client.id and u.discarded_at is null and u.type = 'Craftsman') as craftsmen,
          (select count(*) from residents res where res.client_id = client.id and res.discarded_at is null) as residents) there
      cross join (select coalesce(sum(ccc.buildings_count), 0) as buildings, coalesce(sum(ccc.users_count), 0) as users,
          coalesce(sum(ccc.craftsmen_count), 0) as craftsmen, coalesce(sum(ccc.residents_count), 0) as residents
        from client_count_changes ccc where ccc.client_id = client.id) noted
      where (there.buildings, there.users, there.craftsmen, there.residents)
        is distinct from (noted.buildings, noted.users, noted.craftsmen, noted.residents);
    commit;
  end loop;
  perform set_config('synchronous_commit', reset_val, false) from pg_settings where name = 'synchronous_commit';
end
$$;
revoke all on procedure note_counts_from_before() from public;

/*
 * As before (0062): orders and what was summed of them go together, and counts when there is nothing left that was counted. Until then they
 * are kept by the same triggers as ever.
 */
create or replace function erasable_condition(erased_table text, keeps_accounting boolean, keeps_records boolean) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when keeps_accounting and erased_table = any('{orders,order_details,payments,payment_notifications,refunds,ledger_entries,receipts,sale_settings}')
      or keeps_records and erased_table = any('{completion_book_editions,completion_book_volumes,support_versions,support_version_reception_types}')
      then 'false'
    else concat_ws(' and ', 't.client_id = $1',
      -- The erasing itself leaves a trace.
      case when erased_table = 'events' then 't.kind not like ''clients.%''' end,
      case when erased_table = 'client_count_changes' then 'not exists (select from buildings x where x.client_id = $1)'
        ' and not exists (select from rooms x where x.client_id = $1) and not exists (select from residents x where x.client_id = $1)'
        ' and not exists (select from users x where x.client_id = $1 and x.discarded_at is null)' end,
      case when erased_table = 'order_sums' then 'not exists (select from orders x where x.client_id = $1 and x.id = t.order_id)' end,
      case when erased_table = 'order_month_changes' then 'not exists (select from orders x where x.client_id = $1)' end,
      case when erased_table = 'documents' and keeps_records then '(t.record_kind is null or t.discarded_at is not null)' end,
      -- Who wrote a record is part of it.
      case when erased_table = 'users' then 'not exists (select from support_versions x where x.client_id = $1 and x.written_by_kind = ''user'' and x.written_by_id = t.id)' end,
      (select string_agg(format('not exists (select from %I x where x.client_id = $1 and %s)', child.relname, (
          select string_agg(format('x.%I = t.%I', own.attname, theirs.attname), ' and ')
          from unnest(f.conkey, f.confkey) pair (own_number, their_number)
          join pg_attribute own on own.attrelid = f.conrelid and own.attnum = pair.own_number
          join pg_attribute theirs on theirs.attrelid = f.confrelid and theirs.attnum = pair.their_number)), ' and ')
        from pg_constraint f join pg_class child on child.oid = f.conrelid
        where f.contype = 'f' and f.confrelid = to_regclass(quote_ident(erased_table))
          and exists (select from pg_attribute a where a.attrelid = f.conrelid and a.attname = 'client_id' and not a.attisdropped)))
    end
$$;
