import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../test/database.ts'
import { compareKeyMark, demandKeyMark } from './key-mark.ts'

let database: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client(database.appUrl)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})
const keys = (secretKey: string, previousSecretKey: string | null = null) => ({ secretKey, previousSecretKey })

it('refuses a key that the database was not served with, and takes a change that names the one before', async () => {
  expect(await compareKeyMark(client, keys('first'))).toBe('new')
  await Promise.all([demandKeyMark(client, keys('first')), demandKeyMark(client, keys('first'))])
  expect(await compareKeyMark(client, keys('first'))).toBe('same')
  await expect(demandKeyMark(client, keys('another'))).rejects.toThrow('SECRET_KEY')
  await expect(demandKeyMark(client, keys('another', 'not the first'))).rejects.toThrow('PREVIOUS_SECRET_KEY')
  expect(await compareKeyMark(client, keys('second', 'first'))).toBe('changed')
  await demandKeyMark(client, keys('second', 'first'))
  expect(await compareKeyMark(client, keys('second'))).toBe('same')
  await expect(demandKeyMark(client, keys('first'))).rejects.toThrow('SECRET_KEY')
  // Nobody gets from the mark to the key.
  const { rows } = await client.query<{ mark: Buffer }>('select mark from secret_key_mark')
  expect(rows.map(({ mark }) => mark.length)).toEqual([32])
})
