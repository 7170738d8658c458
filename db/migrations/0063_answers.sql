/*
 * What became of a call (decision 049). `contents` is what was said without anything being changed, in the words of whoever took it, and is
 * erased with the caller. `call_back_at`: promised to the caller, a task until `called_back_at`.
 */
alter table room_answers
  add column outcome text not null default 'answered' check (outcome in ('confirmed', 'moved', 'answered', 'noted', 'call_back')),
  add column contents text check (char_length(contents) <= 2000),
  add column call_back_at timestamptz,
  add column called_back_at timestamptz,
  add constraint room_answers_call_back check ((outcome = 'call_back') = (call_back_at is not null)),
  add constraint room_answers_called_back check (called_back_at is null or call_back_at is not null);
update room_answers ran
  set outcome = case e.change ->> 'date_answer' when 'accept' then 'confirmed' when 'move' then 'moved' else 'answered' end
  from events e where e.client_id = ran.client_id and e.id = ran.event_id;
create index room_answers_day_idx on room_answers (client_id, created_at);
create index room_answers_call_back_idx on room_answers (client_id, call_back_at) where call_back_at is not null and called_back_at is null;

-- Whoever calls is looked for by the number, at every client.
create index residents_phone_idx on residents (client_id, phone) where discarded_at is null and phone is not null;
create index residents_unproven_phone_idx on residents (client_id, unproven_phone) where discarded_at is null and unproven_phone is not null;

/*
 * How many days away the thing lies that a dwelling may be calling about: its visit, the last visit in vain, the last reminder. Null: nothing.
 * As its caller sees the rows.
 */
create function days_to_call_about(given_client_id bigint, given_room_id bigint) returns integer
language sql stable set search_path = public, pg_temp as $$
  select least(
    (select min(abs(a.date - today.day)) from assigns a join rooms r on r.client_id = a.client_id and r.id = a.room_id
      where a.client_id = given_client_id and a.room_id = given_room_id and r.status <> 'completed'),
    (select min(today.day - (oa.visited_at at time zone 'Asia/Tokyo')::date) from open_absences oa
      where oa.client_id = given_client_id and oa.room_id = given_room_id),
    (select min(today.day - ar.reminded_on) from answer_reminders ar where ar.client_id = given_client_id and ar.room_id = given_room_id))
  from (select (app_now() at time zone 'Asia/Tokyo')::date as day) today
$$;
revoke all on function days_to_call_about from public;
grant execute on function days_to_call_about to toguchi_app;

/*
 * Dwellings of every contracted client by a whole telephone number, or by the building and the number of the room (D-41): client, building
 * and room, and nothing of a person. Of `given_buildings` every pattern must stand in the building's names. Twenty at most, likeliest first.
 */
create function dwellings_of_clients(given_phone text, given_room text, given_buildings text[])
returns table (client_cd text, client_name text, client_logo_path text, construction_id bigint, building_name text, room_id bigint, room_name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select cl.cd, cl.name, cl.logo_path, c.id, b.name, r.id, r.name
  from clients cl
  join lateral (
    select res.room_id, res.phone = given_phone and not res.phone_unproven as is_proven from residents res
    where given_phone is not null and res.client_id = cl.id and res.discarded_at is null
      and (res.phone = given_phone or res.unproven_phone = given_phone)
    union all
    select r.id, true from buildings b
    join constructions c on c.client_id = b.client_id and c.building_id = b.id
    join rooms r on r.client_id = c.client_id and r.construction_id = c.id and r.name_key = given_room
    where given_phone is null and b.client_id = cl.id and concat_ws(' ', b.name, b.name_kana) ilike all (given_buildings)
  ) hit on true
  join rooms r on r.client_id = cl.id and r.id = hit.room_id and r.closed_at is null
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  where cl.status = 'contracted' and cl.discarded_at is null
    and (given_phone ~ '^0[0-9]{9,10}$' or (given_phone is null and given_room <> '' and cardinality(given_buildings) > 0))
  order by hit.is_proven desc, r.status = 'completed', days_to_call_about(cl.id, r.id) nulls last, r.id desc
  limit 20
$$;
revoke all on function dwellings_of_clients from public;
grant execute on function dwellings_of_clients to toguchi_app;

/* What one admin or operator wrote down of calls on a day of Tokyo, at whichever client: of the dwelling, and nothing of a person. */
create function calls_of_writer(given_kind text, given_id bigint, given_day date)
returns table (
  client_cd text, client_name text, client_logo_path text, construction_id bigint, building_name text, room_id bigint, room_name text,
  id bigint, created_at timestamptz, channel text, outcome text, call_back_at timestamptz, called_back_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select cl.cd, cl.name, cl.logo_path, c.id, b.name, r.id, r.name, ran.id, ran.created_at, ran.channel, ran.outcome, ran.call_back_at,
    ran.called_back_at
  from clients cl
  join room_answers ran on ran.client_id = cl.id
    and ran.created_at >= given_day::timestamp at time zone 'Asia/Tokyo'
    and ran.created_at < (given_day + 1)::timestamp at time zone 'Asia/Tokyo'
  join events e on e.client_id = ran.client_id and e.id = ran.event_id and e.actor_kind = given_kind and e.actor_id = given_id
  join rooms r on r.client_id = ran.client_id and r.id = ran.room_id
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  where given_kind in ('admin', 'operator') and cl.status = 'contracted' and cl.discarded_at is null
  order by ran.created_at desc, ran.id desc
  limit 500
$$;
revoke all on function calls_of_writer from public;
grant execute on function calls_of_writer to toguchi_app;
