import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildClient,
  buildConstruction,
  buildPlatformPerson,
  buildResident,
  buildUser,
  type BuiltClient,
  type BuiltPerson,
} from '../../test/build.ts'
import { unzip } from '../../test/unzip.ts'
import { openWorld } from '../../test/world.ts'
import { keepBytes } from '../platform/files/files.ts'
import { enqueueMail } from '../platform/messages/outbox.ts'
import { columnLabels, hiddenColumns, tableLabels, unexportedTables } from '@toguchi/domain/exports/export-labels'
import { valueLabelOf } from '@toguchi/domain/exports/export-values'
import { forgetExports } from './client-terms.ts'

const world = await openWorld()
let client: BuiltClient
let other: BuiltClient
let admin: BuiltPerson

beforeAll(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  client = await buildClient(world, { name: '書き出す会社' })
  other = await buildClient(world, { name: 'よその会社' })
  admin = await buildPlatformPerson(world, 'admin')
  for (const [one, name] of [
    [client, '鈴木 一郎'],
    [other, '高橋 次郎'],
  ] as const) {
    const construction = await buildConstruction(world, one)
    await buildResident(world, one, construction.rooms[0]!.id, { name, passwordDigest: 'digest-of-password' })
    await world.inClient(one.id, async db => {
      const file_id = await keepBytes(world.platform, db, one.id, {
        bytes: Buffer.from(`manual of ${name}`),
        fileName: '図面.pdf',
        contentType: 'application/pdf',
      })
      await db
        .insertInto('documents')
        .values({
          client_id: one.id,
          uuid: randomUUID(),
          kind: 'document',
          construction_id: construction.id,
          title: '図面',
          file_id,
          created_by_kind: 'admin',
          created_by_id: admin.id,
        })
        .execute()
      for (const kind of ['distribution_sheets', 'absence_slip', 'call_list']) {
        const paper = { bytes: Buffer.from(`${kind} with live codes`), fileName: `${kind}.pdf`, contentType: 'application/pdf' }
        const made = {
          state: 'done' as const,
          file_id: await keepBytes(world.platform, db, one.id, paper),
          finished_at: new Date('2026-11-21T01:00:00Z'),
        }
        await db
          .insertInto('jobs')
          .values({
            client_id: one.id,
            kind,
            total: 1,
            done: 1,
            requested_by_kind: 'admin',
            requested_by_id: admin.id,
            ...made,
          })
          .execute()
      }
      await enqueueMail(db, one.id, { kind: 'password_link', to: ['a@example.jp'], subject: '再設定', body: 'https://secret-link' })
    })
  }
})

const show = async () => (await world.call(admin, 'GET /api/clients/:id/terms', { params: client })).body.terms
const fetchNewest = () =>
  world.call(admin, 'POST /api/clients/:id/exports/:export_id/downloads', { params: { id: client.id, export_id: newest } })
let newest = 0

describe('POST /api/clients/:id/exports', () => {
  it('is made once at a time, and is the admins’ alone', async () => {
    const first = await world.call(admin, 'POST /api/clients/:id/exports', { params: client })
    expect(first).toMatchObject({
      status: 202,
      body: { message: 'データの書き出しを始めました。', terms: { exports: [{ state: 'waiting' }] } },
    })
    const second = await world.call(await buildPlatformPerson(world, 'admin'), 'POST /api/clients/:id/exports', { params: client })
    expect(second.body.terms.exports).toHaveLength(1)
    for (const person of [await buildUser(world, client, 'Staff_Admin'), await buildPlatformPerson(world, 'operator', client)])
      expect((await world.call(person, 'POST /api/clients/:id/exports', { params: client })).status).toBe(403)
    newest = first.body.terms.exports[0]!.id
  })
})

