import fc from 'fast-check'
import { type ConstructionFacts, constructionStatus, constructionStatuses } from '@toguchi/domain/constructions/status'
import type { ClientId } from '@toguchi/domain/access/actor'
import { expect, it } from 'vitest'
import { buildRandomCompany, randomDay } from '../../test/random-company.ts'
import { openWorld } from '../../test/world.ts'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { countByStatus, listConstructions } from './queries.ts'

const world = await openWorld()
world.setNow(`${randomDay}T12:00:00+09:00`)

/** What the rooms and frames of every construction say now, counted from the rows themselves. */
const factsFromRows = (db: Db, clientId: ClientId) =>
  rowsOf<ConstructionFacts & { id: number }>(
    db,
    `select c.id, c.privately_area_end_on, count(r.id)::int as room_count, (count(*) filter (where r.status = 'completed'))::int as completed_count,
       count(r.closed_at)::int as closed_count, (count(*) filter (where r.status = 'completed' and r.closed_at is not null))::int as completed_and_closed_count,
       (count(*) filter (where r.status = 'reschedule' and r.closed_at is null))::int as reschedule_count,
       (count(*) filter (where r.status = 'waiting' and r.closed_at is null))::int as waiting_count,
       (select count(*)::int from assigns a where a.client_id = $1 and a.construction_id = c.id) as assigned_count,
       (select min(a.date) from assigns a where a.client_id = $1 and a.construction_id = c.id) as first_assign_on
     from constructions c left join rooms r on r.client_id = c.client_id and r.construction_id = c.id
     where c.client_id = $1 and c.discarded_at is null group by c.client_id, c.id order by c.id`,
    [clientId],
  )

const expectCountedRight = (clientId: ClientId) =>
  world.inClient(clientId, async db => {
    const fromRows = await factsFromRows(db, clientId)
    const rule = fromRows.map(facts => ({ id: facts.id, status: constructionStatus(facts, randomDay) }))
    const actor = { kind: 'staffAdmin', id: 1, clientId } as const
    const everything = { exclude_pagination: true } as const
    for (const status of constructionStatuses) {
      const { rows } = await listConstructions(db, actor, { ...everything, construction: { status: [status] } }, randomDay)
      expect([status, rows.map(({ id }) => id)]).toEqual([status, rule.filter(each => each.status === status).map(({ id }) => id)])
    }
    const { rows: all } = await listConstructions(db, actor, everything, randomDay)
    expect(all).toMatchObject(fromRows)
    const counts = await countByStatus(db, actor, randomDay)
    for (const { status, count } of counts) expect(count).toBe(rule.filter(each => each.status === status).length)
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(rule.length)
  })

const changes = {
  complete: `update rooms set status = 'completed', completed_at = now() where client_id = $1 and id = any($2)`,
  callOff: `update rooms set status = 'reschedule', completed_at = null, incomplete_reason_id = (select min(ir.id) from incomplete_reasons ir where ir.client_id = $1) where client_id = $1 and id = any($2)`,
  open: `update rooms set closed_at = null where client_id = $1 and id = any($2)`,
  wait: `update rooms set status = 'waiting', completed_at = null, closed_at = null where client_id = $1 and id = any($2)`,
  close: `update rooms set closed_at = now() where client_id = $1 and id = any($2)`,
  remark: `update rooms set room_remarks = 'x' where client_id = $1 and id = any($2)`,
  remove: `delete from rooms where client_id = $1 and id = any($2) and not exists (select from orders o where o.client_id = $1 and o.room_id = rooms.id)`,
  copy: `insert into rooms (client_id, construction_id, block_id, row, col, name, name_key)
    select r.client_id, r.construction_id, r.block_id, r.row + 100 + floor(random() * 1000000)::int, r.col, gen_random_uuid()::text, gen_random_uuid()::text
    from rooms r where r.client_id = $1 and r.id = any($2)`,
  unplace: `delete from assigns where client_id = $1 and room_id = any($2)`,
} as const
const change = fc.record({
  kind: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
  at: fc.integer({ min: 0, max: 1_000 }),
  rooms: fc.integer({ min: 1, max: 40 }),
})
/** Some transactions at once, each of some changes, some of them rolled back. */
const together = fc.array(fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 3 }), ends: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
})

it('a status that is listed by what was counted is the one that the rule says, whatever was changed together (decision 089)', async () => {
  const { client, roomIds } = await buildRandomCompany(world)
  await expectCountedRight(client.id)
  await fc.assert(
    fc.asyncProperty(fc.array(together, { minLength: 1, maxLength: 4 }), async rounds => {
      for (const round of rounds)
        await Promise.all(
          round.map(transaction =>
            world
              .inClient(client.id, async db => {
                for (const { kind, at, rooms } of transaction.changes) {
                  const from = at % roomIds.length
                  await rowsOf(db, changes[kind], [client.id, roomIds.slice(from, from + rooms)])
                }
                if (!transaction.ends) throw new Error('rolled back')
              })
              // Two that hold rooms of each other end one of them, as ever; what it did is undone.
              .catch(() => undefined),
          ),
        )
      await expectCountedRight(client.id)
    }),
    { numRuns: 25, endOnFailure: true },
  )
})

it('belongs to nobody but the rooms: the application cannot write a count', async () => {
  const { client } = await buildRandomCompany(world)
  const write = world.inClient(client.id, db =>
    rowsOf(db, 'update construction_counts set room_count = 0 where client_id = $1', [client.id]),
  )
  await expect(write).rejects.toThrow('permission denied')
})
