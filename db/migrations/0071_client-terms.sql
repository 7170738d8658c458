-- An export reads a table by its key, page by page (decision 048).

/*
 * Rows of a table of the client of the transaction for its export, as JSON without the hidden columns, each with its key: those that follow
 * a key, in its order, or the first ones. What is written or erased meanwhile shifts none of the others.
 */
drop function client_rows;
create function client_rows(tenant_table text, hidden text[], after jsonb, most integer) returns table (content jsonb, at jsonb)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  names text;
  pairs text;
  given text;
begin
  select string_agg(format('t.%I', a.attname), ', ' order by k.at), string_agg(format('%L, t.%I', a.attname, a.attname), ', ' order by k.at),
      string_agg(format('($2 ->> %L)::%s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by k.at)
    into names, pairs, given
    from pg_constraint c cross join lateral unnest(c.conkey) with ordinality k (attnum, at)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    where c.conrelid = to_regclass(quote_ident(tenant_table)) and c.contype = 'p';
  return query execute format('select to_jsonb(t) - $1, jsonb_build_object(%s) from %I t
    where t.client_id = nullif(current_setting(''app.client_id'', true), '''')::bigint and ($2 is null or (%s) > (%s)) order by %s limit $3',
    pairs, tenant_table, names, given, names) using hidden, after, most;
end $$;
revoke all on function client_rows from public;
grant execute on function client_rows to toguchi_app;
