/*
 * The short address of a dwelling, /r/AB7K9Q, that its letters print for who types it (R5, decision 060): made with the first letter, the same
 * on every one. It is looked at before the client is known, where an installation has one host for all, and so kept apart over all clients.
 */
create table room_addresses (
  address text primary key check (address ~ '^[2-9A-HJ-NP-Z]{6}$'),
  client_id bigint not null references clients,
  room_id bigint not null,
  constraint room_addresses_room_key unique (client_id, room_id),
  foreign key (client_id, room_id) references rooms (client_id, id) on delete cascade
);
grant select, insert, update, delete on room_addresses to toguchi_app;
alter table room_addresses enable row level security;
create policy own_client_or_none on room_addresses using (
  coalesce(client_id = nullif(current_setting('app.client_id', true), '')::bigint, false)
  or nullif(current_setting('app.client_id', true), '') is null
);

-- Where and when keys are taken and given back, and where cash is brought to: once for the residents' pages, the letters and the crews (R6, R7).
alter table constructions
  add column key_place text check (char_length(key_place) <= 100),
  add column key_hours text check (char_length(key_hours) <= 60),
  add column cash_place text check (char_length(cash_place) <= 100),
  add column cash_hours text check (char_length(cash_hours) <= 60);

-- When a cancellation was asked for: the answer is promised within three working days (R9).
alter table orders add column cancel_applied_at timestamptz;
update orders o set cancel_applied_at = coalesce(
  (select max(e.at) from events e
   where e.client_id = o.client_id and e.kind = 'orders.cancel_applied' and e.subject_type = 'orders' and e.subject_id = o.id),
  o.updated_at)
where o.status = 'cancel_application';

-- What a resident wants to know before ordering (R8).
alter table options
  add column description text check (char_length(description) <= 500),
  add column duration text check (char_length(duration) <= 30),
  add column cancellation_note text check (char_length(cancellation_note) <= 200),
  add column picture_file_id bigint,
  add foreign key (client_id, picture_file_id) references files;

-- As in 0069, and the pictures of options.
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
  update options set pdf_file_id = null, picture_file_id = null where client_id = client;
  update orders set collection_signature_file_id = null where client_id = client;
  update users set email = '', unconfirmed_email = null, email_needs_consent = false, email_changes_at = null, phone = null, password_digest = null,
    login_id = 'erased-' || id, contractor_id = case type when 'Craftsman' then contractor_id end, department_id = null,
    discarded_at = coalesce(discarded_at, now()) where client_id = client;
end $$;
