-- beside v0.1.0: triggers note what it does not know of, and the sum keeps that as well
/* As before (0140), and files with their bytes: of each statement by which rows come or go. */
create or replace function note_client_counts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
    when 'files' then
      for counted in select touched.client_id, count(*) as files, sum(touched.byte_size)::bigint as byte_size from touched group by touched.client_id loop
        insert into client_count_changes (client_id, files_count, files_byte_size)
          values (counted.client_id, sign * counted.files, sign * counted.byte_size);
      end loop;
  end case;
  return null;
end
$$;
create trigger files_note_come after insert on files referencing new table as touched for each statement execute function note_client_counts('files');
create trigger files_note_gone after delete on files referencing old table as touched for each statement execute function note_client_counts('files');

/* As before (0140), files with their bytes too. */
create or replace function sum_client_counts(given_client_id bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  total record;
begin
  if given_client_id is distinct from nullif(current_setting('app.client_id', true), '')::bigint then
    raise exception 'client % is another one', given_client_id;
  end if;
  with gone as (
    delete from client_count_changes ccc where ccc.client_id = given_client_id
    returning ccc.buildings_count, ccc.rooms_count, ccc.users_count, ccc.craftsmen_count, ccc.residents_count, ccc.files_count, ccc.files_byte_size)
  select coalesce(sum(gone.buildings_count), 0) as buildings, coalesce(sum(gone.rooms_count), 0) as rooms, coalesce(sum(gone.users_count), 0) as users,
    coalesce(sum(gone.craftsmen_count), 0) as craftsmen, coalesce(sum(gone.residents_count), 0) as residents, coalesce(sum(gone.files_count), 0) as files,
    coalesce(sum(gone.files_byte_size), 0) as byte_size into total from gone;
  if total.buildings <> 0 or total.rooms <> 0 or total.users <> 0 or total.craftsmen <> 0 or total.residents <> 0 or total.files <> 0
    or total.byte_size <> 0 then
    insert into client_count_changes (client_id, buildings_count, rooms_count, users_count, craftsmen_count, residents_count, files_count,
        files_byte_size, is_sum)
      values (given_client_id, total.buildings, total.rooms, total.users, total.craftsmen, total.residents, total.files, total.byte_size, true);
  end if;
end
$$;

/*
 * The files that there were before the triggers: those of a snapshot that were not noted in it. Done twice it adds nothing. It holds nobody
 * up: it reads, and adds a row a client. Called once (0150).
 */
create procedure note_files_from_before() language plpgsql as $$
declare
  client record;
  missing record;
begin
  for client in select cl.id from clients cl order by cl.id loop
    select there.files - noted.files as files, there.byte_size - noted.byte_size as byte_size into missing
      from (select count(*) as files, coalesce(sum(fi.byte_size), 0)::bigint as byte_size from files fi where fi.client_id = client.id) there
      cross join (select coalesce(sum(ccc.files_count), 0)::bigint as files, coalesce(sum(ccc.files_byte_size), 0)::bigint as byte_size
        from client_count_changes ccc where ccc.client_id = client.id) noted;
    if missing.files <> 0 or missing.byte_size <> 0 then
      insert into client_count_changes (client_id, files_count, files_byte_size, is_sum)
        values (client.id, missing.files, missing.byte_size, true);
    end if;
    commit;
  end loop;
end
$$;
revoke all on procedure note_files_from_before() from public;
