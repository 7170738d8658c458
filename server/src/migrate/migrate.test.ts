import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '../../test/database.ts'
import { migrate } from './migrate.ts'

let database: FreshDatabase
let folder: string
beforeEach(async () => {
  database = await emptyDatabase()
  folder = mkdtempSync(join(tmpdir(), 'toguchi-migrations-'))
  write('0001_notes.sql', 'create table notes (id int primary key);\ngrant select on notes to toguchi_app;\n')
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

const write = (name: string, sql: string): void => writeFileSync(join(folder, name), sql)
const run = (): Promise<string[]> => migrate(database.url, { folder })
const ask = async (sql: string, options = ''): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: database.url, options })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

describe('migrate', () => {
  it('applies each file once, in order', async () => {
    write('0002_rooms.sql', 'alter table notes add room text')
    expect(await run()).toEqual(['0001_notes.sql', '0002_rooms.sql'])
    expect(await run()).toEqual([])
    write('0003_rooms.sql', 'alter table notes add floor int')
    expect(await run()).toEqual(['0003_rooms.sql'])
  })

  it('lets two processes start at once', async () => {
    write('0001_notes.sql', 'create table notes (id int); select pg_sleep(0.2)')
    const applied = await Promise.all([run(), run(), run()])
    expect(applied.flat()).toEqual(['0001_notes.sql'])
  })

  it('keeps nothing of a file that fails, and names the line', async () => {
    const before = '/* Rooms;\n their floors */\ncreate function floor_of() returns int language sql as $$\n  select 1;\n$$;\n'
    write('0002_rooms.sql', `${before}create table rooms (id int);\nalter table rooms\n  add floor nonsense;`)
    await expect(run()).rejects.toMatchObject({ name: 'Refusal', message: expect.stringContaining('0002_rooms.sql の8行目') })
    expect(await ask(`select to_regclass('rooms') as rooms`)).toEqual([{ rooms: null }])
    expect(await ask('select name from schema_migrations')).toEqual([{ name: '0001_notes.sql' }])
  })

  it('sends each statement by itself, in one transaction: a coordinator sends on to its nodes what came in one trip', async () => {
    write(
      '0002_rooms.sql',
      '-- Rooms; each.\ncreate table said (at bigint, text text);\ninsert into said select txid_current(), current_query();\ninsert into said select txid_current(), current_query();',
    )
    await run()
    expect(await ask('select count(distinct at)::int as transactions, array_agg(distinct text) as texts from said')).toEqual([
      { transactions: 1, texts: ['insert into said select txid_current(), current_query()'] },
    ])
  })

  it('refuses a file that was changed after it was applied', async () => {
    await run()
    write('0001_notes.sql', 'create table notes (id bigint primary key)')
    await expect(run()).rejects.toMatchObject({ name: 'Refusal', message: expect.stringContaining('0001_notes.sql が変更されています') })
  })

  it('refuses a number that came late, a number used twice, and a vague name', async () => {
    write('0003_rooms.sql', 'select 1')
    await run()
    write('0002_rooms.sql', 'select 1')
    await expect(run()).rejects.toThrow('0002_rooms.sql は適用済みの 0003_rooms.sql より古い番号です')
    write('0003_floors.sql', 'select 1')
    await expect(run()).rejects.toThrow('番号が重複')
    rmSync(join(folder, '0003_floors.sql'))
    write('4.sql', 'select 1')
    await expect(run()).rejects.toThrow('名前が正しくありません: 4.sql')
  })

  it('accepts a newer database that it can live with, and refuses one that lacks what it uses', async () => {
    write('0002_rooms.sql', 'alter table notes add room text')
    write('0003_rooms.sql', '-- contracts: notes.id, unused since v0.2.0\nalter table notes drop column id')
    await run()
    expect(await ask('select name, oldest_version from schema_migrations order by name')).toEqual([
      { name: '0001_notes.sql', oldest_version: null },
      { name: '0002_rooms.sql', oldest_version: null },
      { name: '0003_rooms.sql', oldest_version: '0.2.0' },
    ])
    for (const name of ['0002_rooms.sql', '0003_rooms.sql']) rmSync(join(folder, name))
    expect(await migrate(database.url, { folder, version: '0.2.0' })).toEqual([])
    await expect(migrate(database.url, { folder, version: '0.1.9' })).rejects.toMatchObject({
      name: 'Refusal',
      message: expect.stringContaining('データベースがこのプログラムより新しいです: 0003_rooms.sql がありません'),
    })
    // What it knows itself is held to what it was, also beside a newer one.
    write('0001_notes.sql', 'create table notes (id bigint primary key)')
    await expect(migrate(database.url, { folder, version: '0.2.0' })).rejects.toThrow('0001_notes.sql が変更されています')
  })

  it('takes up a database whose book has no column for what was taken away', async () => {
    await run()
    await ask('alter table schema_migrations drop column oldest_version')
    write('0002_rooms.sql', 'alter table notes add room text')
    expect(await run()).toEqual(['0002_rooms.sql'])
    expect(await ask('select count(*)::int as count from schema_migrations where oldest_version is null')).toEqual([{ count: 2 }])
  })

  it.each([
    '-- contracts: notes.id\n',
    '-- Contracts: notes.id, unused since v1\n',
    '\n-- contracts: notes.id, unused since v1.0.0\n',
    '-- outside transaction\n',
    '/* first */\n-- outside a transaction\n',
  ])('refuses a head that is nearly a mark: %j', async head => {
    write('0002_rooms.sql', `${head}select 1;\n`)
    await expect(run()).rejects.toThrow('0002_rooms.sql の先頭の行が正しくありません')
  })

  it('gives way to whoever holds a table, lets others pass meanwhile, and tries again', async () => {
    await run()
    write('0002_rooms.sql', 'alter table notes add room text')
    const reader = new pg.Client(database.url)
    await reader.connect()
    await reader.query('begin; select from notes')
    const running = run()
    const isWaiting = async () =>
      (await ask(`select from pg_locks where relation = 'notes'::regclass and mode = 'AccessExclusiveLock' and not granted`)).length === 1
    await expect.poll(isWaiting, { timeout: 25_000 }).toBe(true)
    // Behind the lock that is waited for, until it is let go.
    await ask('select from notes')
    await expect.poll(isWaiting, { timeout: 25_000 }).toBe(false)
    expect(await ask('select name from schema_migrations')).toEqual([{ name: '0001_notes.sql' }])
    await reader.query('commit')
    expect(await running).toEqual(['0002_rooms.sql'])
    await reader.end()
  })

  describe('outside a transaction', () => {
    const index = `-- outside a transaction
-- What a list reads; two of them; with a comma at the end of nothing.
create index concurrently if not exists notes_room_idx on notes (room);
create unique index concurrently if not exists notes_room_key
  on notes (room, id);
`
    const isValid = () =>
      ask(`select relname, indisvalid from pg_index join pg_class on oid = indexrelid where relname like 'notes_room%' order by relname`)
    beforeEach(() =>
      write(
        '0001_notes.sql',
        'create table notes (id int, room text); grant select on notes to toguchi_app; insert into notes values (1), (2)',
      ),
    )

    it('builds indexes while others write', async () => {
      await run()
      const writer = new pg.Client(database.url)
      await writer.connect()
      await writer.query(`begin; insert into notes values (3, 'A')`)
      write('0002_rooms.sql', index)
      const running = run()
      await expect
        .poll(() => ask(`select from pg_stat_activity where query like 'create index concurrently%' and wait_event = 'virtualxid'`))
        .toHaveLength(1)
      await ask(`insert into notes values (4, 'B')`)
      await writer.query('commit')
      expect(await running).toEqual(['0002_rooms.sql'])
      expect(await isValid()).toEqual([
        { relname: 'notes_room_idx', indisvalid: true },
        { relname: 'notes_room_key', indisvalid: true },
      ])
      await writer.end()
    })

    it('lets several processes start at once: one builds, and waits for none that waits for it', async () => {
      write('0002_rooms.sql', index)
      expect((await Promise.all([run(), run(), run()])).flat()).toEqual(['0001_notes.sql', '0002_rooms.sql'])
    })

    it('begins again after it was interrupted, and leaves no index that serves nobody', async () => {
      await run()
      await ask('insert into notes values (5, $$A$$), (5, $$A$$)')
      write('0002_rooms.sql', index)
      await expect(run()).rejects.toMatchObject({ name: 'Refusal', message: expect.stringContaining('0002_rooms.sql の2番目の文で失敗') })
      expect(await isValid()).toEqual([
        { relname: 'notes_room_idx', indisvalid: true },
        { relname: 'notes_room_key', indisvalid: false },
      ])
      expect(await ask('select name from schema_migrations')).toEqual([{ name: '0001_notes.sql' }])
      await ask('delete from notes where id = 5')
      expect(await run()).toEqual(['0002_rooms.sql'])
      expect(await isValid()).toEqual([
        { relname: 'notes_room_idx', indisvalid: true },
        { relname: 'notes_room_key', indisvalid: true },
      ])
    })
  })

  it('gives the application a role that reads what it was granted and owns nothing', async () => {
    await run()
    expect(await ask('select current_user as role', '-c role=toguchi_app')).toEqual([{ role: 'toguchi_app' }])
    expect(await ask('select * from notes', '-c role=toguchi_app')).toEqual([])
    await expect(ask('insert into notes values (1)', '-c role=toguchi_app')).rejects.toThrow('permission denied')
    expect(await ask(`select rolsuper or rolbypassrls or rolcanlogin as strong from pg_roles where rolname = 'toguchi_app'`)).toEqual([
      { strong: false },
    ])
  })

  it('says in one sentence that the database cannot be reached', async () => {
    await expect(migrate('postgres://nobody:x@127.0.0.1:9/none', { folder })).rejects.toMatchObject({
      name: 'Refusal',
      message: expect.stringContaining('データベースに接続できません'),
    })
    await expect(migrate('nonsense', { folder })).rejects.toMatchObject({ name: 'Refusal' })
  })
})
