import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { endsWithTests } from '../../test/children.ts'
import { emptyDatabase, freshDatabase, type FreshDatabase } from '../../test/database.ts'
import { freePort } from '../../test/free-port.ts'
import { productionWith } from '../../test/production.ts'

/*
 * What an operator types against a database that is not ours, or not any more: every command says it in one sentence, ends with 1, and leaves
 * the database as it was.
 */
const folder = mkdtempSync(join(tmpdir(), 'toguchi foreign '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const programOf = (name: string) => fileURLToPath(new URL(`${name}.ts`, import.meta.url))
const backups = join(folder, 'backups')

interface Said {
  code: number | null
  lines: string[]
}
const run = async (program: string, args: string[], env: Record<string, string>): Promise<Said> => {
  const child = endsWithTests(
    spawn(process.execPath, [programOf(program), ...args], {
      env: { PATH: process.env['PATH'], PORT: String(await freePort()), DATA_DIR: join(folder, 'data'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>(done => child.once('close', done))
  return { code, lines: output.trim().split('\n') }
}

const production = { ...productionWith(join(folder, 'storage')), BACKUP_DIR: backups }

const ask = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client(url)
  await client.connect()
  return client
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** All that a command could have made, changed or taken away. */
const contentsOf = (url: string) =>
  ask(
    url,
    `select c.oid, c.relname, c.relkind, a.attname, c.relrowsecurity from pg_class c left join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
     union all select oid, rolname, 'role', rolpassword, rolcanlogin from pg_authid where rolname not like 'pg_%'
     union all select oid, nspname, 'schema', nspacl::text, null from pg_namespace where nspname !~ '^pg_'
     order by 1, 4`,
  )

/** Each command, as its settings name the owner, and the last as they name the application's login alone. */
const sayOf = async (url: string, appUrl: string): Promise<Record<string, Said>> => {
  const env = { ...production, DATABASE_URL: url }
  const doctor = await run('admin', ['doctor'], env)
  // It says first where it looks.
  const check = await run('admin', ['check-files'], env)
  return {
    migrate: await run('admin', ['migrate'], env),
    start: await run('main', ['--api-only'], env),
    trial: await run('main', ['--api-only'], { DATABASE_URL: url }),
    backup: await run('admin', ['backup'], env),
    'check-files': { code: check.code, lines: check.lines.filter(line => !line.startsWith('写真と書類の保存先: ')) },
    doctor: { code: doctor.code, lines: doctor.lines.filter(line => line.startsWith('✗') && /データベース|PostgreSQL|表/.test(line)) },
    application: await run('main', ['--api-only'], { ...production, DATABASE_APP_URL: appUrl }),
  }
}

/** One line each, nothing changed, and no folder of backups begun. */
const expectSentences = async (database: FreshDatabase, urls: { url: string; appUrl: string }, words: Record<string, string>) => {
  const before = await contentsOf(database.url)
  for (const [command, { code, lines }] of Object.entries(await sayOf(urls.url, urls.appUrl)))
    expect({ command, code, lines }).toEqual({
      command,
      code: 1,
      lines: [expect.stringContaining(words[command] ?? words['all'] ?? 'nothing')],
    })
  expect(await contentsOf(database.url)).toEqual(before)
  expect(existsSync(backups)).toBe(false)
  await database.drop()
}

describe('a database that is not ours', { timeout: 400_000 }, () => {
  it('has tables of another application', async () => {
    const database = await emptyDatabase()
    await ask(database.url, 'create table schema_migrations (version text primary key); create table users (id int); create table rooms ()')
    await expectSentences(
      database,
      { url: database.url, appUrl: database.url },
      { all: '別のアプリケーションの表（rooms、schema_migrations、users）' },
    )
  })

  it('is empty, and its login may do nothing there', async () => {
    const database = await emptyDatabase()
    const login = `stranger_${process.pid}`
    await ask(database.url, `create role ${login} login password 'secret1'`)
    const url = new URL(database.url)
    ;[url.username, url.password] = [login, 'secret1']
    const rights = '表を作る権限がありません。管理者が次を実行してください'
    await expectSentences(
      database,
      { url: url.href, appUrl: url.href },
      { migrate: rights, start: rights, trial: rights, all: 'にはまだ表がありません' },
    )
    await ask(new URL('/postgres', database.url).href, `drop role ${login}`)
  })

  it('is of a PostgreSQL that is too old', async () => {
    const database = await emptyDatabase()
    // The server's own number, hidden by one in front of it on the path of these connections.
    await ask(
      database.url,
      `create schema older;
       create function older.current_setting(name text) returns text language sql
         return case name when 'server_version_num' then '150014' when 'server_version' then '15.14' end`,
    )
    const url = `${database.url}?options=-csearch_path%3Dolder,pg_catalog,public`
    await expectSentences(database, { url, appUrl: url }, { all: 'PostgreSQL 18 以上が必要です（接続先は 15.14）' })
  })

  it('is one from which a later release took away what this one uses', async () => {
    const database = await freshDatabase()
    await ask(database.url, `insert into schema_migrations (name, checksum, oldest_version) values ('9999_rooms.sql', '', '999.0.0')`)
    await expectSentences(database, database, { all: 'データベースがこのプログラムより新しいです: 9999_rooms.sql がありません' })
  })
})
