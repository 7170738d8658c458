-- What was written about a call may be erased with the people of its room (D-12), and not be changed otherwise.

create function erase_support_versions(client bigint, rooms bigint[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update support_versions set contents = '（消去済み）'
  where client_id = client and client = nullif(current_setting('app.client_id', true), '')::bigint
    and room_id = any(rooms) and contents <> '（消去済み）'
$$;
revoke all on function erase_support_versions from public;
grant execute on function erase_support_versions to toguchi_app;
