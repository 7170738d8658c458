import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildClient,
  buildConstruction,
  buildContractor,
  buildPlatformPerson,
  buildUser,
  type BuiltClient,
  type BuiltPerson,
} from '../../test/build.ts'
import { guest, openWorld } from '../../test/world.ts'
import { recordEvent } from '../platform/events.ts'

const world = await openWorld()
let count = 0
const form = (over: Record<string, unknown> = {}) => {
  const cd = `n${String(++count).padStart(3, '0')}`
  return {
    client: {
      cd,
      name: '東都設備工業株式会社',
      staff_admin: { name: '山田 花子', email: 'hanako@example.jp', login_id: `hanako.${cd}` },
      ...over,
    },
  }
}

describe('POST /api/clients', () => {
  it('registers a company with its first administrator, master seeds and an invitation', async () => {
    const admin = await buildPlatformPerson(world, 'admin')
    const body = form({ cd: 'toto01' })
    const answer = await world.call(admin, 'POST /api/clients', { body })
    expect(answer).toMatchObject({
      status: 201,
      body: { message: '企業を登録しました。', client: { cd: 'toto01', status: 'contracted', users_count: 1 } },
    })
    const seeds = await world.inClient(answer.body.client.id, async db => ({
      reasons: await db.selectFrom('incomplete_reasons').select('name').orderBy('id').execute(),
      orders: (await db.selectFrom('construction_orders').select('name').execute()).length,
      mails: await db.selectFrom('outbox_messages').select(['recipients', 'body']).execute(),
    }))
    expect(seeds.reasons.map(reason => reason.name)).toEqual(['不在', '拒否', '機器不良', 'その他'])
    expect(seeds.orders).toBe(4)
    expect(seeds.mails).toMatchObject([
      { recipients: ['hanako@example.jp'], body: expect.stringContaining('/password_reminder/edit?reset_password_token=') },
    ])
  })

  it('refuses codes that cannot be a host name, are reserved or taken, and keeps nothing of the attempt', async () => {
    const admin = await buildPlatformPerson(world, 'admin')
    for (const cd of ['ab', 'UPPER', 'www', 'a-b', '東京'])
      expect((await world.call(admin, 'POST /api/clients', { body: form({ cd }) })).body.errors?.['cd']).toHaveLength(1)
    await world.call(admin, 'POST /api/clients', { body: form({ cd: 'taken1' }) })
    expect((await world.call(admin, 'POST /api/clients', { body: form({ cd: 'taken1' }) })).body.errors).toMatchObject({
      cd: ['はすでに存在します'],
    })
    const someone = await buildUser(world, await buildClient(world), 'Staff')
    const clash = await world.call(admin, 'POST /api/clients', {
      body: form({ cd: 'clash1', staff_admin: { name: '乙', email: 'b@example.jp', login_id: someone.loginId } }),
    })
    expect(clash.body.errors).toMatchObject({ 'staff_admin.login_id': ['このログインIDは使えません。別のIDを入力してください。'] })
    expect((await world.call(admin, 'GET /api/clients', { query: { client: { name: 'clash1' } } })).body.total_count).toBe(0)
  })

  it('is for admins alone', async () => {
    const client = await buildClient(world)
    for (const person of [await buildPlatformPerson(world, 'operator', client), await buildUser(world, client, 'Staff_Admin')])
      expect((await world.call(person, 'POST /api/clients', { body: form() })).status).toBe(403)
    expect((await world.call(guest, 'POST /api/clients', { body: form() })).status).toBe(401)
  })

  it('keeps everything that its first construction needs of it, or nothing', async () => {
    const admin = await buildPlatformPerson(world, 'admin')
    const everything = {
      contact_phone: '03-1234-5678',
      contact_hours: '毎日9:00〜18:00',
      admin_id: admin.id,
      sale_settings: {
        seller_name: '東都設備',
        seller_address: '東京都千代田区1-1',
        retention_months: '24',
        invoice_registration_number: 't1234567890123',
      },
      terms: { erasure_months: '3', accounting_years: '7', records_years: 15 },
      letter_texts: { entry: '制服を着た{担当会社}の作業員がうかがいます。', closing: 'ご理解とご協力をお願いいたします。' },
    }
    const asked = form(everything)
    const { status, body } = await world.call(admin, 'POST /api/clients', { body: asked })
    expect(status).toBe(201)
    expect(body.client).toMatchObject({ contact_phone: '03-1234-5678', contact_hours: '毎日9:00〜18:00', admin: { id: admin.id } })
    const inside = { ...admin, headers: { ...admin.headers, 'x-client-code': body.client.cd } }
    expect((await world.call(inside, 'GET /api/sale_settings')).body.sale_settings).toMatchObject({
      seller_name: '東都設備',
      retention_months: 24,
      invoice_registration_number: 'T1234567890123',
      konbini_days: 3,
    })
    expect((await world.call(admin, 'GET /api/clients/:id/terms', { params: body.client })).body.terms).toMatchObject({
      erasure_months: 3,
      accounting_years: 7,
      records_years: 15,
    })
    const { letter_texts } = (await world.call(inside, 'GET /api/letter_texts')).body
    expect(letter_texts.map(text => `${text.document} ${text.text_key}`).toSorted()).toEqual([
      'absence_slip closing',
      'decision closing',
      'decision entry.body',
      'information closing',
      'information entry.body',
      'poster closing',
      'reminder closing',
      'reminder entry.body',
    ])
  })

  it('names the field that is wrong by its part of the form, and keeps nothing of the attempt', async () => {
    const admin = await buildPlatformPerson(world, 'admin')
    const refusalOf = async (over: Record<string, unknown>) => {
      const asked = form(over)
      const { body } = await world.call(admin, 'POST /api/clients', { body: asked })
      expect((await world.call(admin, 'GET /api/clients', { query: { client: { name: asked.client.cd } } })).body.total_count).toBe(0)
      return body.errors
    }
    expect(await refusalOf({ letter_texts: { closing: '{部屋番号}様' } })).toMatchObject({
      full_messages: [expect.stringContaining('結びに使えない項目があります：{部屋番号}')],
    })
    expect(await refusalOf({ sale_settings: { invoice_registration_number: 'T1' } })).toMatchObject({
      'sale_settings.invoice_registration_number': ['はTと数字13桁で入力してください'],
    })
    expect(await refusalOf({ terms: { accounting_years: 8 } })).toMatchObject({
      full_messages: ['帳簿・領収書控えの保存期間（年）は7年か10年を選択してください'],
    })
  })
})

