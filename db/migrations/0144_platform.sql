-- beside v0.1.0: a function answers the same and knows two kinds more; the planner learns how many rooms a construction has
/*
 * A construction has a hundred rooms, and not one: seen apart, client and construction say that there can hardly be any, and whatever is
 * joined to its rooms was looked up room by room (decision 111).
 */
create statistics rooms_of_construction (dependencies, ndistinct) on client_id, construction_id from rooms;
analyze rooms;

/* As before (0114), and where something was noted of counts and of months since they were summed (0140, 0141). */
create or replace function clients_with_work(given_kind text, given_today date) returns table (client_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select cl.id from clients cl
  where cl.discarded_at is null and case given_kind
    when 'visits' then cl.status = 'contracted' and exists (select from assigns a
      where a.client_id = cl.id and a.date > given_today and a.date <= given_today + 1
        and not exists (select from room_reminders rr where rr.client_id = cl.id and rr.room_id = a.room_id and rr.kind = 'day_before' and rr.about_on = a.date))
    when 'dates' then cl.status = 'contracted' and exists (select from constructions c
      join rooms r on r.client_id = c.client_id and r.construction_id = c.id and r.construction_schedule_confirmed_at is null
        and r.status <> 'completed' and r.closed_at is null
      join assigns a on a.client_id = r.client_id and a.room_id = r.id
      where c.client_id = cl.id and c.discarded_at is null and c.decision_guide_distribution_on <= given_today and c.detail_schedule_completed_at is not null)
    when 'orders' then exists (select from orders o where o.client_id = cl.id and o.status = 'initial')
      or exists (select from orders o where o.client_id = cl.id and o.status = 'unpaid' and o.payment_period_end_on < given_today)
      or exists (select from refunds rf where rf.client_id = cl.id and rf.state <> 'done')
    when 'payments' then exists (select from orders o where o.client_id = cl.id and o.status = 'unpaid' and o.payment_period_end_on = given_today + 1)
    when 'earlier' then cl.status = 'contracted' and (exists (select from earlier_wishes ew where ew.client_id = cl.id and ew.ended_at is null)
      or exists (select from earlier_offers eo where eo.client_id = cl.id and eo.state = 'open'))
    when 'keys' then cl.status = 'contracted' and exists (select from key_custodies kc where kc.client_id = cl.id and kc.returned_at is null)
    when 'counts' then exists (select from client_count_changes ccc where ccc.client_id = cl.id and not ccc.is_sum)
    when 'months' then exists (select from order_month_changes omc where omc.client_id = cl.id and not omc.is_sum)
    end
  order by cl.id
$$;

/*
 * Whether the nightly forgetting (decision 015) may find something of a client before a moment: a look into an index for each thing that it
 * forgets, and rather once too often than not at all. What is forgotten is written down in `erase-people.ts`; a test holds both together.
 */
create function has_people_to_forget(given_client_id bigint, moment timestamptz) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  before timestamptz;
  records_before timestamptz;
begin
  before := moment - make_interval(months => coalesce((select ss.retention_months from sale_settings ss where ss.client_id = given_client_id), 12));
  records_before := moment - make_interval(years => coalesce((select ctm.records_years from client_terms ctm where ctm.client_id = given_client_id), 10));
  return exists (select from rooms r where r.client_id = given_client_id and r.closed_at < before and r.people_erased_at is null)
    or exists (select from rooms r where r.client_id = given_client_id and r.people_erased_at < moment - interval '30 days' and r.closed_at < before)
    or exists (select from bytes_to_remove btr where btr.client_id = given_client_id)
    or exists (select from jobs j where j.client_id = given_client_id and coalesce(j.finished_at, j.created_at) < before
      and (j.file_id is not null or j.input <> '{}'))
    or exists (select from outbox_messages m where m.client_id = given_client_id and m.body <> '' and m.created_at < before and m.next_attempt_at < before
      and m.room_id is null and not exists (select from events e where e.client_id = given_client_id and e.id = m.event_id and e.room_id is not null))
    or exists (select from outbox_messages m where m.client_id = given_client_id and m.body = '' and m.state in ('sent', 'failed', 'recalled')
      and m.created_at < before - interval '1 year')
    or exists (select from message_replies mr where mr.client_id = given_client_id and mr.room_id is null and mr.received_at < before)
    or exists (select from events e join event_personal_values epv on epv.client_id = given_client_id and epv.event_id = e.id
      where e.client_id = given_client_id and e.room_id is null and e.at < before
        and e.kind in ('messages.reply_received', 'messages.opted_out', 'messages.opted_in', 'support_versions.erased'))
    or exists (select from frame_holds fh where fh.client_id = given_client_id and fh.expires_at <= moment)
    or exists (select from chatbot_histories cbh where cbh.client_id = given_client_id and cbh.created_at < moment - interval '90 days')
    or exists (select from chatbot_sessions cbs where cbs.client_id = given_client_id and cbs.expires_at < moment)
    or exists (select from users u where u.client_id = given_client_id and u.discarded_at < before and u.email is distinct from '')
    or exists (select from contractors ct where ct.client_id = given_client_id and ct.discarded_at < before
      and num_nonnulls(ct.representative_name, ct.address) > 0)
    or exists (select from room_images ri where ri.client_id = given_client_id and ri.hidden_at < before)
    or exists (select from common_area_images ci where ci.client_id = given_client_id and ci.hidden_at < before)
    or exists (select from absence_photos ap where ap.client_id = given_client_id and ap.hidden_at < before)
    or exists (select from documents doc where doc.client_id = given_client_id and doc.discarded_at < before)
    or exists (select from handling_equipments he where he.client_id = given_client_id and he.discarded_at < before)
    -- What goes with a construction that was deleted.
    or exists (select from constructions c where c.client_id = given_client_id and c.discarded_at < before and (
      num_nonnulls(c.contract_representative, c.contract_representative_address, c.emergency_phone_number, c.remarks, c.special_report_default, c.contact_phone) > 0
      or c.board_addresses <> '{}'
      or exists (select from events e join event_personal_values epv on epv.client_id = given_client_id and epv.event_id = e.id
        where e.client_id = given_client_id and e.construction_id = c.id and e.room_id is null)
      or exists (select from rooms r where r.client_id = given_client_id and r.construction_id = c.id
        and (r.people_erased_at is null or r.people_erased_at < moment - interval '30 days'))
      or exists (select from board_reports brp where brp.client_id = given_client_id and brp.construction_id = c.id)
      or exists (select from filings flg where flg.client_id = given_client_id and flg.construction_id = c.id)
      or exists (select from room_images ri where ri.client_id = given_client_id and ri.construction_id = c.id)
      or exists (select from common_area_images ci where ci.client_id = given_client_id and ci.construction_id = c.id)
      or exists (select from absence_photos ap where ap.client_id = given_client_id and ap.construction_id = c.id)
      or exists (select from documents doc where doc.client_id = given_client_id and doc.construction_id = c.id
        and (doc.record_kind is null or c.discarded_at < records_before))
      or exists (select from handling_equipments he where he.client_id = given_client_id and he.construction_id = c.id)));
end
$$;
revoke all on function has_people_to_forget(bigint, timestamptz) from public;

/*
 * Which clients may have something that a night takes away: `people` (see above), `results` of jobs of these kinds that ended before a
 * moment, `links` of board reports that have run out by then. For the workers, who belong to no client; client by client, so that an engine
 * that keeps each on a node of its own takes it as it stands.
 */
create function clients_to_forget(given_kind text, moment timestamptz, given_job_kinds text[]) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  client record;
  is_due boolean;
begin
  for client in select cl.id from clients cl order by cl.id loop
    if given_kind = 'people' then
      is_due := has_people_to_forget(client.id, moment);
    elsif given_kind = 'results' then
      is_due := exists (select from jobs j where j.client_id = client.id and coalesce(j.finished_at, j.created_at) < moment
        and (j.file_id is not null or j.input <> '{}') and j.kind = any(given_job_kinds));
    elsif given_kind = 'links' then
      is_due := exists (select from board_report_links brl where brl.client_id = client.id and brl.expires_at <= moment);
    else
      raise exception 'nobody forgets %', given_kind;
    end if;
    if is_due then
      return next client.id;
    end if;
  end loop;
end
$$;
revoke all on function clients_to_forget(text, timestamptz, text[]) from public;
grant execute on function clients_to_forget(text, timestamptz, text[]) to toguchi_app;
