import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, it } from 'vitest'
import { endsWithTests } from '../../test/children.ts'
import { freshDatabase } from '../../test/database.ts'

const program = fileURLToPath(new URL('admin.ts', import.meta.url))

interface Said {
  code: number | null
  output: string
}
/** Runs bin/admin's program to its end, with what is typed, a line each. */
const admin = async (args: string[], env: Record<string, string> = {}, typed: string[] = []): Promise<Said> => {
  const child = endsWithTests(spawn(process.execPath, [program, ...args], { env: { PATH: process.env['PATH'], ...env } }))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stdin.on('error', () => undefined)
  child.stdin.end(typed.map(line => `${line}\n`).join(''))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

it('shows how it is used, and ends with 2, when it was typed wrongly', async () => {
  expect(await admin(['doctor', '--mailto', 'a@example.jp'])).toEqual({
    code: 2,
    output: expect.stringMatching(/^--mailto は使えません。\n使い方: bin\/admin migrate/),
  })
  for (const args of [[], ['migrat'], ['migrate', 'now'], ['create', '--login-id'], ['restore']])
    expect(await admin(args)).toEqual({ code: 2, output: expect.stringMatching(/^使い方: bin\/admin migrate/) })
})

it('asks twice for the password of a new administrator, and makes none where they differ', async () => {
  const database = await freshDatabase()
  const env = { DATABASE_URL: database.url }
  const create = (...passwords: string[]) =>
    admin(['create', '--login-id', 'admin01', '--name', '管理 一', '--email', 'admin01@example.jp'], env, passwords)
  const client = new pg.Client(database.url)
  await client.connect()
  const known = async () => (await client.query<{ login_id: string }>('select login_id from admins')).rows
  expect(await create('Kousei-2026', 'Kousei-2025')).toMatchObject({ code: 1, output: expect.stringContaining('2回のパスワードが違う') })
  expect(await known()).toEqual([])
  expect(await create('Kousei-2026', 'Kousei-2026')).toMatchObject({ code: 0, output: expect.stringContaining('管理者 admin01 を作成') })
  expect(await known()).toEqual([{ login_id: 'admin01' }])
  await client.end()
  await database.drop()
})