describe('GET /api/clients/:id/terms', () => {
  const readinessOf = async (client: BuiltClient) => {
    const { terms } = (await world.call(admin, 'GET /api/clients/:id/terms', { params: client })).body
    return Object.fromEntries(
      terms.readiness.map(({ key, done, needed_for }) => [key, [done ? 'done' : 'missing', needed_for].join(' ').trim()]),
    )
  }
  let admin: BuiltPerson
  beforeAll(async () => {
    admin = await buildPlatformPerson(world, 'admin')
  })

  it('says what a company still lacks before its first letter, and before its first payment', async () => {
    const client = await buildClient(world)
    expect(await readinessOf(client)).toEqual({
      staff_admin: 'missing',
      logo: 'missing',
      contact: 'missing',
      letter_texts: 'missing',
      seller: 'missing payment',
      building: 'missing letter',
      craftsman: 'missing letter',
      construction: 'missing letter',
      rooms: 'missing letter',
      schedule: 'missing letter',
    })
    await world.call(admin, 'PATCH /api/clients/:id', {
      params: client,
      body: {
        client: {
          address: '東京都',
          representative_name: '代表',
          contact_phone: '03-1234-5678',
          contact_hours: '毎日',
        },
      },
    })
    const { id } = await buildConstruction(world, client)
    await buildUser(world, client, 'Craftsman', { contractorId: (await buildContractor(world, client)).id })
    expect(await readinessOf(client)).toMatchObject({ craftsman: 'done letter', schedule: 'missing letter' })
    await world.inClient(client.id, db =>
      db.updateTable('constructions').set({ detail_schedule_completed_at: new Date() }).where('id', '=', id).execute(),
    )
    expect(await readinessOf(client)).toMatchObject({
      contact: 'done',
      seller: 'done payment',
      building: 'done letter',
      construction: 'done letter',
      rooms: 'done letter',
      schedule: 'done letter',
    })
  })

  it('asks for no seller where nothing is sold', async () => {
    const client = await buildClient(world)
    await world.inClient(null, db =>
      db.updateTable('clients').set({ use_optional_construction: false }).where('id', '=', client.id).execute(),
    )
    expect(await readinessOf(client)).toMatchObject({ seller: 'missing' })
  })

  it('is nobody’s but the admins’', async () => {
    const client = await buildClient(world)
    const everyone = [await buildUser(world, client, 'Staff_Admin'), await buildPlatformPerson(world, 'operator', client)]
    for (const person of everyone) expect((await world.call(person, 'GET /api/clients/:id/terms', { params: client })).status).toBe(403)
    expect((await world.call(admin, 'GET /api/clients/:id/terms', { params: { id: 999_999 } })).status).toBe(404)
  })
})

