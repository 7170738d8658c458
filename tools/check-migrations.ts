import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readMigrations } from '../server/src/migrate/migrations.ts'
import { readLastRelease } from './last-release.ts'
import { findMigrationFaults } from './migration-faults.ts'

// Every migration since the last release is one that the last release lives with (decision 098). Of the tree in the working folder, or of
// the one that is named (`prove-migrations.ts` plants faults in one).
const root = process.argv[2] ?? process.cwd()
const last = readLastRelease(root)
const migrations = readMigrations(join(root, 'db/migrations'))
const faults = await findMigrationFaults(migrations, last)
if (!migrations.some(({ name }) => name === last.newestMigration)) faults.push(`last-release.json: there is no ${last.newestMigration}`)
const { version } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')) as { version: string }
if (!/^v\d+\.\d+\.\d+$/.test(last.version)) faults.push(`last-release.json: ${last.version} is no version such as v1.2.3`)
else if (version.localeCompare(last.version.slice(1), 'en', { numeric: true }) < 0)
  faults.push(`server/package.json: ${version} is older than the last release, ${last.version}`)
const { pgboss } = createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } }
if (root === process.cwd() && pgboss.schema !== last.queueSchema)
  faults.push(`pg-boss makes queues of shape ${pgboss.schema}; ${last.version} starts on ${last.queueSchema} alone`)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else
  console.log(
    `migrations: ${migrations.filter(({ name }) => name > last.newestMigration).length} since ${last.version}, which lives with them`,
  )
