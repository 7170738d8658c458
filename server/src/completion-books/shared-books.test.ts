import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { failedAttempts } from '../../test/attempts.ts'
import { buildClient, buildPlatformPerson, buildUser } from '../../test/build.ts'
import { type BookSite, buildBookSite, textOf } from '../../test/book-site.ts'
import { forgetAttempts } from '../platform/attempts/attempts.ts'
import { guest, openWorld } from '../../test/world.ts'

const world = await openWorld()
const links = '/api/constructions/:construction_id/completion_book/links'
const password = 'Kanri2026kumiai'
let site: BookSite
let editionId: number

/** One edition is enough: what is tested is who comes to it. */
beforeAll(async () => {
  world.setNow('2026-12-05T10:00:00+09:00')
  site = await buildBookSite(world)
  editionId = (await site.make({ interim: true, sections: ['cover', 'rooms'] })).edition.id
})
beforeEach(() => world.setNow('2026-12-05T10:00:00+09:00'))

const share = (over: object = {}, as = site.staff) =>
  world.call(as, `POST ${links}`, { params: site.params, body: { edition_id: editionId, password, days: 30, ...over } })
const addressOf = (url: string) => {
  const [, client_uuid = '', token = ''] = /\/completion_books\/([^/]+)\/([^/]+)$/.exec(url) ?? []
  return { client_uuid, token }
}
const open = (address: { client_uuid: string; token: string }, over: object = {}) =>
  world.call(guest, 'POST /api/completion_books/open', { body: { ...address, password, ...over } })
const events = () =>
  world.inClient(site.client.id, db =>
    db
      .selectFrom('events')
      .where('client_id', '=', site.client.id)
      .where('kind', 'like', 'completion_books.link%')
      .orderBy('id')
      .select(['kind', 'actor_kind', 'change'])
      .execute(),
  )

