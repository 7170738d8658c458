import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase, freshDatabase, type FreshDatabase } from '../../test/database.ts'
import { withClient } from './with-client.ts'
import { ownNeeds } from './migrations.ts'
import { demandDatabaseToMigrate, demandMigratedDatabase } from './whose-database.ts'

let database: FreshDatabase
beforeEach(async () => {
  database = await emptyDatabase()
})
afterEach(() => database.drop())

const run = (text: string) => withClient(database.url, client => client.query(text))
const toMigrate = (url = database.url) => withClient(url, client => demandDatabaseToMigrate(client, ownNeeds()))
const migrated = (url = database.url) => withClient(url, client => demandMigratedDatabase(client, ownNeeds()))
const refusal = (words: RegExp) => expect.objectContaining({ name: 'Refusal', message: expect.stringMatching(words) })

describe('whose a database is', () => {
  it('is ours to migrate when it is empty, also where extensions have tables in it, and not ours to use yet', async () => {
    await toMigrate()
    await run('create extension pg_stat_statements')
    await toMigrate()
    await expect(migrated()).rejects.toEqual(refusal(/まだ表がありません.*bin\/admin migrate/))
  })

  it('is another application’s when it has tables and not our book, also one that has a book of the same name', async () => {
    await run('create table schema_migrations (version text primary key); create table invoices (id int)')
    const words = /別のアプリケーションの表（invoices、schema_migrations）/
    await expect(toMigrate()).rejects.toEqual(refusal(words))
    await expect(migrated()).rejects.toEqual(refusal(words))
  })

  it('is another application’s when its book knows none of our migrations', async () => {
    await run(`create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
      create table invoices (id int)`)
    await toMigrate()
    await run(`insert into schema_migrations values ('0001_invoices.sql', '')`)
    await expect(toMigrate()).rejects.toEqual(refusal(/別のアプリケーション/))
    await expect(migrated()).rejects.toEqual(refusal(/別のアプリケーション/))
  })

  it('is ours with our book, for the application’s login too, until a newer program took away from it what this one uses', async () => {
    const ours = await freshDatabase()
    await toMigrate(ours.url)
    await migrated(ours.url)
    await migrated(ours.appUrl)
    await withClient(ours.url, client =>
      client.query(`insert into schema_migrations (name, checksum, oldest_version) values ('9999_rooms.sql', '', '999.0.0')`),
    )
    for (const url of [ours.url, ours.appUrl])
      await expect(migrated(url)).rejects.toEqual(refusal(/より新しいです: 9999_rooms.sql がありません。新しいバージョン/))
    await expect(toMigrate(ours.url)).rejects.toEqual(refusal(/より新しいです/))
    await ours.drop()
  })

  it('has to be of a server that is new enough', async () => {
    // The server's own number, hidden by one in front of it on the path of this connection.
    await run(`create schema older;
      create function older.current_setting(name text) returns text language sql
        return case name when 'server_version_num' then '170009' when 'server_version' then '17.9' end`)
    const older = `${database.url}?options=-csearch_path%3Dolder,pg_catalog,public`
    await expect(toMigrate(older)).rejects.toEqual(refusal(/PostgreSQL 18 以上が必要です（接続先は 17.9）/))
    await expect(migrated(older)).rejects.toEqual(refusal(/PostgreSQL 18 以上が必要です/))
  })

  it('has to let its login make tables, and says what an administrator has to run', async () => {
    const login = `stranger_${process.pid}`
    const url = new URL(database.url)
    await run(`create role ${login} login password 'x'`)
    ;[url.username, url.password] = [login, 'x']
    await expect(toMigrate(url.href)).rejects.toEqual(
      refusal(new RegExp(`${login} には.*表を作る権限がありません.*ALTER DATABASE "${url.pathname.slice(1)}" OWNER TO "${login}";`)),
    )
    await run(`alter database ${url.pathname.slice(1)} owner to ${login}`)
    await toMigrate(url.href)
    await run(`alter database ${url.pathname.slice(1)} owner to current_user; drop role ${login}`)
  })
})
