import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { applicationUrlOf } from '../server/src/migrate/app-login.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { connect } from '../server/src/platform/database/pool.ts'
import { buildClient, buildConstruction, buildUser, type Ground } from '../server/test/build.ts'
import { percentileOf, startChild } from './child.ts'
import type { Attacker, Round } from './hostile-round.ts'
import { measureCodes } from './hostile-relay.ts'
import { rounds } from './hostile-rounds.ts'
import { benchPlatform } from './platform.ts'
import { measureSignIns } from './hostile-sign-in.ts'
import type { Order, Report } from './hostile-sender.ts'
import { seed } from './seed.ts'

/*
 * What others notice of an attack, and what it takes: reads of one client at the pace of twenty people, alone and then while others send
 * hostile requests, in one run. Further rounds are added to hostile-rounds.ts. See README.md.
 */
const seconds = Number(process.argv[2] ?? 15)
const only = process.argv[3] ?? ''
/** Quiet and attacked take turns: whatever else the machine does falls on both. */
const turns = 3
const readsPerSecond = 20
const demanded = { p95: 3, growth: 150, reader: 512, code: 5_000 }

const status = (pid: number, field: 'VmRSS' | 'VmHWM'): number => {
  try {
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const isReader = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reader-process')
  } catch {
    return false
  }
}

/** The processes of the file reader that this server has started, with the most that each has had resident. */
const watchReaders = (server: number) => {
  const peaks = new Map<number, number>()
  let most = 0
  const look = () => {
    const own = readdirSync(`/proc/${server}/task`).flatMap(thread =>
      readFileSync(`/proc/${server}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
    )
    const readers = own.filter(isReader)
    most = Math.max(most, readers.length)
    for (const pid of readers) peaks.set(pid, Math.max(peaks.get(pid) ?? 0, status(pid, 'VmHWM')))
  }
  const timer = setInterval(look, 20)
  return () => {
    clearInterval(timer)
    return { peak: Math.max(0, ...peaks.values()), most }
  }
}

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const postgres = await startPostgres({ dataDir: folder })
await migrate(postgres.url)
const server = await startChild('app-server.ts', postgres.url)
const pid = server.child.pid ?? 0
const origin = `http://127.0.0.1:${server.port}`
const databaseUrl = applicationUrlOf(postgres.url)
const pool = connect(databaseUrl)
const missed: string[] = []
try {
  const seeded = await seed(postgres.url)
  const world = { inClient: pool.write, platform: { now: () => new Date() } }
  const attackers: Attacker[] = []
  for (let at = 0; at < 4; at += 1) {
    const client = await buildClient(world)
    const { headers } = await buildUser(world, client, 'Staff')
    attackers.push({ origin, headers, constructionId: (await buildConstruction(world, client)).id })
  }
  const pages = [
    '/api/constructions?sort_by=start_on&sort_desc=true&construction[start_on]=2026-06-01',
    `/api/constructions/${seeded.bigConstructionId}/rooms`,
    `/api/constructions/${seeded.bigConstructionId}`,
  ]
  const read = async (): Promise<number[]> => {
    const taken: Promise<number>[] = []
    const until = performance.now() + seconds * 1_000
    for (let at = 0; performance.now() < until; at += 1) {
      taken.push(readOne(pages[at % pages.length] ?? '', seeded.headers))
      await setTimeout(1_000 / readsPerSecond)
    }
    return Promise.all(taken)
  }
  // The first reads prepare their statements and load the code, and the heap of the server grows to what it needs for them.
  for (let turn = 0; turn < turns; turn += 1) await read()

  console.log('| attack | answers | p95 of others’ reads | alone | × | of | server grows by | of | largest reader | of | readers |')
  console.log('| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |')
  for (const round of rounds.filter(({ name }) => name.includes(only))) await attack(round, attackers, read)
  if ('sign-in'.includes(only)) await guessPasswords(world)
  if ('relay'.includes(only)) await blockRelay()
} finally {
  server.child.disconnect()
  await pool.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const line of missed) console.error(line)
if (missed.length > 0) process.exitCode = 1

async function attack(round: Round, attackers: readonly Attacker[], read: () => Promise<number[]>) {
  const sender = fork(fileURLToPath(new URL('hostile-sender.ts', import.meta.url)))
  const gone = once(sender, 'exit').then(([code]) => Promise.reject(new Error(`the sender ended with ${String(code)}`)))
  gone.catch(() => undefined)
  const told = () => Promise.race([gone, once(sender, 'message').then(([report]) => report as Report)])
  const order = (given: Order) => sender.send(given)
  order({ ready: round.name, attackers: [...attackers] })
  await told()

  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = status(pid, 'VmRSS')
  const readers = watchReaders(pid)
  const answers = new Map<string, number>()
  const [quiet, attacked]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn += 1) {
    quiet.push(...(await read()))
    order('begin')
    const ended = told()
    attacked.push(...(await read()))
    order('stop')
    const report = await ended
    for (const [answer, times] of 'answers' in report ? report.answers : []) answers.set(answer, (answers.get(answer) ?? 0) + times)
  }
  sender.disconnect()
  const [alone, beside] = [percentileOf(quiet, 0.95), percentileOf(attacked, 0.95)]
  const growth = status(pid, 'VmHWM') - before
  const { peak, most } = readers()

  const counts = [...answers].map(([answer, times]) => `${times} × ${answer}`).join(', ')
  const ratio = beside / alone
  console.log(
    `| ${[round.name, counts, `${beside.toFixed(0)} ms`, `${alone.toFixed(0)} ms`, ratio.toFixed(1), demanded.p95, `${growth.toFixed(0)} MB`, demanded.growth, `${peak.toFixed(0)} MB`, demanded.reader, most].join(' | ')} |`,
  )
  const miss = (text: string) => missed.push(`${round.name}: ${text}`)
  for (const [answer] of answers) if (!round.answered.includes(Number(answer))) miss(`answered ${answer}`)
  if (ratio > demanded.p95) miss(`reads of others took ${ratio.toFixed(1)} times as long as alone`)
  if (growth >= demanded.growth) miss(`the server grew by ${growth.toFixed(0)} MB`)
  if (peak > demanded.reader) miss(`a reader had ${peak.toFixed(0)} MB`)
  if (round.mostReaders !== undefined && most > round.mostReaders) miss(`${most} readers at once`)
}

async function guessPasswords(world: Ground) {
  const { alone, beside, guesses } = await measureSignIns(server.port, world, seconds)
  const ratio = beside / alone
  const counts = [...guesses].map(([status, times]) => `${times} × ${status}`).join(', ')
  console.log(
    `\nsign-in: 200 wrong ones a second from one address (${counts}); a right one from another, p95: ${beside.toFixed(0)} ms, alone ${alone.toFixed(0)} ms, ${ratio.toFixed(1)} × (${demanded.p95})`,
  )
  if (ratio > demanded.p95) missed.push(`sign-in: ${ratio.toFixed(1)} times as long as alone`)
}

async function blockRelay() {
  const platform = benchPlatform(databaseUrl, folder)
  const worst = await measureCodes(platform)
  await platform.live.close()
  await platform.pool.close()
  console.log(
    `\nrelay: 300 letters of one client at 20 s each; another client's code is taken after ${worst.toFixed(0)} ms at most (${demanded.code})`,
  )
  if (worst > demanded.code) missed.push(`relay: a code waited ${worst.toFixed(0)} ms`)
}

/** Milliseconds of one read; one that is not answered well took for ever. */
async function readOne(path: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${origin}${path}`, { headers }).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status === 200 ? performance.now() - began : Infinity
}
