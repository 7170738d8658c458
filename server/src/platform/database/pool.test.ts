import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { connect } from './pool.ts'

const database = await freshDatabase()
const pool = connect(database.appUrl, { max: 2 })
afterAll(async () => {
  await pool.close()
  await database.drop()
})

const asOwner = async (text: string, values: unknown[]) => {
  const owner = new pg.Client(database.url)
  await owner.connect()
  await owner.query(text, values).finally(() => owner.end())
}

it('survives a database that goes away between two statements of a transaction', async () => {
  const work = pool.write(null, async db => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await asOwner('select pg_terminate_backend($1)', [rows[0]?.pid])
    await sleep(100)
    await sql`select 1`.execute(db)
  })
  await expect(work).rejects.toThrow()
  expect(await pool.ask('select 1 as one', [])).toEqual([{ one: 1 }])
})
