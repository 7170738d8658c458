import { alertDays, informationKinds, toldEvents } from '@toguchi/domain/dashboard/information'
import { filingDays } from '@toguchi/domain/filings/labels'
import { describe, expect, it } from 'vitest'
import { buildRandomCompany, randomDay } from '../../test/random-company.ts'
import { openWorld } from '../../test/world.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { awaitsBoardLetter, leftOverSince, missedLast } from '../rooms/rooms.ts'
import { absencesForBoard } from '@toguchi/domain/dashboard/information'
import { type InformationRow, listInformations } from './queries.ts'

const world = await openWorld()
world.setNow(`${randomDay}T12:00:00+09:00`)

const isStanding = `case e.kind
    when 'rooms.rescheduled' then r.status = 'reschedule' and r.closed_at is null
    when 'key_custodies.overdue' then exists (select from key_custodies kc where kc.client_id = $1 and kc.id = e.subject_id and kc.returned_at is null)
    when 'earlier_offers.to_tell' then exists (select from earlier_offers eo where eo.client_id = $1 and eo.id = e.subject_id and eo.state = 'open'
      and eo.answer_until > app_now())
    when 'orders.cancel_applied' then exists (select from orders o where o.client_id = $1 and o.id = e.subject_id and o.status = 'cancel_application')
    when 'orders.cash_overdue' then exists (select from orders o where o.client_id = $1 and o.id = e.subject_id and o.status = 'unpaid')
    when 'refunds.failed' then exists (select from refunds rf where rf.client_id = $1 and rf.order_id = e.subject_id and rf.state = 'failed')
    else true end
  and (e.kind <> all($3::text[]) or not exists (select from events later where later.client_id = $1 and later.kind = e.kind
    and later.room_id = e.room_id and later.subject_id is not distinct from e.subject_id and later.id > e.id))`

const startOfDay = (day: string) => `(${day})::timestamp at time zone 'Asia/Tokyo'`

const listed = `
  select 'event' as source, e.id, e.kind as event, null as kind, e.at, e.construction_id, e.room_id, b.name as building_name,
    r.name as room_name, null::int as count, null as title, null::date as due_on, null as body
  from events e
  join constructions c on c.client_id = e.client_id and c.id = e.construction_id and c.discarded_at is null
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  left join rooms r on r.client_id = e.client_id and r.id = e.room_id
  where e.client_id = $1 and e.kind = any($2::text[]) and ${isStanding}
  union all
  select 'unassigned', c.id, null, null, ${startOfDay('c.privately_area_start_on - $5::int')}, c.id, null, b.name, null, waiting.count, null, null, null
  from constructions c
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  cross join lateral (
    select count(*)::int as count from rooms r
    where r.client_id = $1 and r.construction_id = c.id and r.status = 'waiting' and r.closed_at is null
      and not exists (select from assigns a where a.client_id = $1 and a.room_id = r.id)) waiting
  where c.client_id = $1 and c.discarded_at is null and $6 and waiting.count > 0
    and $4::date between c.privately_area_start_on - $5::int and c.privately_area_end_on
  union all
  select 'remaining', c.id, null, null, ${startOfDay('left_over.since + $5::int + 1')}, c.id, null, b.name, null, left_over.count, null, null, null
  from constructions c
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  cross join lateral (
    select count(*)::int as count, min(room.since) as since from (
      select ${leftOverSince('a.date')} as since from rooms r
      left join assigns a on a.client_id = r.client_id and a.room_id = r.id
      where r.client_id = $1 and r.construction_id = c.id and r.closed_at is null
        and (r.status = 'reschedule' or (r.status = 'waiting' and a.date < $4::date))) room
    where room.since + $5::int < $4::date) left_over
  where c.client_id = $1 and c.discarded_at is null and $6 and left_over.count > 0
  union all
  select 'absence', c.id, null, null, missed.at, c.id, null, b.name, missed.room_name, missed.count, null, null, null
  from constructions c
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  cross join lateral (
    select count(*)::int as count, max(${missedLast}) as at, (array_agg(r.name order by r.name_key))[1] as room_name from rooms r
    where r.client_id = $1 and r.construction_id = c.id and ${awaitsBoardLetter(absencesForBoard)}) missed
  where c.client_id = $1 and c.discarded_at is null and $6 and missed.count > 0
  union all
  select 'filing', flg.id, null, null, ${startOfDay('flg.due_on - $11::int')}, c.id, null, b.name, null, null, flg.title, flg.due_on, null
  from filings flg
  join constructions c on c.client_id = flg.client_id and c.id = flg.construction_id and c.discarded_at is null
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  where flg.client_id = $1 and $6 and flg.done_on is null and flg.due_on - $11::int <= $4::date
  union all
  select 'platform', pi.id, null, pi.kind, ${startOfDay('pi.starts_on')}, null, null, null, null, null, pi.title, null, pi.body
  from platform_informations pi
  where pi.ended_at is null and $4::date between pi.starts_on and pi.ends_on and (pi.client_ids is null or $1 = any(pi.client_ids))
    and ($7::text is null or pi.kind = $7)`

