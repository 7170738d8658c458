import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { benchPlatform } from '../../bench/platform.ts'
import { buildApp } from '../../server/src/app.ts'
import { applicationUrlOf } from '../../server/src/migrate/app-login.ts'
import { withClient } from '../../server/src/migrate/with-client.ts'
import { migrate } from '../../server/src/migrate/migrate.ts'
import { settleOrders } from '../../server/src/orders/orders.ts'
import { startJobs } from '../../server/src/platform/jobs/jobs.ts'
import { openSender } from '../../server/src/platform/messages/sender.ts'
import type { Platform } from '../../server/src/platform/platform.ts'
import { newToken, sha256 } from '../../server/src/platform/secrets.ts'
import { coordinator, databaseOf, dropEverywhere, joinNodes, makeAnew, nodes, say } from './nodes.ts'
import { ensureTown, town } from './town.ts'

/*
 * A coordinator that is killed (-9) between its two commits (docs/scale.md): node tools/citus/prove-crash.ts, with the nodes of engine.sh up.
 * Three moments, each held open by a lock and not by luck, of a card that is paid back and of a change of a company.
 */
const name = 'toguchi_crash'
const url = databaseOf(coordinator, name)
const folder = process.env.T ?? '/tmp/citus'
const held = 4711
const problems: string[] = []
const expect = (what: string, expected: unknown, found: unknown): void => {
  const same = isDeepStrictEqual(expected, found)
  console.log(`${same ? 'ok  ' : 'FAIL'} ${what}${same ? '' : `: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`}`)
  if (!same) problems.push(what)
}
const until = async (what: string, holds: () => Promise<boolean>, seconds = 60): Promise<void> => {
  for (let tries = 0; tries < seconds * 10; tries += 1) {
    if (await holds().catch(() => false)) return
    await sleep(100)
  }
  throw new Error(`never came: ${what}`)
}
const read = async <R extends pg.QueryResultRow>(at: string, text: string, values: unknown[] = []): Promise<R[]> =>
  withClient(at, async client => (await client.query<R>(text, values)).rows)

