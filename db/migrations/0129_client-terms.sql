-- beside v0.1.0: two functions ask and do the same, by statements that a node takes

/*
 * As before (0062). Called on the client's node (decision 101) a statement may ask for rows of that client, or for a table that every node
 * has, and not for both.
 */
create or replace function assert_client_erasing(client bigint) returns void
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  ended_at timestamptz;
begin
  select c.terminated_at into ended_at from clients c where c.id = client and c.status = 'terminated';
  if client is distinct from nullif(current_setting('app.client_id', true), '')::bigint or not exists (
    select from client_terms t where t.client_id = client and t.erasure_began_at >= ended_at) then
    raise exception 'client % is not being erased', client;
  end if;
end $$;

/* As before (0128): what a node is to say of each row names no function that says another thing tomorrow. */
create or replace function detach_client_rows(client bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  detached_at timestamptz := now();
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
    login_id = 'erased-' || id::text, contractor_id = case when type = 'Craftsman' then contractor_id end, department_id = null,
    discarded_at = coalesce(discarded_at, detached_at) where client_id = client;
end $$;
