import pg from 'pg'
import { expect, it } from 'vitest'
import { buildClient, buildContractor, buildUser } from '../../test/build.ts'
import { multipart } from '../../test/multipart.ts'
import { openWorld } from '../../test/world.ts'

const many = 300

/** A transaction of the application that rests for so long ends from now on; in production it is thirty seconds. */
const endIdleTransactionsAfter = async (ownerUrl: string, login: string, limit: string) => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(
    `alter role ${pg.escapeIdentifier(login)} in database ${pg.escapeIdentifier(new URL(ownerUrl).pathname.slice(1))} set idle_in_transaction_session_timeout = '${limit}'`,
  )
  // Settings of a login hold for connections that begin after them.
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = $1 and application_name = 'toguchi'`,
    [login],
  )
  await owner.end()
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
  await endIdleTransactionsAfter(world.ownerUrl, decodeURIComponent(new URL(world.platform.settings.databaseUrl).username), '2s')
  const { preview } = (await send('/rehearsal', {})).body as unknown as { preview: { digest: string } }
  const taken = await send('', { 'spreadsheet[digest]': preview.digest })
  expect([taken.status, taken.body.message]).toEqual([200, `${many}件を取り込みました。`])
  const links = await world.inClient(client.id, db =>
    db.selectFrom('one_time_tokens').where('purpose', '=', 'invitation').select(['account_id', 'sent_to']).execute(),
  )
  expect([new Set(links.map(({ account_id }) => account_id)).size, new Set(links.map(({ sent_to }) => sent_to)).size]).toEqual([many, many])
})
