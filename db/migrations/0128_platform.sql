-- beside v0.1.0: two triggers do what one did, watchers hear the same and the mark of a room goes in the same statement; the functions are new
/*
 * For an engine that keeps the rows of a client on a node of their own (decision 101): there a trigger may touch rows of its client, which lie
 * beside it, but nobody hears what it says. So the two are apart; what watchers hear is now said by the program as well, and the trigger
 * goes with the release after that one.
 */
create or replace function tell_watchers() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('construction_events', told.client_id || ':' || told.construction_id || ':' || max(told.id))
  from told
  where told.construction_id is not null
    and split_part(told.kind, '.', 1) not in ('attachment_files', 'authentication_codes', 'building_documents', 'common_area_images',
      'documents', 'handling_equipments', 'in_house_documents', 'room_images')
  group by told.client_id, told.construction_id;
  return null;
end
$$;

create function unmark_rooms() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  touched record;
begin
  for touched in
    select told.client_id, array_agg(distinct told.room_id) as room_ids from told
    where told.room_id is not null and told.kind <> 'residents.erased' group by told.client_id
  loop
    update rooms r set people_erased_at = null
    where r.client_id = touched.client_id and r.id = any(touched.room_ids) and r.people_erased_at is not null;
  end loop;
  return null;
end
$$;
create trigger events_unmark_rooms after insert on events referencing new table as told for each statement execute function unmark_rooms();

/*
 * Constraints of a client's rows that are judged at the end of the transaction, or now. SET CONSTRAINTS, said where those rows lie: a
 * constraint of a part of a table has a number after its name there.
 */
create function judge_constraints(given_client_id bigint, given_names text[], given_time text) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  execute (
    select format('set constraints %s %s', string_agg(distinct quote_ident(k.conname), ', '),
      case given_time when 'at the end' then 'deferred' else 'immediate' end)
    from unnest(given_names) as given (name)
    join pg_constraint k on k.conname >= given.name::name and k.conname <= (given.name || '_99999999')::name
      and k.connamespace = 'public'::regnamespace
    where k.conname = given.name or k.conname ~ (given.name || '_[0-9]+$'));
end
$$;
