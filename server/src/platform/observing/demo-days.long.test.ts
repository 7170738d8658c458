import pg from 'pg'
import { expect, it } from 'vitest'
import { openWorld } from '../../../test/world.ts'
import { buildDemoTown } from '../../demo/demo-town.ts'
import { prepareQueues } from '../jobs/jobs.ts'
import { openLog } from './log.ts'
import { unobserved } from './observing.ts'

/** Everything of the demo town goes through the application's own endpoints, by all its people: some two weeks of a company. */
it('says of the demo town’s days nothing that is of a person (issue 17)', { timeout: 900_000 }, async () => {
  const lines: string[] = []
  const log = openLog('debug', { write: line => void lines.push(line) })
  const world = await openWorld()
  await prepareQueues(world.ownerUrl)
  const { settings } = world.platform
  await buildDemoTown({
    databaseUrl: settings.databaseUrl,
    dataDir: settings.storageDir,
    settings,
    progress: () => undefined,
    observing: { ...unobserved, log },
  })

  const owner = new pg.Client(world.ownerUrl)
  await owner.connect()
  const { rows } = await owner.query<{ said: string }>(`
    select name as said from residents union select phone from residents union select email from residents union select login_id from residents
    union select name from users union select email from users union select phone from users union select login_id from users
    union select name from clients union select name from buildings union select address from buildings
    union select name from admins union select email from admins union select name from operators union select email from operators
    union select uuid::text from rooms union select uuid::text from constructions union select unnest(recipients) from outbox_messages`)
  await owner.end()
  const secrets = rows.map(({ said }) => said).filter(said => said !== null && said.length > 1)
  expect(secrets.length).toBeGreaterThan(500)
  const whole = lines.join('')
  expect(secrets.filter(secret => whole.includes(secret))).toEqual([])
  // Whatever is not Latin was written by a person.
  expect(lines.filter(line => /\P{ASCII}/u.test(line))).toEqual([])
  const requests = lines.map(line => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'request')
  expect(requests.length).toBeGreaterThan(900)
  expect([...new Set(requests.map(({ actor }) => (actor as { kind: string } | null)?.kind))]).toEqual(
    expect.arrayContaining(['admin', 'operator', 'staffAdmin', 'craftsman', 'resident']),
  )
  expect(requests.filter(({ statements, route }) => Number(statements) < 1 && route !== 'pages')).toEqual([])
})