describe('GET /api/readiness', () => {
  it('says the same to whoever keeps the company’s settings, of their own company', async () => {
    const [client, other] = [await buildClient(world), await buildClient(world)]
    await buildConstruction(world, other)
    const read = async (as: BuiltPerson) => {
      const { readiness } = (await world.call(as, 'GET /api/readiness')).body
      return readiness.filter(({ done, needed_for }) => !done && needed_for !== null).map(({ key }) => key)
    }
    expect(await read(await buildUser(world, client, 'Staff_Admin'))).toEqual([
      'seller',
      'building',
      'craftsman',
      'construction',
      'rooms',
      'schedule',
    ])
    expect(await read(await buildUser(world, other, 'Staff_Admin'))).toEqual(['seller', 'craftsman', 'schedule'])
    for (const person of [await buildUser(world, client, 'Staff'), await buildPlatformPerson(world, 'operator', client)])
      expect((await world.call(person, 'GET /api/readiness')).status).toBe(403)
  })
})

describe('DELETE /api/first_steps', () => {
  const keeper = async () => {
    const client = await buildClient(world)
    return { client, person: await buildUser(world, client, 'Staff_Admin') }
  }
  const stepsOf = async (person: BuiltPerson) => (await world.call(person, 'GET /api/readiness')).body.first_steps
  const doneOf = async (person: BuiltPerson) => (await stepsOf(person))?.steps.filter(({ done }) => done).map(({ key }) => key)

  it('puts away for good what the rows tick one after the other (field-use O17)', async () => {
    const { client, person } = await keeper()
    expect(await doneOf(person)).toEqual([])
    await buildUser(world, client, 'Craftsman', { contractorId: (await buildContractor(world, client)).id })
    const { id } = await buildConstruction(world, client)
    expect(await doneOf(person)).toEqual(['craftsman', 'building_rooms', 'construction'])
    expect((await stepsOf(person))?.construction_id).toBe(id)
    for (const time of ['first', 'second']) expect((await world.call(person, 'DELETE /api/first_steps')).status, time).toBe(200)
    expect(await stepsOf(person)).toBeNull()
    expect(await stepsOf((await keeper()).person)).not.toBeNull()
    expect((await world.call(await buildUser(world, client, 'Staff'), 'DELETE /api/first_steps')).status).toBe(403)
  })

  it('are over with the first letter', async () => {
    const { client, person } = await keeper()
    const { id } = await buildConstruction(world, client)
    const printed = { kind: 'documents.information_sheets_printed' as const, clientId: client.id, constructionId: id }
    await world.inClient(client.id, db => recordEvent(db, { ...printed, actor: { kind: 'staffAdmin', id: person.id }, change: {} }))
    expect(await stepsOf(person)).toBeNull()
  })
})

describe('PATCH /api/clients/:id/terms', () => {
  it('keeps what was agreed, and says so in the log', async () => {
    const [client, admin] = [await buildClient(world), await buildPlatformPerson(world, 'admin')]
    const change = (terms: object) => world.call(admin, 'PATCH /api/clients/:id/terms', { params: client, body: { terms } })
    expect((await change({ erasure_months: 12 })).body.terms).toMatchObject({ erasure_months: 12, accounting_years: 10, records_years: 10 })
    expect((await change({ records_years: 20 })).body.terms).toMatchObject({ erasure_months: 12, records_years: 20 })
    for (const wrong of [{ erasure_months: 0 }, { accounting_years: 8 }, { records_years: 9 }])
      expect((await change(wrong)).status).toBe(422)
    const events = await world.inClient(client.id, db => db.selectFrom('events').select(['kind', 'change']).orderBy('id').execute())
    expect(events).toMatchObject([
      { kind: 'clients.terms_changed', change: { erasure_months: 12 } },
      { kind: 'clients.terms_changed', change: { records_years: 20 } },
    ])
  })
})
