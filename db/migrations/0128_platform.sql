-- beside v0.1.0: two triggers do what one did, watchers hear the same and the mark of a room goes in the same statement; functions answer and do the same, or are new
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

/* As before (0062), and each statement says of which client its rows are; a CASE with its comparison in it is sent on to a node as it is. */
create or replace function detach_client_rows(client bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_client_erasing(client);
  update constructions set construction_staff_id = null, sales_staff_id = null, supplier_id = null, supplier_staff_id = null,
    electronic_signboard_contractor_id = null, contract_representative = null, contract_representative_address = null,
    emergency_phone_number = null, remarks = null, special_report_default = null, contact_phone = null, board_addresses = '{}'
    where client_id = client;
  update buildings set manager = null, phone = null where client_id = client;
  update contractors set representative_name = null, address = null where client_id = client;
  update rooms set digital_sign_file_id = null where client_id = client;
  update options set pdf_file_id = null, picture_file_id = null where client_id = client;
  update orders set collection_signature_file_id = null where client_id = client;
  update users set email = '', unconfirmed_email = null, email_needs_consent = false, email_changes_at = null, phone = null, password_digest = null,
    login_id = 'erased-' || id, contractor_id = case when type = 'Craftsman' then contractor_id end, department_id = null,
    discarded_at = coalesce(discarded_at, now()) where client_id = client;
end $$;

create or replace function erase_client_rows(client bigint, erased_table text, keeps_accounting boolean, keeps_records boolean, most integer, files bigint[]) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  has_rows boolean;
  erased integer;
begin
  perform assert_client_erasing(client);
  if not exists (select from erasable_tables() e where e = erased_table) then
    raise exception '% has no rows to erase', erased_table;
  end if;
  execute format('select exists (select from %I t where t.client_id = $1)', erased_table) into has_rows using client;
  if not has_rows then
    return null;
  end if;
  execute format('delete from %1$I where client_id = $1 and ctid = any(array(select t.ctid from %1$I t where %2$s %3$s limit $2))', erased_table,
    erasable_condition(erased_table, keeps_accounting, keeps_records), case when erased_table = 'files' then 'and t.id = any($3)' end)
    using client, most, files;
  get diagnostics erased = row_count;
  return erased;
end $$;

/* The same of tables that lie with no client (sessions, logins): where the one above is called on the client's node, this one is not. */
create function erase_platform_rows(client bigint, erased_table text, keeps_accounting boolean, keeps_records boolean, most integer)
  returns integer language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return erase_client_rows(client, erased_table, keeps_accounting, keeps_records, most, '{}');
end $$;
revoke all on function erase_platform_rows(bigint, text, boolean, boolean, integer) from public;
grant execute on function erase_platform_rows(bigint, text, boolean, boolean, integer) to toguchi_app;
