-- beside v0.1.0: functions answer the same, from what was noted by now
drop procedure note_files_from_before();

/* As before (0059), from what was noted of each client's files (0149). */
create or replace function storage_used() returns table (client_id bigint, files_count bigint, byte_size bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select ccc.client_id, sum(ccc.files_count)::bigint, sum(ccc.files_byte_size)::bigint
  from client_count_changes ccc group by 1 having sum(ccc.files_count) > 0
$$;

/* As before (0140): what was counted stays until there are no files either. */
create or replace function erasable_condition(erased_table text, keeps_accounting boolean, keeps_records boolean) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when keeps_accounting and erased_table = any('{orders,order_details,payments,payment_notifications,refunds,ledger_entries,receipts,sale_settings}')
      or keeps_records and erased_table = any('{completion_book_editions,completion_book_volumes,support_versions,support_version_reception_types}')
      then 'false'
    else concat_ws(' and ', 't.client_id = $1',
      -- The erasing itself leaves a trace.
      case when erased_table = 'events' then 't.kind not like ''clients.%''' end,
      case when erased_table = 'client_count_changes' then 'not exists (select from buildings x where x.client_id = $1)'
        ' and not exists (select from rooms x where x.client_id = $1) and not exists (select from residents x where x.client_id = $1)'
        ' and not exists (select from users x where x.client_id = $1 and x.discarded_at is null)'
        ' and not exists (select from files x where x.client_id = $1)' end,
      case when erased_table = 'order_sums' then 'not exists (select from orders x where x.client_id = $1 and x.id = t.order_id)' end,
      case when erased_table = 'order_month_changes' then 'not exists (select from orders x where x.client_id = $1)' end,
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
