/*
 * Since when nothing of people is left in a room (decisions 015 and 089): the nightly work of forgetting looks at rooms whose time has come,
 * and not again at every room that was ever done. What is written later has an event, which takes the mark away; what has none is found
 * when the mark is a month old.
 */
alter table rooms add column people_erased_at timestamptz;

create or replace function tell_watchers() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('construction_events', told.client_id || ':' || told.construction_id || ':' || max(told.id))
  from told
  where told.construction_id is not null
    and split_part(told.kind, '.', 1) not in ('attachment_files', 'authentication_codes', 'building_documents', 'common_area_images',
      'documents', 'handling_equipments', 'in_house_documents', 'room_images')
  group by told.client_id, told.construction_id;
  update rooms r set people_erased_at = null from told
  where r.client_id = told.client_id and r.id = told.room_id and r.people_erased_at is not null and told.kind <> 'residents.erased';
  return null;
end
$$;
