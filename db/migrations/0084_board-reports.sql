-- 理事会報告書 (decision 063): where the report of a construction goes, what the board is asked for in a week, and the links that were sent.
alter table constructions add column board_addresses text[] not null default '{}' check (cardinality(board_addresses) <= 10);

create table board_reports (
  client_id bigint not null,
  construction_id bigint not null,
  -- The Monday of the week.
  week_on date not null check (extract(isodow from week_on) = 1),
  -- 理事会へのお願い, as it was written; it may name people.
  requests text not null check (char_length(requests) <= 400),
  primary key (client_id, construction_id, week_on),
  foreign key (client_id, construction_id) references constructions on delete cascade
);
select protect_tenant_table('board_reports');

/* A report that was sent: whoever has the address reads it for thirty days. Of the token only its hash is kept. */
create table board_report_links (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
  week_on date not null,
  file_id bigint not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- Gone with the link: they are private people's.
  recipients text[] not null,
  created_at timestamptz not null,
  created_by_kind text not null,
  created_by_id bigint not null,
  expires_at timestamptz not null,
  withdrawn_at timestamptz,
  opened integer not null default 0 check (opened >= 0),
  last_opened_at timestamptz,
  primary key (client_id, id),
  constraint board_report_links_token_key unique (client_id, token_hash),
  foreign key (client_id, construction_id) references constructions on delete cascade,
  foreign key (client_id, file_id) references files,
  constraint board_report_links_lifetime check (expires_at > created_at and expires_at <= created_at + interval '31 days')
);
create index board_report_links_construction_idx on board_report_links (client_id, construction_id, id);
create index board_report_links_file_idx on board_report_links (client_id, file_id);
select protect_tenant_table('board_report_links');

/* As before (0069), the addresses of the board with them. */
create or replace function detach_client_rows(client bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
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
    login_id = 'erased-' || id, contractor_id = case type when 'Craftsman' then contractor_id end, department_id = null,
    discarded_at = coalesce(discarded_at, now()) where client_id = client;
end $$;

/* 届出・連絡 (decision 063): what authorities and the security company are told of a construction, and by when. */
create table filings (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
  kind text not null check (kind in ('start_notice', 'installation_notice', 'signal_stop', 'other')),
  title text not null check (title <> '' and char_length(title) <= 100),
  -- The day by which it is done; of what lasts, its first day, and `until_on` its last one.
  due_on date not null,
  until_on date,
  done_on date,
  note text check (char_length(note) <= 500),
  primary key (client_id, id),
  foreign key (client_id, construction_id) references constructions on delete cascade,
  constraint filings_order check (until_on >= due_on)
);
create index filings_construction_idx on filings (client_id, construction_id);
create index filings_open_idx on filings (client_id, due_on) where done_on is null;
select protect_tenant_table('filings');
