import { extractText } from 'unpdf'
import { beforeEach, describe, expect, it } from 'vitest'
import { type BuiltPerson, buildClient, buildPlatformPerson, buildUser } from '../../../test/build.ts'
import { planConstruction, type PlannedConstruction } from '../../../test/planned-construction.ts'
import { textFaults } from '../../../test/text-on-paper.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()

let plan: PlannedConstruction
beforeEach(async () => {
  world.setNow('2026-11-21T09:10:00+09:00')
  plan = await planConstruction(world)
})

const ask = (as: BuiltPerson, paper: 'receipt' | 'pledge' | 'consent') =>
  world.call(as, 'POST /api/constructions/:construction_id/rooms/:room_id/key_papers', {
    params: { construction_id: plan.construction.id, room_id: plan.roomId('102') },
    body: { paper },
  })
const printed = async (as: BuiltPerson, jobId: number) => {
  await world.runJobs()
  const { body } = await world.call(as, 'GET /api/jobs/:id', { params: { id: jobId } })
  expect(body.job).toMatchObject({ state: 'done', error: null })
  const { raw } = await world.send(as, 'GET', body.job.file_url ?? '')
  const faults = await textFaults(raw)
  const pages = (await extractText(new Uint8Array(raw))).text.map(page => page.replaceAll(/\s/g, ''))
  return { faults, pages }
}
const takeKey = () =>
  world.inClient(plan.client.id, db =>
    db
      .insertInto('key_custodies')
      .values({ client_id: plan.client.id, room_id: plan.roomId('102'), received_at: world.platform.now(), received_from: '田中 花子' })
      .execute(),
  )

describe('POST /api/constructions/:construction_id/rooms/:room_id/key_papers', () => {
  it('prints the receipt twice on one sheet with what the ledger knows, and leaves a trace', async () => {
    await takeKey()
    const { status, body } = await ask(plan.staff, 'receipt')
    expect([status, body.message]).toEqual([202, '鍵預り証の作成を始めました。'])
    const { faults, pages } = await printed(plan.staff, body.job.id)
    expect(faults).toEqual([])
    expect(pages).toHaveLength(1)
    const [page = ''] = pages
    for (const words of ['お客様控え', '施工者控え', '✂', '102号室', '合鍵は作りません', '18:00まで']) expect(page).toContain(words)
    expect(page.split('田中花子様')).toHaveLength(3)
    const events = await world.inClient(plan.client.id, db =>
      db.selectFrom('events').where('kind', '=', 'documents.key_paper_printed').select(['room_id', 'change']).execute(),
    )
    expect(events).toEqual([{ room_id: plan.roomId('102'), change: { paper: 'receipt', job_id: body.job.id } }])
  })

  it('prints pledge and consent before any key is there, a page each', async () => {
    for (const [paper, words] of [
      ['pledge', '下記の事項を守ることを誓約いたします'],
      ['consent', '入室して工事を行うことに同意します'],
    ] as const) {
      const { body } = await ask(plan.staff, paper)
      const { faults, pages } = await printed(plan.staff, body.job.id)
      expect(faults).toEqual([])
      expect(pages).toEqual([expect.stringContaining(words)])
      expect(pages[0]).toContain('0120-000-000')
    }
  })

  it('is for whoever keeps keys there, while the dwelling is open', async () => {
    expect((await ask(await buildPlatformPerson(world, 'operator', plan.client), 'receipt')).status).toBe(403)
    expect((await ask(await buildUser(world, plan.client, 'Craftsman'), 'receipt')).status).toBe(404)
    expect((await ask(await buildUser(world, await buildClient(world), 'Staff'), 'receipt')).status).toBe(404)
    await world.inClient(plan.client.id, db =>
      db
        .updateTable('rooms')
        .set({ status: 'completed', completed_at: world.platform.now(), closed_at: world.platform.now() })
        .where('id', '=', plan.roomId('102'))
        .execute(),
    )
    expect((await ask(plan.staff, 'receipt')).body.code).toBe('room_closed')
  })
})