/** Ends every process of the coordinator, as a machine does whose power fails; the workers do not notice. */
const killCoordinator = (): void => {
  const lock = join(folder, 'data/n0/postmaster.pid')
  const postmaster = Number(readFileSync(lock, 'utf8').split('\n')[0])
  process.kill(postmaster, 'SIGSTOP')
  const children = execFileSync('ps', ['--ppid', String(postmaster), '-o', 'pid='], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
  for (const pid of [...children.map(Number), postmaster]) process.kill(pid, 'SIGKILL')
  // Where nobody buries the dead, its number would be taken for one that runs.
  rmSync(lock)
}
const startCoordinator = async (): Promise<void> => {
  // Its memory is free a moment after its last process.
  await until('the coordinator', async () => {
    execFileSync(new URL('cluster.sh', import.meta.url).pathname, ['up'], { stdio: 'ignore' })
    return (await read(url, 'select 1 as one')).length === 1
  })
}

/** On the worker a commit of changes to this part of a table waits, until whoever holds the lock lets it go on. */
const holdCommits = (worker: string, part: string): Promise<void> =>
  say(
    worker,
    'set citus.enable_ddl_propagation = off',
    'set citus.enable_manual_changes_to_shards = on',
    `create or replace function hold_commit() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(${held}); return null; end $$`,
    `create constraint trigger hold_commit after insert or update on ${part} deferrable initially deferred for each row execute function hold_commit()`,
  )
const letCommit = (worker: string, part: string): Promise<void> =>
  say(
    worker,
    'set citus.enable_ddl_propagation = off',
    'set citus.enable_manual_changes_to_shards = on',
    `drop trigger hold_commit on ${part}`,
  )
const isWaiting = (worker: string) => async (): Promise<boolean> =>
  (await read(worker, `select from pg_locks where locktype = 'advisory' and objid = ${held} and not granted`)).length > 0

const partOf = async (table: string, clientId: number): Promise<{ worker: string; part: string }> => {
  const [place] = await read<{ nodeport: number; part: string }>(
    url,
    `select p.nodeport, shard_name($1::regclass, s.id) as part from (select get_shard_id_for_distribution_column($1::regclass, $2::bigint) as id) s
     join pg_dist_shard_placement p on p.shardid = s.id`,
    [table, clientId],
  )
  const worker = nodes.find(node => Number(new URL(node).port) === place?.nodeport) ?? ''
  return { worker: databaseOf(worker, name), part: place?.part ?? '' }
}

interface Order {
  id: number
  client_id: number
}
const paidByCard = (): Promise<Order[]> =>
  read<Order>(
    url,
    `select o.id::int, o.client_id::int from orders o join payments pm on pm.client_id = o.client_id and pm.order_id = o.id and pm.state = 'paid'
     where o.status = 'paid' and o.pay_method = 'credit' order by o.id`,
  )

/** Headers of a signed-in administrator of the client. */
const signIn = async (clientId: number): Promise<Record<string, string>> => {
  const [person] = await read<{ id: string; login_id: string }>(
    url,
    `select id, login_id from users where client_id = $1 and type = 'Staff_Admin' and discarded_at is null order by id limit 1`,
    [clientId],
  )
  const [token, client] = [newToken(), newToken().slice(0, 22)]
  await withClient(url, owner =>
    owner.query(
      `insert into sessions (strategy, client_id, account_id, client_key, uid, token_hash, expires_at)
       values ('user', $1, $2, $3, $4, $5, now() + interval '1 day')`,
      [clientId, person?.id, client, person?.login_id, sha256(token)],
    ),
  )
  return { 'access-token': token, client, uid: person?.login_id ?? '', 'token-type': 'Bearer' }
}

const prepared = async (): Promise<number[]> =>
  Promise.all(
    nodes
      .slice(1)
      .map(async node => (await read(databaseOf(node, name), `select from pg_prepared_xacts where database = '${name}'`)).length),
  )
/** Citus looks for them by itself (citus.recover_2pc_interval, a minute): nobody is called. */
const recover = async (): Promise<void> => {
  const start = performance.now()
  await until('the end of the prepared transactions', async () => (await prepared()).every(count => count === 0), 180)
  console.log(`     Citus ended what was prepared after ${((performance.now() - start) / 1000).toFixed(0)} s, by itself`)
}

interface Program {
  platform: Platform
  call(headers: Record<string, string>, method: 'PATCH', path: string, body: object): Promise<number>
  stop(): Promise<void>
}
const start = async (): Promise<Program> => {
  const plain = benchPlatform(applicationUrlOf(url), await mkdtemp(join(tmpdir(), 'toguchi-crash-')))
  const jobs = await startJobs(plain.settings.databaseSessionUrl, { onError: () => undefined })
  // Eleven minutes ahead: a refund of which nothing was heard for ten is one that broke off.
  const platform: Platform = { ...plain, jobs, now: () => new Date(Date.now() + 11 * 60_000) }
  const app = await buildApp({ ...plain, jobs })
  return {
    platform,
    call: async (headers, method, path, body) => (await app.inject({ method, url: path, headers, payload: body })).statusCode,
    stop: async () => {
      await app.close()
      await jobs.close().catch(() => undefined)
      await plain.live.close().catch(() => undefined)
      await plain.pool.close()
    },
  }
}

const messagesOf = (orderEvent: string, clientId: number) =>
  read<{ state: string }>(
    url,
    `select m.state from outbox_messages m join events e on e.client_id = m.client_id and e.id = m.event_id
     where m.client_id = $1 and e.kind = $2 and e.id > $3 order by m.id`,
    [clientId, orderEvent, lastEvent],
  )
let lastEvent = 0

/** Of each refund of the order where it stands, and how many jobs there are for it. */
const refundOf = async ({ id, client_id }: Order) => {
  const [refund] = await read<{ id: string; state: string }>(url, 'select id, state from refunds where client_id = $1 and order_id = $2', [
    client_id,
    id,
  ])
  const jobs = await read(
    url,
    `select from pgboss.job where name = 'payments' and data ->> 'kind' = 'refund' and data ->> 'refund_id' = $1`,
    [refund?.id ?? ''],
  )
  return { state: refund?.state ?? null, jobs: jobs.length }
}

/** Sends the request, and kills the coordinator while the client's worker is about to commit what it changed of refunds. */
const dieDuring = async (order: Order, request: (program: Program) => Promise<number>): Promise<void> => {
  const { worker, part } = await partOf('refunds', order.client_id)
  lastEvent = Number((await read<{ last: string }>(url, 'select max(id) as last from events'))[0]?.last)
  await holdCommits(worker, part)
  const program = await start()
  await withClient(worker, async holder => {
    await holder.query(`select pg_advisory_lock(${held})`)
    const answer = request(program).catch(() => 0)
    await until('the commit of the worker', isWaiting(worker))
    killCoordinator()
    await holder.query(`select pg_advisory_unlock(${held})`)
    expect('the request was not answered as done', true, (await answer) >= 500)
    await until('the commit on the worker', async () => !(await isWaiting(worker)()))
  })
  await program.stop().catch(() => undefined)
  console.log(`     prepared on the workers: ${(await prepared()).join(', ')}`)
  await startCoordinator()
  await recover()
  await letCommit(worker, part)
}

/** An order paid by card is cancelled: cause and job stand together or fall together, and the request can be repeated. */
const cancelOrder = async (): Promise<void> => {
  const [order] = await paidByCard()
  if (!order) throw new Error('the town has no order paid by card')
  const headers = await signIn(order.client_id)
  const cancel = (program: Program) => program.call(headers, 'PATCH', `/api/orders/${order.id}/cancel_order`, {})
  await dieDuring(order, cancel)
  const after = await refundOf(order)
  console.log(`     after it: ${JSON.stringify(after)}`)
  const program = await start()
  if (after.state === null) {
    expect(
      'neither refund nor job is left, and nobody is written to',
      [0, []],
      [after.jobs, await messagesOf('orders.canceled', order.client_id)],
    )
    expect('the request is repeated', 200, await cancel(program))
  }
  expect('the refund waits', 'processing', (await refundOf(order)).state)
  // In the morning: nobody is written to at night.
  const sender = openSender({ ...program.platform, now: () => new Date(Date.now() + 24 * 3_600_000) })
  await until('the message', async () => {
    await sender.wake()
    return (await messagesOf('orders.canceled', order.client_id)).every(({ state }) => state === 'sent')
  })
  await sender.stop()
  expect(
    'one message was sent',
    ['sent'],
    (await messagesOf('orders.canceled', order.client_id)).map(({ state }) => state),
  )
  // The job is lost, however that comes to be: the cause has a row of its own.
  await say(url, `delete from pgboss.job where name = 'payments'`)
  await settleOrders(program.platform)
  expect('without its job the refund is sent by the daily work', 'done', (await refundOf(order)).state)
  await settleOrders(program.platform)
  expect('… once, though the day came twice', 1, await sent(order))
  await program.stop()
}

/** A refund that failed is sent again: a change of one row of one worker, which commits it before the coordinator its job. */
const sendAgain = async (): Promise<void> => {
  const [order] = await paidByCard()
  if (!order) throw new Error('the town has no other order paid by card')
  const headers = await signIn(order.client_id)
  const program = await start()
  expect('an order is cancelled', 200, await program.call(headers, 'PATCH', `/api/orders/${order.id}/cancel_order`, {}))
  await program.stop()
  await say(
    url,
    `delete from pgboss.job where name = 'payments'`,
    `update refunds set state = 'failed', attempt_key = null where client_id = ${order.client_id} and order_id = ${order.id}`,
  )
  const [refund] = await read<{ id: string }>(url, 'select id from refunds where client_id = $1 and order_id = $2', [
    order.client_id,
    order.id,
  ])
  await dieDuring(order, again => again.call(headers, 'PATCH', `/api/refunds/${refund?.id}`, { refund: { action: 'send' } }))
  const after = await refundOf(order)
  console.log(`     after it: ${JSON.stringify(after)}`)
  expect('no job is left', 0, after.jobs)
  if (after.state !== 'processing') return
  const later = await start()
  await settleOrders(later.platform)
  expect('the daily work sent the refund whose job is lost', 'done', (await refundOf(order)).state)
  expect('… once', 1, await sent(order))
  await later.stop()
}

/** How often the sandbox was asked to pay it back: by keys, of which each pays once. */
const sent = async (order: Order): Promise<number> => {
  const [payment] = await read<{ uuid: string }>(url, 'select uuid from payments where client_id = $1 and order_id = $2', [
    order.client_id,
    order.id,
  ])
  return (await read(url, 'select from sandbox_refunds where uuid = $1', [payment?.uuid])).length
}

const nameOfCompany = async (): Promise<string[]> =>
  Promise.all(
    nodes.map(async node => (await read<{ name: string }>(databaseOf(node, name), 'select name from clients where id = 1'))[0]?.name ?? ''),
  )
const rename = async (to: string): Promise<void> => {
  await withClient(applicationUrlOf(url), async application => {
    await application.query('set synchronous_commit = on')
    await application.query('begin')
    await application.query('update clients set name = $1 where id = 1', [to])
    await application.query('commit')
  }).catch(() => undefined)
}

/** A row of every node: all have prepared, and the coordinator dies before it has decided. */
const dieUndecided = async (): Promise<void> => {
  const before = await nameOfCompany()
  const worker = databaseOf(nodes[2] ?? '', name)
  const part =
    (
      await read<{ part: string }>(
        url,
        `select shard_name(logicalrelid, shardid) as part from pg_dist_shard where logicalrelid = 'clients'::regclass`,
      )
    )[0]?.part ?? ''
  await holdCommits(worker, part)
  await withClient(worker, async holder => {
    await holder.query(`select pg_advisory_lock(${held})`)
    const renaming = rename('決まらない会社')
    await until('the second worker', isWaiting(worker))
    killCoordinator()
    await holder.query(`select pg_advisory_unlock(${held})`)
    await renaming
    await until('the second worker', async () => !(await isWaiting(worker)()))
  })
  console.log(`     prepared on the workers: ${(await prepared()).join(', ')}`)
  expect(
    'something was prepared and not decided',
    true,
    (await prepared()).some(count => count > 0),
  )
  await startCoordinator()
  await recover()
  await letCommit(worker, part)
  expect('what was not decided is nowhere', before, await nameOfCompany())
}

/** The same, and the coordinator dies when it has decided and told nobody: it waits for a standby that there is not. */
const dieDecided = async (): Promise<void> => {
  const settings = join(folder, 'data/n0/postgresql.auto.conf')
  await say(coordinator, `alter system set synchronous_standby_names = 'nobody'`, 'select pg_reload_conf()')
  const renaming = rename('決まった会社')
  await until('the decision', async () => (await read(url, `select from pg_stat_activity where wait_event = 'SyncRep'`)).length > 0)
  killCoordinator()
  await renaming
  appendFileSync(settings, `synchronous_standby_names = ''\n`)
  console.log(`     prepared on the workers: ${(await prepared()).join(', ')}`)
  expect('both workers wait to hear what was decided', [1, 1], await prepared())
  await startCoordinator()
  await recover()
  await say(coordinator, 'alter system reset synchronous_standby_names', 'select pg_reload_conf()')
  expect(
    'what was decided is everywhere',
    nodes.map(() => '決まった会社'),
    await nameOfCompany(),
  )
}

await ensureTown()
await makeAnew(name, town)
await joinNodes(name)
await migrate(url)
for (const node of nodes) await say(node, `alter database ${name} set synchronous_commit = on`)
for (const [what, happens] of [
  ['an order is cancelled', cancelOrder],
  ['a refund is sent again', sendAgain],
  ['not decided', dieUndecided],
  ['decided', dieDecided],
] as const) {
  console.log(`-- ${what}`)
  await happens()
}
if (problems.length > 0) process.exitCode = 1
else await dropEverywhere(name)
