import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDemoTown } from '../../server/src/demo/demo-town.ts'
import { applicationUrlOf } from '../../server/src/migrate/app-login.ts'
import { withClient } from '../../server/src/migrate/with-client.ts'
import { migrate } from '../../server/src/migrate/migrate.ts'
import { prepareQueues } from '../../server/src/platform/jobs/jobs.ts'
import { readSettings } from '../../server/src/start/settings.ts'
import { coordinator, databaseOf, makeAnew, say } from './nodes.ts'

/** The demo town in a plain database of the coordinator's server, to be copied: built where it is missing, which takes some minutes. */
export const town = 'toguchi_town'

export const ensureTown = async (): Promise<void> => {
  const url = databaseOf(coordinator, town)
  const whole = await withClient(coordinator, client =>
    client.query(`select from pg_database d where d.datname = $1 and shobj_description(d.oid, 'pg_database') = 'whole'`, [town]),
  )
  if (whole.rowCount === 1) return void (await migrate(url))
  const settings = readSettings({})
  if ('missing' in settings) throw new Error(settings.missing.join('\n'))
  await makeAnew(town)
  await migrate(url)
  await prepareQueues(url)
  const dataDir = await mkdtemp(join(tmpdir(), 'toguchi-town-'))
  const databaseUrl = applicationUrlOf(url)
  await buildDemoTown({
    databaseUrl,
    dataDir,
    settings: { ...settings.server, databaseUrl, databaseSessionUrl: databaseUrl, secretKey: 'k'.repeat(32), storageDir: dataDir },
    progress: line => console.log(line),
  })
  await say(url, 'vacuum analyze', `comment on database ${town} is 'whole'`)
}