/** As it stood before the page was cut first; what is equal in all else is sorted by its source, which was left to chance. */
const sortedFromAll = `select shown.*, count(*) over ()::int as total from (${listed}) shown where $8::bigint is null or shown.construction_id = $8
     order by (shown.source = 'platform') desc, (shown.source in ('unassigned', 'remaining', 'absence', 'filing') or shown.event = any($3::text[])) desc, shown.at desc,
       shown.id desc, shown.source limit $9 offset $10`

const kinds = [undefined, ...informationKinds]
const pages = [
  { limit: 10, offset: 0 },
  { limit: 7, offset: 14 },
  { limit: 1_000, offset: 0 },
]
const asked = (constructionIds: readonly number[]) =>
  kinds.flatMap(kind => [undefined, ...constructionIds.slice(0, 3)].flatMap(id => pages.map(page => [kind, id, page] as const)))

describe('the informations of a client, the page first (decision 089)', () => {
  it('are the very rows that all of them sorted would give, for random companies, pages and filters', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { client, constructionIds } = await buildRandomCompany(world)
      for (const [kind, construction_id, page] of asked(constructionIds)) {
        const { before, now } = await world.inClient(client.id, async db => ({
          before: await rowsOf<InformationRow>(db, sortedFromAll, [
            client.id,
            toldEvents(kind),
            toldEvents('alert'),
            randomDay,
            alertDays,
            kind === undefined || kind === 'alert',
            kind ?? null,
            construction_id ?? null,
            page.limit,
            page.offset,
            filingDays,
          ]),
          now: await listInformations(db, client.id, { kind, construction_id }, randomDay, page),
        }))
        const rows = (of: InformationRow[]) => of.map(({ total: _total, ...row }) => row)
        expect(rows(now)).toEqual(rows(before))
        // How many there are is said as far as somebody asked.
        const shown = page.offset + page.limit
        const total = before[0]?.total ?? 0
        expect(Math.min(now[0]?.total ?? 0, shown + 1)).toBe(Math.min(total, shown + 1))
      }
    }
  })

  it('are of every kind that is told of, and each is in the index that has them in their order', async () => {
    const happened = toldEvents().filter(kind => !toldEvents('alert').includes(kind))
    const { client, constructionIds } = await buildRandomCompany(world)
    const told = await world.inClient(client.id, async db => {
      await db.updateTable('constructions').set({ discarded_at: null }).execute()
      for (const kind of happened) {
        const [constructionId = 0] = constructionIds
        await db
          .insertInto('events')
          .values({
            client_id: client.id,
            kind,
            construction_id: constructionId,
            actor_kind: 'system',
            at: new Date(`${randomDay}T11:59:00+09:00`),
          })
          .execute()
      }
      return listInformations(db, client.id, {}, randomDay, { limit: 1_000, offset: 0 })
    })
    for (const kind of happened) expect(told.some(({ event }) => event === kind)).toBe(true)
    const [index] = await world.inClient(client.id, db =>
      rowsOf<{ definition: string }>(db, `select pg_get_indexdef('events_told_idx'::regclass) as definition`, []),
    )
    const indexed = [...(index?.definition ?? '').matchAll(/'([a-z_.]+)'::text/g)].map(([, kind = '']) => kind)
    expect(indexed.toSorted()).toEqual(happened.toSorted())
  })
})
