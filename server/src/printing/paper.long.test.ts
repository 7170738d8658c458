import { beforeEach, describe, expect, it } from 'vitest'
import { buildContractor } from '../../test/build.ts'
import { issueCodes } from '../../test/issue-codes.ts'
import { planConstruction, type PlannedConstruction } from '../../test/planned-construction.ts'
import { fileOf, pagesOf } from '../../test/printed.ts'
import { openWorld } from '../../test/world.ts'

const world = await openWorld()

let plan: PlannedConstruction
beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  await issueCodes(world, plan)
})

const params = () => ({ construction_id: plan.construction.id })

describe('the sheets that are handed out', () => {
  const print = (kind: 'information' | 'reminder') =>
    world.call(plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', { params: params(), body: { kind } })

  it.each(['information', 'reminder'] as const)('keeps each dwelling on one page of %s, however long the names are', async kind => {
    const { client, construction } = plan
    for (let at = 0; at < 6; at += 1) {
      const { id } = await buildContractor(world, client, { name: `湘南電気工業協同組合第${at}営業所株式会社`.padEnd(60, '支') })
      await world.inClient(client.id, db =>
        db
          .insertInto('assigned_contractors')
          .values({ client_id: client.id, construction_id: construction.id, contractor_id: id })
          .execute(),
      )
    }
    await world.inClient(client.id, async db => {
      await db
        .updateTable('constructions')
        .set({
          name: '更新工事'.repeat(25),
          owners_association: '管理組合'.repeat(12),
          owners_association_decided_on: '2026-05-23',
          schedule_change_end_on: '2026-11-28',
          briefing_session_at: new Date('2026-11-15T10:00:00+09:00'),
        })
        .where('id', '=', construction.id)
        .execute()
      await db
        .updateTable('buildings')
        .set({ name: '建物'.repeat(25) })
        .where('id', '=', construction.buildingId)
        .execute()
    })
    const { body } = await print(kind)
    const pages = await pagesOf(await fileOf(world, plan.staff, body.job.id))
    expect(pages).toHaveLength(6)
    expect(pages[0]).toContain('ほか2社')
  })

  it('invites to a 説明会 that is to come, and to none that is over', async () => {
    const invites = async (briefing_session_at: string) => {
      await world.inClient(plan.client.id, db =>
        db
          .updateTable('constructions')
          .set({ briefing_session_at: new Date(briefing_session_at) })
          .where('id', '=', plan.construction.id)
          .execute(),
      )
      const letter = await world.call(plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
        params: params(),
        body: { kind: 'information', room_ids: [plan.roomId('101')] },
      })
      return (await pagesOf(await fileOf(world, plan.staff, letter.body.job.id))).map(page => page.includes('工事説明会'))
    }
    world.setNow('2026-11-21T10:00:00+09:00')
    expect(await invites('2026-11-21T14:00:00+09:00')).toEqual([true])
    expect(await invites('2026-11-21T09:00:00+09:00')).toEqual([false])
  })

  it('prints for those who answered by telephone and have no address what was agreed', async () => {
    await plan.complete()
    const answer = (name: string) =>
      world.call(plan.staff, 'POST /api/constructions/:construction_id/rooms/:room_id/answers', {
        params: { ...params(), room_id: plan.roomId(name) },
        body: { room_answer: { channel: 'tel', caller: '本人', date_answer: 'accept' } },
      })
    await world.inClient(plan.client.id, db =>
      db
        .insertInto('residents')
        .values({ client_id: plan.client.id, room_id: plan.roomId('101'), email: 'a@example.jp' })
        .execute(),
    )
    expect((await answer('101')).body.contact_channel).toBe('mail')
    expect((await answer('102')).body.contact_channel).toBe('paper')
    const { body } = await world.call(plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
      params: params(),
      body: { kind: 'decision', only: 'paper' },
    })
    const pages = await pagesOf(await fileOf(world, plan.staff, body.job.id))
    expect(pages.map(page => /^(\d+)号室/.exec(page)?.[1])).toEqual(['102'])
  })
})
