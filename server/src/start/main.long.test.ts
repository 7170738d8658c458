import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { endsWithTests } from '../../test/children.ts'
import { freePort } from '../../test/free-port.ts'
import { productionWith } from '../../test/production.ts'
import { emptyDatabase, freshDatabase } from '../../test/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'toguchi start '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const production = { ...productionWith(join(folder, 'storage')), DATABASE_URL: 'postgres://nobody:x@127.0.0.1:9/none' }

/** Runs bin/start's program to its end: exit code and everything it printed. */
const start = async (env: Record<string, string>, ...args: string[]): Promise<{ code: number | null; output: string }> => {
  const child = endsWithTests(
    spawn(process.execPath, [main, '--api-only', ...args], {
      env: { PATH: process.env.PATH, PORT: String(await freePort()), DATA_DIR: join(folder, 'data'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>(done => child.once('exit', done))
  return { code, output: output.trim() }
}

const asOwner = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** One sentence for a person: a single line, no stack. */
const sentence = (words: string) => ({ code: 1, output: expect.stringMatching(new RegExp(`^[^\\n]*${words}[^\\n]*$`)) })

describe('bin/start', { timeout: 240_000 }, () => {
  it('says that the port is taken', async () => {
    const taken = createServer()
    await new Promise<void>(done => taken.listen(0, done))
    const address = taken.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect(await start({ PORT: String(port) })).toEqual(sentence(`ポート ${port} は使用中です`))
    taken.close()
  })

  it('says that the database cannot be reached', async () => {
    expect(await start({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:9/none' })).toEqual(sentence('データベースに接続できません'))
  })

  it('says that the data folder cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '')
    expect(await start({ DATA_DIR: join(folder, 'file') })).toEqual(sentence('書き込めません'))
  })

  it.runIf(process.platform === 'linux')('does not hang on a folder that nobody can make', async () => {
    expect(await start({ DATA_DIR: '/proc/toguchi/data' })).toEqual(sentence('書き込めません'))
  })

  it('does not start in production without its settings, and lists them all', async () => {
    const { code, output } = await start({ NODE_ENV: 'production' })
    expect(code).toBe(1)
    const names = Object.keys(production).filter(key => !['NODE_ENV', 'DATABASE_URL'].includes(key))
    for (const name of ['DATABASE_APP_URL', ...names]) expect(output).toContain(name)
    // The owner's URL is kept from the server.
    expect(output).not.toContain('DATABASE_URL')
    expect(output).not.toContain('    at ')
  })

  it('does not start in production with the test clock', async () => {
    const { code, output } = await start({ ...production, TEST_NOW: '2026-04-01' })
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('TEST_NOW') })
  })

  it('starts no embedded database in production', async () => {
    expect(await start(production)).toEqual(sentence('データベースに接続できません'))
    expect(() => readFileSync(join(folder, 'data/postgres/port'))).toThrow('ENOENT')
  })

  it('starts in production without demo data and mail reader, and stops on SIGTERM', async () => {
    const database = await emptyDatabase()
    const port = await freePort()
    const child = endsWithTests(
      spawn(process.execPath, [main, '--api-only'], {
        env: { PATH: process.env.PATH, ...production, DATABASE_URL: database.url, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    )
    const ended = new Promise<number | null>(done => child.once('exit', done))
    const started = new Promise<string>(done =>
      child.stdout.on('data', (chunk: Buffer) => chunk.includes('起動しました') && done('started')),
    )
    expect(await Promise.race([started, ended])).toBe('started')
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
    expect([await statusOf('/api/configurations'), await statusOf('/api/dev/mails')]).toEqual([200, 404])
    expect(await asOwner(database.url, 'select id from clients')).toEqual([])
    expect(await asOwner(database.url, `select proname from pg_proc where proname = 'recent_messages'`)).toEqual([])
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    await database.drop()
  })

  it('does not start in production with another key than the database was served with (decision 107)', async () => {
    const database = await freshDatabase()
    await asOwner(database.url, `insert into secret_key_mark (mark) values ('\\x00')`)
    const answer = await start({ ...production, DATABASE_URL: database.url })
    expect(answer).toEqual(sentence('SECRET_KEY が、このデータベースに使われてきたものと違います'))
    await database.drop()
  })

  it('does not start in production on the demo town (review M7)', async () => {
    const database = await emptyDatabase()
    await asOwner(database.url, 'create table demo_town as select now() as started_at')
    expect(await start({ ...production, DATABASE_URL: database.url })).toEqual({
      code: 1,
      output: expect.stringContaining('試用のデモデータがあります'),
    })
    await database.drop()
  })

  it('starts no trial on a database that it did not make, and changes nothing there (review M7)', async () => {
    const database = await emptyDatabase()
    await asOwner(database.url, 'create schema accounting create table invoices (id int)')
    expect(await start({ DATABASE_URL: database.url })).toEqual(sentence('試用のために作られたものではありません'))
    expect(await start({ DATABASE_URL: database.url }, '--reset', '--yes')).toEqual(sentence('試用のために作られたものではありません'))
    expect(await start({ DATABASE_APP_URL: database.appUrl })).toEqual(sentence('本番環境'))
    const tables = await asOwner(
      database.url,
      `select relname from pg_class where relnamespace::regnamespace::text in ('public', 'accounting') and relkind = 'r'`,
    )
    expect(tables).toEqual([{ relname: 'invoices' }])
    await database.drop()
  })

  it('does not serve as the owner of the tables (review M9)', async () => {
    const database = await freshDatabase()
    expect(await start({ ...production, DATABASE_URL: '', DATABASE_APP_URL: database.url })).toEqual(sentence('表の所有者'))
    expect(await start({ ...production, DATABASE_URL: database.url, DATABASE_APP_URL: database.url })).toEqual(sentence('表の所有者'))
    await database.drop()
  })

  it('empties nothing without an answer', async () => {
    const { code, output } = await start({}, '--reset')
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('--yes') })
  })
})
