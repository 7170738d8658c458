import pg from 'pg'
import { expect, it } from 'vitest'
import { buildClient, buildContractor, buildUser } from '../../test/build.ts'
import { multipart } from '../../test/multipart.ts'
import { openWorld } from '../../test/world.ts'

const many = 300

/**
 * How often in a row the same transaction of the application was found resting, at the most, by somebody who looks as fast as they can while
 * work goes on. A machine that stands still keeps both waiting; work that rests lets the other look on and on.
 */
const longestRestDuring = async (ownerUrl: string, work: () => Promise<void>): Promise<number> => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const seen = new Map<string, number>()
  const ours = `pg_stat_activity where datname = current_database() and application_name = 'toguchi'`
  let isOver = false
  const working = work().finally(() => (isOver = true))
  try {
    expect((await owner.query(`select from ${ours}`)).rowCount).toBeGreaterThan(0)
    while (!isOver) {
      const { rows } = await owner.query<{ rest: string }>(
        `select pid || ' ' || state_change as rest from ${ours} and state = 'idle in transaction'`,
      )
      for (const { rest } of rows) seen.set(rest, (seen.get(rest) ?? 0) + 1)
    }
  } finally {
    await owner.end()
    await working
  }
  return Math.max(0, ...seen.values())
}

it(`takes ${many} new craftsmen in, each with a link of their own, in transactions that do not rest`, { timeout: 300_000 }, async () => {
  const world = await openWorld()
  const client = await buildClient(world)
  const admin = await buildUser(world, client, 'Staff_Admin')
  const { name } = await buildContractor(world, client)
  const rows = Array.from({ length: many }, (_, at) => `${name},職人 ${at},crafts.${at}.${client.cd},crafts.${at}@example.jp`)
  const bytes = Buffer.from(['協力会社,氏名,ログインID,メールアドレス', ...rows].join('\r\n'))
  const send = (path: string, fields: Record<string, string>) => {
    const form = multipart(fields, { name: 'spreadsheet[file]', fileName: '職人.csv', bytes })
    return world.send(admin, 'POST', `/api/spreadsheets/craftsmans${path}`, form.body, form.headers)
  }
  const longestRest = await longestRestDuring(world.ownerUrl, async () => {
    const { preview } = (await send('/rehearsal', {})).body as unknown as { preview: { digest: string } }
    const taken = await send('', { 'spreadsheet[digest]': preview.digest })
    expect([taken.status, taken.body.message]).toEqual([200, `${many}件を取り込みました。`])
  })
  expect(longestRest).toBeLessThan(100)
  const links = await world.inClient(client.id, db =>
    db.selectFrom('one_time_tokens').where('purpose', '=', 'invitation').select(['account_id', 'sent_to']).execute(),
  )
  expect([new Set(links.map(({ account_id }) => account_id)).size, new Set(links.map(({ sent_to }) => sent_to)).size]).toEqual([many, many])
})
