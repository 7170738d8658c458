import { personalFieldNames } from '@toguchi/domain/constructions/fields'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContractor, buildPlatformPerson, buildUser, type BuiltClient } from '../../test/build.ts'
import { everything as everythingOf, openEnd } from '../../test/ending-client.ts'
import { openWorld } from '../../test/world.ts'
import type { Db } from '../platform/database/database.ts'
import { keepBytes } from '../platform/files/files.ts'
import { eraseClients, eraseDueClient, erasePeople } from './retention.ts'

const world = await openWorld()
let end: Awaited<ReturnType<typeof openEnd>>
let client: BuiltClient

/** A company that ended on 2026-11-21 and is erased two months later; what it has of people says 私的. */
beforeEach(async () => {
  end = await openEnd(world)
  client = end.client
  const admin = await callAsAdmin()
  await world.call(admin, 'PATCH /api/clients/:id', {
    params: client,
    body: { client: { address: '東京都港区芝1-2-3', representative_phone: '0312345678', representative_name: '私的代表' } },
  })
  await namePeople()
  await end.setStatus('terminated')
})

/** Everybody of the company by a word that is found again; a contractor's craftsman took the money of its order. */
const namePeople = async () => {
  const contractor = await buildContractor(world, client)
  const craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
  await world.inClient(client.id, async db => {
    const personal = Object.fromEntries(
      [...personalFieldNames].map(name => [name, name === 'board_addresses' ? ['私的'] : name.includes('phone') ? '09000001111' : '私的']),
    )
    await db.updateTable('constructions').set(personal).execute()
    await db.updateTable('buildings').set({ manager: '私的管理人', phone: '09000001111' }).execute()
    await db.updateTable('contractors').set({ representative_name: '私的社長', address: '私的住所' }).execute()
    await db.updateTable('residents').set({ name: '私的居住者' }).execute()
    const signature = await keepBytes(world.platform, db, client.id, {
      bytes: Buffer.from('signature'),
      fileName: 'サイン.png',
      contentType: 'image/png',
    })
    await db
      .updateTable('orders')
      .set({ resident_name: '私的居住者', collected_by_user_id: craftsman.id, collection_signature_file_id: signature })
      .execute()
    await db.updateTable('receipts').set({ addressee: '宛名の人' }).execute()
  })
}

const callAsAdmin = () => buildPlatformPerson(world, 'admin')
const termsOf = () => end.termsOf()
const changeTerms = async (terms: object) =>
  world.call(await callAsAdmin(), 'PATCH /api/clients/:id/terms', { params: client, body: { terms } })
const run = (day: string) => end.run(day)
const everything = (table: string) => everythingOf(world, client, table)
const eventsOf = (kind: string) =>
  world.inClient(client.id, db =>
    db.selectFrom('events').where('kind', '=', kind).where('client_id', '=', client.id).select(['kind', 'actor_kind']).execute(),
  )
const kept = ['orders', 'receipts', 'rooms', 'residents', 'constructions', 'buildings', 'contractors', 'users', 'sale_settings']

/** Waits until somebody waits for what this transaction holds, or need not. */
const untilWaitedFor = async (db: Db, other: Promise<unknown>) => {
  let isOver = false
  void other.finally(() => (isOver = true)).catch(() => undefined)
  for (;;) {
    const { rows } = await sql<{ waiting: boolean }>`select exists (select from pg_stat_activity a
      where pg_backend_pid() = any(pg_blocking_pids(a.pid))) as waiting`.execute(db)
    if (isOver || rows[0]!.waiting) return
  }
}

describe('what is kept of a client', () => {
  it('says nobody’s contacts, and still to whom a receipt was given and by whom', async () => {
    for (const day of ['2027-01-07', '2027-01-21']) await run(day)
    expect((await termsOf()).state).toBe('erased')
    for (const table of kept) {
      expect(await everything(table), table).not.toContain('私的')
      expect(await everything(table), table).not.toContain('09000001111')
      expect(await everything(table), table).not.toBe('[]')
    }
    expect(await everything('receipts')).toContain('宛名の人')
    expect(await everything('sale_settings')).toContain('東京都港区芝1-2-3')
    expect(await everything('sale_settings')).toContain('0312345678')
    world.setNow('2029-01-21T00:05:00+09:00')
    await erasePeople(world.platform)
    expect(await everything('receipts')).toContain('宛名の人')
  })

  it('is found by what points to it, and erased from its outermost rows on', async () => {
    const { rows: unfound } = await world.inClient(client.id, db =>
      sql<{ name: string }>`select f.conname as name from pg_constraint f
        where f.contype = 'f' and f.confrelid in ('events'::regclass, 'residents'::regclass) and not exists (
          select from pg_index i where i.indrelid = f.conrelid and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] = f.conkey)`.execute(db),
    )
    expect(unfound).toEqual([])
    const { rows } = await world.inClient(client.id, db =>
      sql<{ name: string }>`select erasable.name from erasable_tables() as erasable (name)`.execute(db),
    )
    const names = rows.map(({ name }) => name)
    for (const [child, parent] of [
      ['outbox_messages', 'events'],
      ['room_answers', 'events'],
      ['assigns', 'rooms'],
      ['rooms', 'constructions'],
    ] as const)
      expect(names.indexOf(child), `${child} before ${parent}`).toBeLessThan(names.indexOf(parent))
  })
})

