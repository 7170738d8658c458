import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildClient, buildEveryone, type BuiltClient } from '../../test/build.ts'
import { lineSignature, openLineApi } from '../../test/line-api.ts'
import { guest, openWorld } from '../../test/world.ts'

const api = await openLineApi()
afterAll(api.close)
const world = await openWorld({ lineApiUrl: api.url })
const secret = 's'.repeat(32)

let client: BuiltClient
let everyone: Awaited<ReturnType<typeof buildEveryone>>

beforeEach(async () => {
  world.setNow('2026-11-22T10:00:00+09:00')
  api.reset()
  api.know('token-a', { userId: 'Ubot-a', basicId: '@217acme', displayName: '試験工業' })
  api.know('token-b', { userId: 'Ubot-b', basicId: '@999acme', displayName: '別のアカウント' })
  client = await buildClient(world)
  everyone = await buildEveryone(world, client)
})

const save = (line: { channel_access_token?: string; channel_secret?: string; is_on?: boolean }, as = everyone.staffAdmin) =>
  world.call(as, 'PATCH /api/settings/line', { body: { line } })
const check = (as = everyone.staffAdmin) => world.call(as, 'POST /api/settings/line/check')
const show = async (as = everyone.staffAdmin) => (await world.call(as, 'GET /api/settings/line')).body.line
const rows = () => world.inClient(client.id, db => db.selectFrom('line_channels').selectAll().execute())
const setUp = async () => {
  await save({ channel_access_token: 'token-a', channel_secret: secret })
  await check()
  await save({ is_on: true })
}
describe('PATCH /api/settings/line', () => {
  it('keeps token and secret sealed and says them to nobody again', async () => {
    const { body } = await save({ channel_access_token: 'token-a', channel_secret: secret })
    expect(body.line).toMatchObject({ is_set_up: true, checked_at: null, is_on: false, display_name: null })
    expect(JSON.stringify(body)).not.toMatch(/token-a|ssss/)
    const [row] = await rows()
    expect(Buffer.concat([row!.token_ciphertext, row!.secret_ciphertext]).toString('latin1')).not.toMatch(/token-a|ssss/)
    const events = await world.inClient(client.id, db => db.selectFrom('events').select(['kind', 'change']).execute())
    expect(events.map(({ kind }) => kind)).toContain('clients.line_changed')
    expect(JSON.stringify(events)).not.toMatch(/token-a|ssss/)
  })

  it('asks for both at first, and for a checked connection before messages go there', async () => {
    expect((await save({ channel_access_token: 'token-a' })).body.errors).toMatchObject({ channel_secret: ['を入力してください'] })
    await save({ channel_access_token: 'token-a', channel_secret: secret })
    expect((await save({ is_on: true })).body).toMatchObject({ code: 'line_unchecked' })
    await check()
    expect((await save({ is_on: true })).body.line).toMatchObject({ is_on: true })
    // Another token may be of another account.
    expect((await save({ channel_access_token: 'token-b' })).body.line).toMatchObject({ is_on: false, checked_at: null })
  })
})

describe('POST /api/settings/line/check', () => {
  it('asks LINE whose token it is and shows the name', async () => {
    await save({ channel_access_token: 'token-a', channel_secret: secret })
    const { body } = await check(everyone.admin)
    expect(body).toMatchObject({
      message: '「試験工業」に接続できました。',
      line: { display_name: '試験工業', basic_id: '@217acme', checked_at: '2026-11-22T10:00:00+09:00' },
    })
    expect(api.asked).toMatchObject([{ path: '/v2/bot/info', authorization: 'Bearer token-a' }])
  })

  it('says what is wrong: nothing saved, a token LINE does not know', async () => {
    expect((await check()).body).toMatchObject({ code: 'no_line_channel' })
    await save({ channel_access_token: 'unknown', channel_secret: secret })
    expect((await check()).body).toMatchObject({ code: 'line_refused' })
    expect((await show()).checked_at).toBeNull()
  })
})

describe('GET /api/settings/line', () => {
  it('shows where LINE is to knock, to administrators of the company and admins alone', async () => {
    await setUp()
    const { uuid } = await world.inClient(client.id, db =>
      db.selectFrom('clients').where('id', '=', client.id).select('uuid').executeTakeFirstOrThrow(),
    )
    expect(await show(everyone.admin)).toMatchObject({
      is_on: true,
      linked_count: 0,
      webhook_url: `http://${client.cd}.localhost:3000/api/line/${uuid}/webhook`,
    })
    const body = JSON.stringify({ destination: 'Ubot-a', events: [] })
    const knock = { 'content-type': 'application/json', 'x-line-signature': lineSignature(secret, body) }
    expect((await world.send(guest, 'POST', new URL((await show()).webhook_url).pathname, body, knock)).status).toBe(200)
    for (const caller of [everyone.staff, everyone.operator, everyone.craftsman])
      expect((await world.call(caller, 'GET /api/settings/line')).status).toBe(403)
  })
})

describe('DELETE /api/settings/line', () => {
  it('forgets the account', async () => {
    await setUp()
    const { body } = await world.call(everyone.staffAdmin, 'DELETE /api/settings/line')
    expect(body.line).toMatchObject({ is_set_up: false, is_on: false, display_name: null })
    expect(await rows()).toEqual([])
    expect((await world.call(everyone.staffAdmin, 'DELETE /api/settings/line')).body).toMatchObject({ code: 'no_line_channel' })
  })
})