describe('POST /api/constructions/:construction_id/completion_book/links', () => {
  it('opens an edition for so many days, and tells the address this once', async () => {
    const { status, body } = await share()
    expect([status, body.message]).toEqual([201, 'リンクを作成しました。'])
    expect(body.link).toMatchObject({ expires_at: '2027-01-04T10:00:00+09:00', good: true, opened: 0, created_by: '佐藤 花子' })
    // 128 bits of address, of which only a hash is kept, and a password of which only a digest is.
    expect(Buffer.from(addressOf(body.url).token, 'base64url')).toHaveLength(16)
    const rows = await world.inClient(site.client.id, db => db.selectFrom('completion_book_links').selectAll().execute())
    expect(JSON.stringify(rows)).not.toContain(addressOf(body.url).token)
    expect(rows.at(-1)?.password_digest).toMatch(/^\$argon2id\$/)
    const edition = (await site.show()).editions.find(({ id }) => id === editionId)
    expect(edition?.links.map(({ id }) => id)).toContain(body.link.id)
    expect((await site.show(site.craftsman)).editions.flatMap(each => each.links)).toEqual([])
  })

  it('refuses more than ninety days, a weak password, and editions of others', async () => {
    expect((await share({ days: 91 })).status).toBe(422)
    expect((await share({ password: 'onlyletters' })).body.errors?.['password']).toEqual(['は8文字以上で、英字と数字を含めてください'])
    expect((await share({ edition_id: 999_999 })).status).toBe(404)
    expect((await share({}, await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    for (const as of [await buildPlatformPerson(world, 'operator', site.client), site.craftsman])
      expect((await share({}, as)).status).toBe(403)
  })
})

describe('DELETE /api/constructions/:construction_id/completion_book/links/:id', () => {
  it('lets nobody in any more', async () => {
    const { body } = await share()
    const remove = (as = site.staff) => world.call(as, `DELETE ${links}/:id`, { params: { ...site.params, id: body.link.id } })
    expect((await remove(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    expect((await open(addressOf(body.url))).status).toBe(200)
    expect((await remove()).body.link).toMatchObject({ good: false, withdrawn_at: '2026-12-05T10:00:00+09:00', opened: 1 })
    expect((await open(addressOf(body.url))).body.code).toBe('link_gone')
    expect((await remove()).status).toBe(200)
  })
})

describe('POST /api/completion_books/look', () => {
  const look = (address: { client_uuid: string; token: string }) =>
    world.call(guest, 'POST /api/completion_books/look', { body: { client_uuid: address.client_uuid, token: address.token } })

  it('says before the password whether a link leads anywhere, and of one that does not the same sentence whatever it was', async () => {
    const { body } = await share({ days: 1 })
    const address = addressOf(body.url)
    const good = await look(address)
    expect([good.status, good.body]).toEqual([200, { needs: 'password' }])
    const refusals = [
      await look({ ...address, token: 'AAAAAAAAAAAAAAAAAAAAAA' }),
      await look({ ...address, client_uuid: '00000000-0000-4000-8000-000000000000' }),
    ]
    const withdrawn = (await share()).body
    await world.call(site.staff, `DELETE ${links}/:id`, { params: { ...site.params, id: withdrawn.link.id } })
    refusals.push(await look(addressOf(withdrawn.url)))
    world.setNow('2026-12-06T10:00:01+09:00')
    refusals.push(await look(address))
    const unknown = {
      status: 422,
      body: {
        errors: {
          full_messages: ['このリンクは使えません。期限が切れたか、取り消されています。リンクを送った人にお問い合わせください。'],
        },
        code: 'link_gone',
      },
    }
    for (const { status, body: said } of refusals) expect({ status, body: said }).toEqual(unknown)
  })

  it('counts addresses that lead nowhere by network, with those that are opened, and no others', async () => {
    const { body } = await share()
    const address = addressOf(body.url)
    const ofNetwork = { scope: 'completion_book:network', subject: '127.0.0.1' } as const
    const forget = () => world.inClient(null, db => forgetAttempts(db, ofNetwork))
    await forget()
    await failedAttempts(world, ofNetwork, 99)
    expect([(await look(address)).status, (await look(address)).status]).toEqual([200, 200])
    expect((await look({ ...address, token: 'AAAAAAAAAAAAAAAAAAAAAA' })).status).toBe(422)
    expect([(await look(address)).status, (await open(address)).status]).toEqual([429, 429])
    await forget()
    expect((await look(address)).status).toBe(200)
  })
})

describe('POST /api/completion_books/open', () => {
  it('shows the volumes to whoever has address and password, and leaves an event each time', async () => {
    const { body } = await share()
    const before = await events()
    const opened = await open(addressOf(body.url))
    expect(opened.body).toMatchObject({
      title: '髙﨑𠮷ビル更新工事',
      issuer: '東都設備',
      number: 1,
      interim: true,
      expires_at: '2027-01-04T10:00:00+09:00',
    })
    const [volume] = opened.body.volumes
    expect(volume).toMatchObject({ pages: 2, file_name: expect.stringContaining('途中版') as string })
    expect((await textOf((await world.send(guest, 'GET', volume!.url)).raw)).join('')).toContain('完成図書')
    await open(addressOf(body.url))
    expect((await events()).slice(before.length)).toEqual([
      { kind: 'completion_books.link_opened', actor_kind: 'system', change: { number: 1 } },
      { kind: 'completion_books.link_opened', actor_kind: 'system', change: { number: 1 } },
    ])
    expect((await site.show()).editions[0]?.links.find(({ id }) => id === body.link.id)).toMatchObject({
      opened: 2,
      last_opened_at: '2026-12-05T10:00:00+09:00',
    })
  })

  it('tells nothing of the book before the password, and waits after ten wrong ones', async () => {
    const { body } = await share()
    const wrong = await open(addressOf(body.url), { password: 'Falsch1234' })
    expect([wrong.status, wrong.body.code, wrong.body.errors?.full_messages]).toEqual([
      422,
      'password_wrong',
      ['パスワードが正しくありません。あと9回まちがえると、しばらく受け付けられません。'],
    ])
    expect(JSON.stringify(wrong.body)).not.toContain('髙﨑')
    const link = `${site.client.id}/${body.link.id}`
    // Who tries elsewhere shuts nobody out here.
    await failedAttempts(world, { scope: 'completion_book:password', subject: `${link}/192.0.2.7` }, 10)
    expect((await open(addressOf(body.url))).status).toBe(200)
    await failedAttempts(world, { scope: 'completion_book:password', subject: `${link}/127.0.0.1` }, 10)
    const locked = await open(addressOf(body.url))
    expect([locked.status, locked.headers['retry-after'], locked.body.errors?.full_messages]).toEqual([
      429,
      '1800',
      ['パスワードの誤りが続いたため、受け付けを止めています。あと30分ほどお待ちください。'],
    ])
    // Others' links are not locked with it.
    const other = (await share()).body
    expect((await open(addressOf(other.url))).status).toBe(200)
    // Tried from very many networks, a link rests for all.
    await failedAttempts(world, { scope: 'completion_book:link', subject: `${site.client.id}/${other.link.id}` }, 100)
    expect((await open(addressOf(other.url))).status).toBe(429)
  })

  it('says the same of an address that is unknown, of another client, or run out', async () => {
    const { body } = await share({ days: 1 })
    const address = addressOf(body.url)
    const other = await world.inClient(
      null,
      async db => (await buildOther(), db.selectFrom('clients').orderBy('id', 'desc').select('uuid').executeTakeFirstOrThrow()),
    )
    for (const unknown of [
      { ...address, token: 'AAAAAAAAAAAAAAAAAAAAAA' },
      { ...address, client_uuid: other.uuid },
      { ...address, client_uuid: '00000000-0000-4000-8000-000000000000' },
    ])
      expect((await open(unknown)).body.code).toBe('link_gone')
    const setStatus = (status: 'contracted' | 'terminated') =>
      world.inClient(null, db =>
        db
          .updateTable('clients')
          .set({ status, terminated_at: status === 'terminated' ? new Date() : null })
          .where('id', '=', site.client.id)
          .execute(),
      )
    await setStatus('terminated')
    expect((await open(address)).body.code).toBe('link_gone')
    await setStatus('contracted')
    world.setNow('2026-12-06T10:00:01+09:00')
    expect((await open(address)).body.code).toBe('link_gone')
  })
})

const buildOther = () => buildClient(world)
