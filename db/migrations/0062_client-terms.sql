-- What was agreed with a client about its end: how long what is kept, and how far the erasing is (G-ADM-08, G-ACC-10, D-12, decision 048).
create table client_terms (
  client_id bigint primary key references clients (id),
  -- From the end of the contract to the erasing of everything that no law keeps.
  erasure_months integer not null default 6 check (erasure_months between 1 and 36),
  -- Orders and the controls of receipts (帳簿・領収書控え).
  accounting_years integer not null default 10 check (accounting_years in (7, 10)),
  -- Completion books and records of meetings (完成図・打合せ記録).
  records_years integer not null default 10 check (records_years between 10 and 30),
  -- When role 1 was told that the erasing comes; one of before the contract's end counts for nothing.
  warned_at timestamptz,
  -- From here on there is no way back.
  erasure_began_at timestamptz,
  erased_at timestamptz,
  accounting_erased_at timestamptz,
  records_erased_at timestamptz,
  updated_at timestamptz not null default now()
);
select protect_tenant_table('client_terms');

/* Rows of a table of the client of the transaction, as JSON in the order of its key, for its export: as who asks, inside its own client. */
create function client_rows(tenant_table text, hidden text[], skipped integer, most integer) returns setof jsonb
language plpgsql stable set search_path = public, pg_temp as $$
declare
  keys text;
begin
  select string_agg(quote_ident(a.attname), ', ' order by k.at) into keys
    from pg_constraint c cross join lateral unnest(c.conkey) with ordinality k (attnum, at)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    where c.conrelid = to_regclass(quote_ident(tenant_table)) and c.contype = 'p';
  return query execute format('select to_jsonb(t) - $1 from %I t where t.client_id = nullif(current_setting(''app.client_id'', true), '''')::bigint order by %s offset $2 limit $3',
    tenant_table, keys) using hidden, skipped, most;
end $$;
revoke all on function client_rows from public;
grant execute on function client_rows to toguchi_app;

/* Whether this client is the one of the transaction, its contract has ended and its erasing has begun: the wall before what follows. */
create function assert_client_erasing(client bigint) returns void
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if client is distinct from nullif(current_setting('app.client_id', true), '')::bigint or not exists (
    select from clients c join client_terms t on t.client_id = c.id
    where c.id = client and c.status = 'terminated' and t.erasure_began_at >= c.terminated_at) then
    raise exception 'client % is not being erased', client;
  end if;
end $$;
revoke all on function assert_client_erasing from public;

/* Tables with rows of clients that an erasing goes through; who was a client, and on which terms, stays. */
create function erasable_tables() returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select c.relname::text from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'client_terms' order by 1
$$;
revoke all on function erasable_tables from public;
grant execute on function erasable_tables to toguchi_app;

/*
 * Which rows of a table may go, as a condition on `t`: none of a kind that is kept, and of all others those that no row points to. What
 * kept rows point to stays with them by that, whatever tables there will be.
 */
create function erasable_condition(erased_table text, keeps_accounting boolean, keeps_records boolean) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when keeps_accounting and erased_table = any('{orders,order_details,payments,payment_notifications,refunds,ledger_entries,receipts,sale_settings}')
      or keeps_records and erased_table = any('{completion_book_editions,completion_book_volumes,support_versions,support_version_reception_types}')
      then 'false'
    else concat_ws(' and ', 't.client_id = $1',
      -- The erasing itself leaves a trace.
      case when erased_table = 'events' then 't.kind not like ''clients.%''' end,
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
revoke all on function erasable_condition from public;

/* Files of a client that is being erased which nothing points to any more: their bytes go before their rows. */
create function erasable_files(client bigint, keeps_accounting boolean, keeps_records boolean, most integer) returns table (id bigint, storage_key text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform assert_client_erasing(client);
  return query execute format('select t.id, t.storage_key from files t where %s order by t.id limit $2',
    erasable_condition('files', keeps_accounting, keeps_records)) using client, most;
end $$;
revoke all on function erasable_files from public;
grant execute on function erasable_files to toguchi_app;

/* Erases so many rows of a table of a client that is being erased, of files these; says how many, or null where it has none to begin with. */
create function erase_client_rows(client bigint, erased_table text, keeps_accounting boolean, keeps_records boolean, most integer, files bigint[])
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
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
  execute format('delete from %1$I where ctid = any(array(select t.ctid from %1$I t where %2$s %3$s limit $2))', erased_table,
    erasable_condition(erased_table, keeps_accounting, keeps_records), case when erased_table = 'files' then 'and t.id = any($3)' end)
    using client, most, files;
  get diagnostics erased = row_count;
  return erased;
end $$;
revoke all on function erase_client_rows from public;
grant execute on function erase_client_rows to toguchi_app;

/*
 * Lets go of what the rows that law keeps have beside what law asks for: how people are reached and sign in, pictures, who was in charge.
 * After it these are rows that nothing points to.
 */
create function detach_client_rows(client bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_client_erasing(client);
  update constructions set construction_staff_id = null, sales_staff_id = null, supplier_id = null, supplier_staff_id = null,
    electronic_signboard_contractor_id = null where client_id = client;
  update rooms set digital_sign_file_id = null where client_id = client;
  update options set pdf_file_id = null where client_id = client;
  update orders set collection_signature_file_id = null where client_id = client;
  update users set email = '', unconfirmed_email = null, email_needs_consent = false, email_changes_at = null, phone = null, password_digest = null,
    login_id = 'erased-' || id, contractor_id = case type when 'Craftsman' then contractor_id end, department_id = null,
    discarded_at = coalesce(discarded_at, now()) where client_id = client;
end $$;
revoke all on function detach_client_rows from public;
grant execute on function detach_client_rows to toguchi_app;

/* One entry of a support history, or all of a dwelling, lose their words; nothing else of the log can be written (decision 048). */
create function erase_support_entries(client bigint, entries bigint[]) returns setof bigint
language sql security definer set search_path = public, pg_temp as $$
  update support_versions sv set contents = '（消去済み）'
  where sv.client_id = client and client = nullif(current_setting('app.client_id', true), '')::bigint
    and sv.id = any(entries) and sv.contents <> '（消去済み）'
  returning sv.id
$$;
revoke all on function erase_support_entries from public;
grant execute on function erase_support_entries to toguchi_app;
