/* How many promises to call back wait at each contracted client, of the desk's own: a figure, and nobody's number or name (decision 071). */
create function call_backs_of_clients(given_now timestamptz)
returns table (client_cd text, client_name text, client_logo_path text, open_count bigint, overdue_count bigint, next_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select cl.cd, cl.name, cl.logo_path, count(*), count(*) filter (where ran.call_back_at < given_now), min(ran.call_back_at)
  from clients cl
  join room_answers ran on ran.client_id = cl.id and ran.call_back_at is not null and ran.called_back_at is null
    and ran.call_back_user_id is null
  join rooms r on r.client_id = ran.client_id and r.id = ran.room_id
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
  where cl.status = 'contracted' and cl.discarded_at is null
  group by cl.cd, cl.name, cl.logo_path
$$;
revoke all on function call_backs_of_clients from public;
grant execute on function call_backs_of_clients to toguchi_app;

-- Whether a message of a change has left is asked of those that have, too: no longer of the waiting alone.
drop index outbox_messages_recall_idx;
create index outbox_messages_recall_idx on outbox_messages (client_id, recall_key) where recall_key is not null;