describe('POST /api/clients/:id/exports/:export_id/downloads', () => {
  it('gives the whole company out as one zip, and nothing of another, and says who took it', async () => {
    expect(await fetchNewest()).toMatchObject({ status: 422, body: { code: 'no_export' } })
    await world.runJobs()
    expect((await show()).exports).toMatchObject([
      { id: newest, state: 'done', error: null, note: null, kept_until: '2026-12-05T10:00:00+09:00' },
    ])
    const { body } = await fetchNewest()
    const answer = await world.platform.pool.read(client.id, db =>
      db
        .selectFrom('jobs as j')
        .innerJoin('files as fi', join => join.onRef('fi.client_id', '=', 'j.client_id').onRef('fi.id', '=', 'j.file_id'))
        .where('j.client_id', '=', client.id)
        .where('j.id', '=', newest)
        .select('fi.storage_key')
        .executeTakeFirstOrThrow(),
    )
    expect((await world.send({ headers: {} }, 'GET', body.file_url)).status).toBe(200)
    const entries = await unzip(await buffer(world.platform.storage.read(answer.storage_key)))
    const names = [...entries.keys()]
    const text = [...entries.values()].map(bytes => bytes.toString('utf8')).join('\n')
    for (const [at, label] of Object.values(tableLabels).entries())
      expect(names).toContain(`データ/${String(at + 1).padStart(2, '0')}_${label}.csv`)
    expect(names).toContainEqual(expect.stringMatching(/^書類\/\d+_図面\.pdf$/))
    expect(names.filter(name => name.startsWith('帳票/'))).toEqual([expect.stringMatching(/^帳票\/\d+_call_list\.pdf$/)])
    expect(entries.get('はじめにお読みください.txt')?.toString()).toContain('案内状と不在票は、')
    // A code beside its words.
    expect(text).toContain('契約中（contracted）')
    expect(text).toContain('未着手（waiting）')
    for (const word of ['鈴木 一郎', 'manual of 鈴木 一郎', '居住者ID', '企業名', '書き出す会社']) expect(text).toContain(word)
    for (const word of ['高橋 次郎', 'よその会社', 'secret-link', 'sheets with live codes', 'slip with live codes', 'digest-of-password'])
      expect(text).not.toContain(word)
    const events = await world.inClient(client.id, db =>
      db.selectFrom('events').where('kind', 'like', 'clients.%').orderBy('id').select(['kind', 'actor_kind', 'actor_id']).execute(),
    )
    expect(events).toEqual(['clients.exported', 'clients.export_fetched'].map(kind => ({ kind, actor_kind: 'admin', actor_id: admin.id })))
  })

  it('is taken away after two weeks, and knows no export of another company', async () => {
    expect(
      (await world.call(admin, 'POST /api/clients/:id/exports/:export_id/downloads', { params: { id: other.id, export_id: newest } }))
        .status,
    ).toBe(404)
    world.setNow('2026-12-05T10:30:00+09:00')
    const zip = await world.inClient(client.id, db =>
      db
        .selectFrom('jobs as j')
        .innerJoin('files as fi', join => join.onRef('fi.client_id', '=', 'j.client_id').onRef('fi.id', '=', 'j.file_id'))
        .where('j.id', '=', newest)
        .select('fi.storage_key')
        .executeTakeFirstOrThrow(),
    )
    const { remove } = world.platform.storage
    world.platform.storage.remove = () => Promise.reject(new Error('the disk is away'))
    await expect(forgetExports(world.platform)).rejects.toThrow('failed')
    world.platform.storage.remove = remove
    await forgetExports(world.platform)
    await expect(world.platform.storage.read(zip.storage_key).toArray()).rejects.toThrow('ENOENT')
    admin = await buildPlatformPerson(world, 'admin')
    expect((await fetchNewest()).status).toBe(422)
    expect((await show()).exports).toMatchObject([{ kept_until: null }])
  })
})

describe('what an export says', () => {
  it('has a Japanese name for every table and column of a client, or leaves it out on purpose', async () => {
    const { rows } = await world.inClient(null, db =>
      sql<{ name: string; columns: string[] }>`select c.relname::text as name, array_agg(a.attname::text) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1`.execute(db),
    )
    const tables = rows.filter(({ columns }) => columns.includes('client_id'))
    const known = [...Object.keys(tableLabels), ...unexportedTables]
    expect(tables.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
    const columns = new Set(tables.filter(({ name }) => name in tableLabels).flatMap(table => table.columns))
    expect([...columns].filter(name => !(name in columnLabels) && !hiddenColumns.includes(name))).toEqual([])
    expect(Object.keys(columnLabels).filter(name => !columns.has(name))).toEqual([])
  })

  it('has Japanese words for every code that a column may hold', async () => {
    const { rows } = await world.inClient(null, db =>
      sql<{ name: string; rule: string }>`select con.conrelid::regclass::text as name, pg_get_constraintdef(con.oid) as rule
        from pg_constraint con where con.contype = 'c' and con.connamespace = 'public'::regnamespace
          and pg_get_constraintdef(con.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[''\\w+''::text'`.execute(db),
    )
    const codes = rows.flatMap(({ name, rule }) => {
      const column = /^CHECK \(\((\w+) = ANY/.exec(rule)?.[1] ?? ''
      return (name in tableLabels || name === 'clients') && !hiddenColumns.includes(column)
        ? [...rule.matchAll(/'(\w+)'::text/g)].map(([, code = '']) => [name, column, code] as const)
        : []
    })
    expect(codes.length).toBeGreaterThan(100)
    expect(codes.filter(([table, column, code]) => valueLabelOf(table, column, code) === null)).toEqual([])
    // Who did it, which not every table restricts.
    const doers = Object.keys(columnLabels).filter(column => column.endsWith('_by_kind') || column === 'actor_kind')
    expect(doers.length).toBeGreaterThan(7)
    const kinds = ['admin', 'operator', 'staffAdmin', 'staff', 'craftsman', 'resident', 'system']
    expect(doers.filter(column => kinds.some(kind => valueLabelOf('events', column, kind) === null))).toEqual([])
    // Nothing that every object has is a code.
    expect([valueLabelOf('events', 'actor_kind', 'constructor'), valueLabelOf('toString', 'name', 'length')]).toEqual([null, null])
  })
})
