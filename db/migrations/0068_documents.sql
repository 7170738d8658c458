-- What law keeps for years beside completion books: drawings of the finished work and records of meetings (完成図, 打合せ記録; decision 053).
alter table documents add column record_kind text check (record_kind in ('as_built_drawing', 'meeting_record')),
  add constraint documents_record_kind check (record_kind is null or kind in ('attachment_file', 'in_house_document'));

/*
 * Which rows of a table may go, as in 0062, but for documents that are records: while records are kept, so are those that nobody took away.
 */
create or replace function erasable_condition(erased_table text, keeps_accounting boolean, keeps_records boolean) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when keeps_accounting and erased_table = any('{orders,order_details,payments,payment_notifications,refunds,ledger_entries,receipts,sale_settings}')
      or keeps_records and erased_table = any('{completion_book_editions,completion_book_volumes,support_versions,support_version_reception_types}')
      then 'false'
    else concat_ws(' and ', 't.client_id = $1',
      -- The erasing itself leaves a trace.
      case when erased_table = 'events' then 't.kind not like ''clients.%''' end,
      case when erased_table = 'documents' and keeps_records then '(t.record_kind is null or t.discarded_at is not null)' end,
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

-- Whoever was deleted has ended too: from here on the daily work finds them (decision 053).
update clients set status = 'terminated', terminated_at = coalesce(terminated_at, discarded_at) where discarded_at is not null;
