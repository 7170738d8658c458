import { beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildPlatformPerson, buildUser, type BuiltClient, type BuiltPerson } from '../../test/build.ts'
import { guest, openWorld, type World } from '../../test/world.ts'
import { newToken, sha256 } from '../platform/secrets.ts'
import { cheapDigestOf } from '../../test/password-digest.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { issueOneTimeToken, linkLifetimes } from './links/one-time-links.ts'

let world: World
let own: BuiltClient
let other: BuiltClient
let stranger: BuiltPerson
let admin: BuiltPerson
const password = 'Password1'

beforeAll(async () => {
  world = await openWorld({ secondFactor: 'optional' })
  ;[own, other] = [await buildClient(world), await buildClient(world)]
  const passwordDigest = await cheapDigestOf(password)
  stranger = await buildUser(world, other, 'Staff', { passwordDigest })
  admin = await buildPlatformPerson(world, 'admin', undefined, { passwordDigest })
  for (const account of [
    { strategy: 'user' as const, clientId: other.id, accountId: stranger.id },
    { strategy: 'admin' as const, clientId: null, accountId: admin.id },
  ])
    await world.inClient(null, async db => {
      await issueOneTimeToken(world.platform, db, account, 'password', linkLifetimes.password)
      const { id } = await db
        .insertInto('second_factors')
        .values({
          strategy: account.strategy,
          client_id: account.clientId,
          account_id: account.accountId,
          secret: Buffer.alloc(8),
          confirmed_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('recovery_codes')
        .values({ second_factor_id: id, code_hash: Buffer.alloc(8) })
        .execute()
      await db.insertInto('public_ids').values({ uuid: crypto.randomUUID(), client_id: other.id, kind: 'room', row_id: 1 }).execute()
    })
  await world.call(guest, 'POST /api/auth/password', { body: { login_id: admin.loginId, email: `${admin.loginId}@example.jp` } })
})

const inOwn = <R>(text: string) => world.inClient(own.id, db => rowsOf<R>(db, text, []))
const refused = (text: string) =>
  inOwn(text).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : error),
  )

describe('inside a client', () => {
  it('nothing of another client is seen of what is looked at before the client is known', async () => {
    for (const table of ['sessions', 'one_time_tokens', 'second_factors', 'logins', 'public_ids'])
      expect([
        table,
        await inOwn(`select client_id from ${table} where client_id is distinct from ${own.id} and client_id is not null`),
      ]).toEqual([table, []])
    for (const table of ['one_time_tokens', 'second_factors', 'recovery_codes', 'platform_messages', 'platform_events'])
      expect([table, await inOwn(`select 1 from ${table}`)]).toEqual([table, []])
    for (const table of ['sessions', 'one_time_tokens', 'second_factors', 'logins', 'public_ids', 'recovery_codes', 'platform_messages'])
      expect([table, (await world.inClient(null, db => rowsOf(db, `select 1 from ${table} limit 1`, []))).length]).toEqual([table, 1])
  })

  it('nobody makes, takes or ends the session of another client or of the platform', async () => {
    const forged = (strategy: string, client: string, id: number) =>
      refused(`insert into sessions (strategy, client_id, account_id, client_key, uid, token_hash, expires_at)
        values ('${strategy}', ${client}, ${id}, '${newToken()}', 'x', '\\x${sha256(newToken()).toString('hex')}', now() + interval '1 day')`)
    expect(await forged('user', String(other.id), stranger.id)).toContain('row-level security')
    expect(await forged('admin', 'null', admin.id)).toContain('row-level security')
    for (const { id } of [stranger, admin]) await inOwn(`delete from sessions where account_id = ${id}`)
    expect((await world.call(stranger, 'GET /api/users/me')).status).toBe(200)
    expect((await world.call(admin, 'GET /api/users/me')).status).toBe(200)
  })

  it('a login id that somebody of another client has is still known to be taken', async () => {
    const boss = await buildUser(world, own, 'Staff_Admin')
    const form = { type: 'Staff' as const, name: '佐藤 花子', email: 'taken@example.jp', phone: null, department_id: null }
    const { body } = await world.call(boss, 'POST /api/staffs', { body: { staff: { ...form, login_id: stranger.loginId.toUpperCase() } } })
    expect(body.errors).toMatchObject({ login_id: ['このログインIDは使えません。別のIDを入力してください。'] })
  })
})

/** What stands there instead: decision 025. */
const withoutPolicy = ['admins', 'attempt_counters', 'clients', 'operators', 'sandbox_payments', 'sandbox_refunds', 'secret_key_mark']

it('every table of the application has a policy, but those of which decision 025 says why not', async () => {
  const bare = await world.inClient(null, db =>
    rowsOf<{ relname: string }>(
      db,
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and has_table_privilege(c.oid, 'insert, update')
          and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid)) order by c.relname`,
      [],
    ),
  )
  expect(bare.map(({ relname }) => relname)).toEqual(withoutPolicy)
})
