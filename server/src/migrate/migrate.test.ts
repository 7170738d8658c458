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
    write('0002_rooms.sql', 'create table rooms (id int);\nalter table rooms\n  add floor nonsense;')
    await expect(run()).rejects.toMatchObject({ name: 'Refusal', message: expect.stringContaining('0002_rooms.sql の3行目') })
    expect(await ask(`select to_regclass('rooms') as rooms`)).toEqual([{ rooms: null }])
    expect(await ask('select name from schema_migrations')).toEqual([{ name: '0001_notes.sql' }])
  })

  it('refuses a file that was changed after it was applied', async () => {
    await run()
    write('0001_notes.sql', 'create table notes (id bigint primary key)')
    await expect(run()).rejects.toMatchObject({ name: 'Refusal', message: expect.stringContaining('0001_notes.sql が変更されています') })
  })

  it('refuses a number that came late, a number used twice, a vague name and a newer database', async () => {
    write('0003_rooms.sql', 'select 1')
    await run()
    write('0002_rooms.sql', 'select 1')
    await expect(run()).rejects.toThrow('0002_rooms.sql は適用済みの 0003_rooms.sql より古い番号です')
    write('0003_floors.sql', 'select 1')
    await expect(run()).rejects.toThrow('番号が重複')
    rmSync(join(folder, '0003_floors.sql'))
    write('4.sql', 'select 1')
    await expect(run()).rejects.toThrow('名前が正しくありません: 4.sql')
    for (const name of ['0002_rooms.sql', '0003_rooms.sql', '4.sql']) rmSync(join(folder, name))
    await expect(run()).rejects.toThrow('データベースがこのプログラムより新しい')
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
