import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { endsWithTests } from '../../test/children.ts'
import { startPostgres, type Postgres } from './embedded-postgres.ts'
import { pidFileOf } from './running-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'toguchi postgres '))
const dataDir = join(folder, 'データ base')
const cluster = join(dataDir, 'cluster')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ask = async (postgres: Postgres, sql: string): Promise<unknown[]> => {
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows.map(row => Object.values(row)[0])
  } finally {
    await client.end()
  }
}

const serverPid = (): number => Number(readFileSync(pidFileOf(cluster), 'utf8').split('\n')[0])
/** The server takes its pid file away as its last act; its number is free a moment later, when the system has buried it. */
const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}
const until = async (holds: () => boolean): Promise<void> => {
  for (let waited = 0; !holds() && waited < 60_000; waited += 20) await sleep(20)
  expect(holds()).toBe(true)
}

/** A process of its own that starts the server and then waits to be killed. */
const startElsewhere = async (): Promise<{ kill(): void }> => {
  const program = `import { startPostgres } from ${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url).href)}
    await startPostgres({ dataDir: process.argv[1] }); console.log('up'); setInterval(() => {}, 1000)`
  const child = endsWithTests(
    spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  await new Promise(done => child.stdout.once('data', done))
  return { kill: () => child.kill('SIGKILL') }
}

describe('the embedded database', { timeout: 240_000 }, () => {
  it('starts in a folder with spaces, keeps what was written, and stops', async () => {
    const first = await startPostgres({ dataDir })
    expect(first.started).toBe(true)
    await ask(first, 'create table notes as select 1 as id')
    const pid = serverPid()
    await first.stop()
    await until(() => isGone(pid))

    const second = await startPostgres({ dataDir })
    expect(second.url).toBe(first.url)
    expect(await ask(second, 'select id from notes')).toEqual([1])
    await second.stop()
  })

  it('is shared by those who start it on one folder and stops with the last of them', async () => {
    const [one, two] = await Promise.all([startPostgres({ dataDir }), startPostgres({ dataDir })])
    expect([one, two].filter(({ started }) => started)).toHaveLength(1)
    const pid = serverPid()
    await one.stop()
    expect(await ask(two, 'select 1')).toEqual([1])
    await two.stop()
    await until(() => isGone(pid))
  })

  it('stops when the process that started it is killed', async () => {
    const elsewhere = await startElsewhere()
    const pid = serverPid()
    elsewhere.kill()
    await until(() => isGone(pid))
  })

  it('recovers after everything was killed, though the old process id lives on as something else', async () => {
    const elsewhere = await startElsewhere()
    const pid = serverPid()
    process.kill(pid, 'SIGKILL')
    elsewhere.kill()
    await until(() => isGone(pid))
    const stale = readFileSync(pidFileOf(cluster), 'utf8')
    writeFileSync(pidFileOf(cluster), stale.replace(/^\d+/, String(process.pid)))

    const after = await startPostgres({ dataDir })
    expect(after.started).toBe(true)
    expect(await ask(after, 'select id from notes')).toEqual([1])
    await after.stop()
  })

  it('is started again, at the same place, when it is killed alone (review F8)', async () => {
    const lost: Error[] = []
    const postgres = await startPostgres({ dataDir, onLost: refusal => lost.push(refusal) })
    const pid = serverPid()
    process.kill(pid, 'SIGKILL')
    await until(() => isGone(pid))
    let answer: unknown[] = []
    for (let waited = 0; answer.length === 0 && waited < 60_000; waited += 50) {
      await sleep(50)
      answer = await ask(postgres, 'select id from notes').catch(() => [])
    }
    expect({ answer, lost }).toEqual({ answer: [1], lost: [] })
    const again = serverPid()
    expect(again).not.toBe(pid)
    await postgres.stop()
    await until(() => isGone(again))
  })

  it('runs beside another one', async () => {
    const one = await startPostgres({ dataDir })
    const two = await startPostgres({ dataDir: join(folder, 'other') })
    expect(await ask(one, 'select 1')).toEqual([1])
    expect(await ask(two, 'select 1')).toEqual([1])
    expect(new URL(one.url).port).not.toBe(new URL(two.url).port)
    await Promise.all([one.stop(), two.stop()])
  })

  it.runIf(process.getuid?.() === 0)('runs for root where user namespaces are forbidden, in a private folder too', async () => {
    const postgres = await startPostgres({ dataDir: join(folder, 'account'), userNamespaces: false })
    expect(await ask(postgres, 'select 1')).toEqual([1])
    await postgres.stop()
  })

  it('says in one sentence that the folder cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '')
    await expect(startPostgres({ dataDir: join(folder, 'file/data') })).rejects.toMatchObject({
      name: 'Refusal',
      message: expect.stringContaining('書き込めません'),
    })
  })
})
