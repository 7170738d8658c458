/*
 * Clients of whom somebody may be to be reminded of a visit at a moment (`reminder-queries.ts`, which says it of one client): rather one too
 * many than one too few, but none for visits that nobody can be told of, or not yet. `mobile` is what a number looks like that a carrier
 * reaches; null where there is none.
 */
create function clients_to_remind(moment timestamptz, mobile text) returns table (client_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select cl.id from clients cl
  where cl.discarded_at is null and cl.status = 'contracted' and exists (select from assigns a
    join construction_time_frames f on f.client_id = cl.id and f.id = a.construction_time_frame_id
    join rooms r on r.client_id = cl.id and r.id = a.room_id and r.status <> 'completed' and r.closed_at is null
    join residents res on res.client_id = cl.id and res.room_id = a.room_id and res.discarded_at is null and res.no_messages_since is null
    where a.client_id = cl.id and a.date = (moment at time zone 'Asia/Tokyo')::date + 1
      and (a.date + f.start_at) at time zone 'Asia/Tokyo' <= moment + interval '24 hours'
      and a.updated_at <= (a.date + f.start_at) at time zone 'Asia/Tokyo' - interval '30 hours'
      and (res.email is not null or not res.phone_unproven and res.phone ~ mobile
        or exists (select from line_links ll where ll.client_id = cl.id and ll.resident_id = res.id))
      and not exists (select from room_reminders rr where rr.client_id = cl.id and rr.room_id = a.room_id and rr.kind = 'day_before'
        and rr.about_on = a.date))
  order by cl.id
$$;
revoke all on function clients_to_remind(timestamptz, text) from public;
grant execute on function clients_to_remind(timestamptz, text) to toguchi_app;