describe('the erasing of a client', () => {
  it('is announced, begun and done once, however many work on it', async () => {
    const runTwice = async (day: string) => {
      world.setNow(`${day}T00:05:00+09:00`)
      await Promise.all([eraseClients(world.platform), eraseClients(world.platform)])
      await Promise.all([world.runJobs(), world.runJobs()])
    }
    await runTwice('2027-01-07')
    expect(await eventsOf('clients.erasure_announced')).toHaveLength(1)
    await runTwice('2027-01-21')
    expect((await termsOf()).state).toBe('erased')
    for (const kind of ['clients.erasure_began', 'clients.erased']) expect(await eventsOf(kind)).toEqual([{ kind, actor_kind: 'system' }])
  })

  it('writes nothing more once its job is stopped', async () => {
    await run('2027-01-07')
    world.setNow('2027-01-21T00:05:00+09:00')
    await expect(eraseDueClient(world.platform, client.id, AbortSignal.abort())).rejects.toThrow('aborted')
    expect((await termsOf()).state).toBe('erasing')
    expect(await everything('residents')).toContain('私的居住者')
  })

  it('waits for a dwelling that somebody holds', async () => {
    await run('2027-01-07')
    let running: Promise<void> = Promise.resolve()
    await world.inClient(client.id, async db => {
      await sql`select from rooms where client_id = ${client.id} for no key update`.execute(db)
      running = run('2027-01-21')
      await untilWaitedFor(db, running)
    })
    await running
    expect((await termsOf()).state).toBe('erased')
    expect(await everything('residents')).not.toContain('私的居住者')
  })

  it('is not done as long as people of a dwelling are left, and leaves no bytes behind wherever it was broken off', async () => {
    await run('2027-01-07')
    const signature = await world.inClient(client.id, db =>
      db.selectFrom('files').where('file_name', '=', 'サイン.png').select('storage_key').executeTakeFirstOrThrow(),
    )
    const { remove } = world.platform.storage
    world.platform.storage.remove = () => Promise.reject(new Error('the disk is away'))
    await expect(run('2027-01-21')).rejects.toThrow()
    world.platform.storage.remove = remove
    await world.inClient(client.id, async db => {
      const order = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
      await db.updateTable('residents').set({ name: '私的な後の人', erased_at: null }).execute()
      await db
        .insertInto('refunds')
        .values({
          client_id: client.id,
          order_id: order.id,
          amount: 1100,
          refund_method: 'bank_transfer',
          state: 'account_wanted',
          reason: 'cancellation',
        })
        .execute()
    })
    await run('2027-01-22')
    expect(await termsOf()).toMatchObject({ state: 'erasing', open_refunds: 1 })
    await world.inClient(client.id, db => db.updateTable('refunds').set({ state: 'done', done_at: new Date() }).execute())
    await run('2027-01-23')
    expect((await termsOf()).state).toBe('erased')
    expect(await everything('residents')).not.toContain('私的な後の人')
    await expect(world.platform.storage.read(signature.storage_key).toArray()).rejects.toThrow('ENOENT')
  })
})

describe('PATCH /api/clients/:id/terms at the end of a client', () => {
  it('has a later day announced anew, and not an earlier one', async () => {
    await run('2027-01-07')
    await changeTerms({ erasure_months: 1 })
    expect((await termsOf()).warned_on).toBe('2027-01-07')
    await changeTerms({ erasure_months: 12 })
    expect(await termsOf()).toMatchObject({ warned_on: null, erase_on: '2027-11-21' })
    await run('2027-11-07')
    expect((await termsOf()).warned_on).toBe('2027-11-07')
    await run('2027-11-20')
    expect((await termsOf()).state).toBe('waiting')
  })

  it('comes before the erasing begins, or is refused', async () => {
    let changing = changeTerms({})
    await changing
    await world.inClient(client.id, async db => {
      await sql`select from clients where id = ${client.id} for no key update`.execute(db)
      await db.updateTable('client_terms').set({ erasure_began_at: world.platform.now() }).where('client_id', '=', client.id).execute()
      changing = changeTerms({ erasure_months: 12 })
      await untilWaitedFor(db, changing)
    })
    expect(await changing).toMatchObject({ status: 422, body: { code: 'client_erased' } })
    expect(await termsOf()).toMatchObject({ state: 'erasing', erasure_months: 2 })
  })
})
