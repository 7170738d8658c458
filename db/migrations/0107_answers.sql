/*
 * As before (0072), by the number or code of the construction too: letters tell callers to read it out. Only the whole one counts, for a
 * part of it is of many. A pattern stands between percent signs.
 */
create or replace function dwellings_of_clients(given_phone text, given_room text, given_buildings text[])
returns table (client_cd text, client_name text, client_logo_path text, construction_id bigint, building_name text, room_id bigint, room_name text,
  closed_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select cl.cd, cl.name, cl.logo_path, c.id, b.name, r.id, r.name, r.closed_at
  from clients cl
  join lateral (
    select res.room_id, res.phone = given_phone and not res.phone_unproven as is_proven from residents res
    where given_phone is not null and res.client_id = cl.id and res.discarded_at is null
      and (res.phone = given_phone or res.unproven_phone = given_phone)
    union all
    select r.id, true from buildings b
    join constructions c on c.client_id = b.client_id and c.building_id = b.id
    join rooms r on r.client_id = c.client_id and r.construction_id = c.id and lower(r.name_key) = lower(given_room)
    where given_phone is null and b.client_id = cl.id
      and not exists (select from unnest(given_buildings) word (pattern)
        where not (concat_ws(' ', b.name, b.name_kana) ilike word.pattern
          or coalesce(normalize(c.manage_no, nfkc) ilike trim(both '%' from word.pattern), false) or c.cd ilike trim(both '%' from word.pattern)))
  ) hit on true
  join rooms r on r.client_id = cl.id and r.id = hit.room_id
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  where cl.status = 'contracted' and cl.discarded_at is null
    and (given_phone ~ '^0[0-9]{9,10}$' or (given_phone is null and given_room <> '' and cardinality(given_buildings) > 0))
  order by r.closed_at is not null, hit.is_proven desc, r.status = 'completed', days_to_call_about(cl.id, r.id) nulls last,
    r.closed_at desc nulls first, r.id desc
  limit 20
$$;
