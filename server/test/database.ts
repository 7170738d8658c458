import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startPostgres, type Postgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { applicationUrlOf } from '../src/migrate/app-login.ts'
import { migrate } from '../src/migrate/migrate.ts'
import { checksumOf, migrationsFolder, readMigrations } from '../src/migrate/migrations.ts'

export interface FreshDatabase {
  /** As the owner. */
  url: string
  /** As the application's own login. */
  appUrl: string
  /** Also done for those who forget, when the run ends. */
  drop(): Promise<void>
}

const dataDir = fileURLToPath(new URL('../../.cache/test-postgres', import.meta.url))

/**
 * One cluster for all test processes of this checkout. It may lose everything, so it waits for no disk; and when a
 * machine that went down has left it unusable, it is made anew.
 */
export const joinTestCluster = async (): Promise<Postgres> => {
  if (coordinatorUrl !== undefined) return { url: coordinatorUrl, started: false, stop: async () => undefined }
  try {
    return await startTestCluster()
  } catch {
    rmSync(dataDir, { recursive: true, force: true })
    return startTestCluster()
  }
}

/**
 * A cluster of Citus that runs already: the addresses of its nodes as their owner, the coordinator's first. Then each database is made on all
 * of them (tools/citus-tests).
 */
const nodeUrls = process.env.TEST_NODES?.split(' ').filter(url => url !== '') ?? []
const [coordinatorUrl] = nodeUrls

const startTestCluster = (): Promise<Postgres> =>
  startPostgres({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '400',
      autovacuum: 'off',
      checkpoint_timeout: '1h',
      max_wal_size: '4GB',
    },
    database: 'postgres',
  })

let cluster: Promise<Postgres> | undefined

/** An empty database with the newest schema, copied from a template in some ten milliseconds. Safe in many processes at once. */
export const freshDatabase = (): Promise<FreshDatabase> => makeDatabase(copyTemplate)

/** A database without any schema, for those who test migrations themselves. */
export const emptyDatabase = (): Promise<FreshDatabase> =>
  makeDatabase(async (client, _url, name) => {
    await client.query(`create database ${name}`)
  })

const makeDatabase = async (make: (client: pg.Client, url: string, name: string) => Promise<void>): Promise<FreshDatabase> => {
  const { url } = await (cluster ??= joinTestCluster())
  // Not counted: a worker runs several files, each with its own copy of this module.
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await withClient(url, client => make(client, url, name))
  return {
    url: urlOf(url, name),
    appUrl: applicationUrlOf(urlOf(url, name)),
    drop: () => withClient(url, client => dropDatabase(client, name)),
  }
}

const copyTemplate = async (client: pg.Client, url: string, name: string): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const template = await findTemplate(client, url)
    try {
      await client.query(`create database ${name} template ${template} strategy file_copy`)
      await onWorkers(worker => worker.query(`create database ${name} template ${template} strategy file_copy`))
      return
    } catch (error) {
      // Somebody changed a migration between the two statements, and the template with it.
      if ((error as pg.DatabaseError).code !== '3D000' || tries === 3) throw error
    }
  }
}

/** Drops the databases of processes that are gone. */
export const dropAbandoned = (url: string, isAbandoned: (pid: number) => boolean): Promise<void> =>
  withClient(url, async client => {
    const { rows } = await client.query<{ datname: string }>(`select datname from pg_database where datname ~ '^(test|growing)_'`)
    for (const { datname } of rows) if (isAbandoned(Number(/\d+/.exec(datname)?.[0]))) await dropDatabase(client, datname)
  })

const dropDatabase = async (client: pg.Client, name: string): Promise<void> => {
  await dropAt(client, name)
  await onWorkers(worker => dropAt(worker, name))
}

/** The process that Citus keeps in each database is started again when it was sent away, and a busy machine takes long to end one. */
const dropAt = async (client: pg.Client, name: string, tries = 5): Promise<void> => {
  try {
    await client.query(`drop database if exists ${name} with (force)`)
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '55006' || nodeUrls.length === 0 || tries === 1) throw error
    await dropAt(client, name, tries - 1)
  }
}

const onWorkers = async (work: (worker: pg.Client) => Promise<unknown>): Promise<void> => {
  for (const url of nodeUrls.slice(1)) await withClient(url, work)
}

/** The migrated template of the files as they are now; the first who needs it makes it while the others wait. */
const findTemplate = async (client: pg.Client, url: string): Promise<string> => {
  const template = `template_${checksumOf(readMigrations(migrationsFolder)).slice(0, 16)}`
  if (await exists(client, template)) return template
  await client.query(`select pg_advisory_lock(hashtext('toguchi test template'))`)
  try {
    if (!(await exists(client, template))) await makeTemplate(client, url, template)
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('toguchi test template'))`)
  }
  return template
}

const exists = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1

const makeTemplate = async (client: pg.Client, url: string, template: string): Promise<void> => {
  const growing = `growing_${process.pid}`
  await dropDatabase(client, growing)
  await client.query(`create database ${growing}`)
  if (nodeUrls.length > 0) await joinNodes(growing)
  await migrate(urlOf(url, growing))
  const { rows } = await client.query<{ datname: string }>(`select datname from pg_database where datname like 'template\\_%'`)
  for (const { datname } of rows) await dropDatabase(client, datname)
  if (nodeUrls.length > 0) await Promise.all(nodeUrls.map(node => withClient(node, leave => sendEverybodyAway(leave, growing))))
  await client.query(`alter database ${growing} rename to ${template}`)
  await onWorkers(worker => worker.query(`alter database ${growing} rename to ${template}`))
}

/** Makes the coordinator's database one of a cluster, with one of the same name on each worker. */
const joinNodes = async (name: string): Promise<void> => {
  await onWorkers(worker => worker.query(`create database ${name}`))
  for (const url of nodeUrls) await withClient(urlOf(url, name), node => node.query('create extension citus'))
  await withClient(urlOf(coordinatorUrl ?? '', name), async coordinator => {
    const [self, ...workers] = nodeUrls.map(url => new URL(url))
    await coordinator.query('select citus_set_coordinator_host($1, $2::int)', [self?.hostname, self?.port])
    for (const { hostname, port } of workers) await coordinator.query('select citus_add_node($1, $2::int)', [hostname, port])
  })
}

/** Citus keeps a process in each of its databases, and a database that somebody is in can be neither renamed nor copied. */
const sendEverybodyAway = async (client: pg.Client, name: string): Promise<void> => {
  await client.query(`alter database ${name} allow_connections false`)
  const isEmpty = async () =>
    (await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])).rowCount === 0
  while (!(await isEmpty())) await sleep(50)
}

const urlOf = (url: string, database: string): string => {
  const target = new URL(url)
  target.pathname = `/${database}`
  return target.href
}

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
