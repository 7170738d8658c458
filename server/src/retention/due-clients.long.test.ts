import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { beforeTriggers } from '../../test/call-procedure.ts'
import { aRecord, forgotten, kept, ofDeleted, type Planted } from '../../test/forgotten-things.ts'
import { buildRandomCompany, randomDay } from '../../test/random-company.ts'
import { struckOut } from '../../test/struck-out.ts'
import { openWorld } from '../../test/world.ts'
import { forgetBoardReports } from '../board-reports/board-reports.ts'
import { listClientsToForget } from '../clients/clients.ts'
import { forgetArchives } from '../photo-archives/photo-archives.ts'
import { erasePeople } from './retention.ts'

const world = await openWorld()
world.setNow(`${randomDay}T12:00:00+09:00`)
const owner = new pg.Client(world.ownerUrl)
beforeAll(() => owner.connect())
afterAll(() => owner.end())

/** What forgets it, and what is asked for before. */
const nights = {
  people: { forget: () => erasePeople(world.platform), moment: () => world.platform.now(), jobKinds: [] },
  results: {
    forget: () => forgetArchives(world.platform),
    moment: () => new Date(world.platform.now().getTime() - 3 * 86_400_000),
    jobKinds: ['photo_archive_originals'],
  },
  links: { forget: () => forgetBoardReports(world.platform), moment: () => world.platform.now(), jobKinds: [] },
} as const

const isDue = async (clientId: number, kind: keyof typeof nights): Promise<boolean> => {
  const { moment, jobKinds } = nights[kind]
  return (await world.platform.pool.read(null, db => listClientsToForget(db, kind, moment(), jobKinds))).some(id => id === clientId)
}

/** A company of which nothing is to be forgotten, and whose room and construction the plants are about. */
const buildCompanyInOrder = async (kind: keyof typeof nights, before: readonly string[]) => {
  const { client } = await buildRandomCompany(world)
  const { rows } = await owner.query<{ room_id: string; id: string }>(
    `select min(r.id) as room_id, c.id from constructions c join rooms r on r.client_id = $1 and r.construction_id = c.id
       and not exists (select from orders o join refunds rf on rf.client_id = $1 and rf.order_id = o.id where o.client_id = $1 and o.room_id = r.id)
     where c.client_id = $1 and c.discarded_at is null group by c.id order by c.id limit 2`,
    [client.id],
  )
  const [values = [], deleted = []] = rows.map(({ room_id, id }) => [client.id, room_id, id])
  const { forget } = nights[kind]
  await forget()
  // Money that is owed keeps its people, and they are looked for every night.
  await beforeTriggers(owner, ['delete from refunds where client_id = $1'], [client.id])
  await beforeTriggers(owner, before, values)
  await forget()
  expect(await isDue(client.id, kind)).toBe(false)
  return { client, values, deleted }
}
/** What is planted points to nothing that it does not need; triggers do as ever where they matter, which is not here. */
const plantAll = async ({ plant, left }: Planted, values: readonly unknown[]): Promise<void> => {
  await beforeTriggers(owner, plant, values)
  expect((await owner.query(left, [...values])).rowCount).toBeGreaterThan(0)
}

/** The functions that are asked, each without one of the things that it looks for. */
const blind = new Map<string, { of: string; name: string }>()
beforeAll(async () => {
  for (const of of ['has_people_to_forget', 'clients_to_forget']) {
    const { rows } = await owner.query<{ definition: string; body: string }>(
      'select pg_get_functiondef(oid) as definition, prosrc as body from pg_proc where proname = $1',
      [of],
    )
    if (!rows[0]) throw new Error(`no ${of}`)
    const { definition, body } = rows[0]
    for (const [at, { struck, body: left }] of struckOut(body).entries()) {
      const name = `blind_${of}_${at}`
      await owner.query(definition.replace(`public.${of}(`, () => `${name}(`).replace(body, () => left))
      blind.set(`${of}: ${struck}`, { of, name })
    }
  }
})

/** Without which of them the client is not named. */
const foundBy = async (clientId: number, kind: keyof typeof nights): Promise<string[]> => {
  const asked = [...blind].filter(([, { of }]) => (of === 'has_people_to_forget') === (kind === 'people'))
  const answers = asked.map(([, { name }]) =>
    kind === 'people' ? `${name}($1, $2) and $3 = 'people' and $4::text[] = '{}'` : `$1 in (select ${name}($3, $2, $4))`,
  )
  const { rows } = await owner.query<{ answers: boolean[] }>(`select array[${answers.join(', ')}] as answers`, [
    clientId,
    nights[kind].moment(),
    kind,
    nights[kind].jobKinds,
  ])
  return asked.flatMap(([struck], at) => (rows[0]?.answers[at] === false ? [struck] : []))
}

describe('which clients have something to forget, asked at once (decision 111)', { timeout: 240_000 }, () => {
  const needed = new Set<string>()

  it.each(Object.entries(forgotten))('%s', async (_what, { kind = 'people', before = [], plant, left }) => {
    const { client, values } = await buildCompanyInOrder(kind, before)
    const { forget } = nights[kind]
    await plantAll({ plant, left }, values)
    expect(await isDue(client.id, kind)).toBe(true)
    const reasons = await foundBy(client.id, kind)
    expect(reasons).not.toEqual([])
    for (const reason of reasons) needed.add(reason)
    await forget()
    expect((await owner.query(left, values)).rowCount).toBe(0)
    expect(await isDue(client.id, kind)).toBe(false)
  })

  it('are none with what is kept, whatever another has to forget', async () => {
    const { client, values, deleted } = await buildCompanyInOrder('people', [])
    await beforeTriggers(owner, [ofDeleted], deleted)
    await nights.people.forget()
    await plantAll(aRecord, deleted)
    const neighbour = await buildCompanyInOrder('people', [])
    for (const { before = [], plant, left } of Object.values(forgotten))
      await plantAll({ plant: [...before, ...plant], left }, neighbour.values)
    const due: string[] = []
    for (const [what, planted] of Object.entries(kept)) {
      await plantAll(planted, values)
      for (const kind of ['people', 'results', 'links'] as const) if (await isDue(client.id, kind)) due.push(`${what} (${kind})`)
    }
    expect(due).toEqual([])
  })

  it('looks for nothing that was not planted here: each look found one alone', () => {
    expect([...blind.keys()].filter(struck => !needed.has(struck))).toEqual([])
  })
})
