-- A distributed engine that is at work for one client takes a row of which it sees whose it is, and not what is still to be reckoned
-- (decision 101): erasing a client deletes the counts of its constructions, and their trigger notes the difference.
create or replace function note_client_count() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own_client_id bigint := coalesce(new.client_id, old.client_id);
begin
  case tg_argv[0]
    when 'rooms' then
      insert into client_count_changes (client_id, rooms_count)
        values (own_client_id, coalesce(new.listed_room_count, 0) - coalesce(old.listed_room_count, 0));
    when 'users' then
      insert into client_count_changes (client_id, users_count, craftsmen_count) values (own_client_id,
        (new.discarded_at is null and new.type <> 'Craftsman')::int - (old.discarded_at is null and old.type <> 'Craftsman')::int,
        (new.discarded_at is null and new.type = 'Craftsman')::int - (old.discarded_at is null and old.type = 'Craftsman')::int);
    when 'residents' then
      insert into client_count_changes (client_id, residents_count)
        values (own_client_id, (new.discarded_at is null)::int - (old.discarded_at is null)::int);
  end case;
  return null;
end $$;
