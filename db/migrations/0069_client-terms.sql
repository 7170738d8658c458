-- The end of a client, mended (decision 048).

-- What points to events and residents is found by an index: both are erased by the hundred thousand, each row asked for by every table that
-- points to it.
create index outbox_messages_event_idx on outbox_messages (client_id, event_id) where event_id is not null;
create index outbox_messages_resident_idx on outbox_messages (client_id, resident_id) where resident_id is not null;
create index room_answers_event_idx on room_answers (client_id, event_id);
create index ledger_entries_event_idx on ledger_entries (client_id, event_id);
create index answer_reminders_event_idx on answer_reminders (client_id, event_id);
create index orders_resident_idx on orders (client_id, resident_id) where resident_id is not null;

-- Which run of the erasing is the one at work: a newer one takes the turn, and an older one writes nothing more.
alter table client_terms add column erasure_turn integer not null default 0;
-- What is usual says `usualTerms`, and nothing else.
alter table client_terms alter column erasure_months drop default, alter column accounting_years drop default,
  alter column records_years drop default;

/* Tables that an erasing goes through, what points to a table before it; who was a client, and on which terms, stays. */
create or replace function erasable_tables() returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive erased as (
    select c.oid, c.relname::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'client_terms'),
  -- How many tables stand before one at most; those that point to each other end at twelve.
  steps as (
    select erased.oid, 0 as before from erased
    union
    select f.confrelid, steps.before + 1 from steps join pg_constraint f on f.contype = 'f' and f.conrelid = steps.oid and f.confrelid <> f.conrelid
    where steps.before < 12)
  select erased.name from erased join steps on steps.oid = erased.oid group by erased.name order by max(steps.before), erased.name
$$;

/*
 * Lets go of what the rows that law keeps have beside what law asks for: how people are reached and sign in, pictures, who was in charge,
 * and what the domain calls personal of a construction. After it these are rows that nothing points to.
 */
create or replace function detach_client_rows(client bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_client_erasing(client);
  update constructions set construction_staff_id = null, sales_staff_id = null, supplier_id = null, supplier_staff_id = null,
    electronic_signboard_contractor_id = null, contract_representative = null, contract_representative_address = null,
    emergency_phone_number = null, remarks = null, special_report_default = null, contact_phone = null where client_id = client;
  update buildings set manager = null, phone = null where client_id = client;
  update contractors set representative_name = null, address = null where client_id = client;
  update rooms set digital_sign_file_id = null where client_id = client;
  update options set pdf_file_id = null where client_id = client;
  update orders set collection_signature_file_id = null where client_id = client;
  update users set email = '', unconfirmed_email = null, email_needs_consent = false, email_changes_at = null, phone = null, password_digest = null,
    login_id = 'erased-' || id, contractor_id = case type when 'Craftsman' then contractor_id end, department_id = null,
    discarded_at = coalesce(discarded_at, now()) where client_id = client;
end $$;
