import type { ClientId } from '@toguchi/domain/access/actor'
import { formatAuthenticationCode } from '@toguchi/domain/residents/authentication-code'
import { platformEdition } from '@toguchi/domain/legal-texts/platform-texts'
import { legalTextKinds, type LegalTextKind } from '@toguchi/domain/legal-texts/kinds'
import { sectionTitlesOf } from '@toguchi/domain/legal-texts/sections'
import { beforeEach, describe, expect, it } from 'vitest'
import { type BuiltPerson, buildClient, buildConstruction, buildEveryone, buildPlatformPerson, buildUser } from '../../test/build.ts'
import { issueCodes } from '../../test/issue-codes.ts'
import { planConstruction, type PlannedConstruction } from '../../test/planned-construction.ts'
import { buildSale, detailsOf } from '../../test/sale.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'
import { openAuthenticationCode } from '../authentication-codes/authentication-codes.ts'

const world = await openWorld()

let client: Awaited<ReturnType<typeof buildClient>>
let admin: BuiltPerson
beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  client = await buildClient(world)
  admin = await buildUser(world, client, 'Staff_Admin', { name: '規約 花子' })
})

const uuidOf = (id: ClientId) =>
  world.inClient(null, async db => (await db.selectFrom('clients').where('id', '=', id).select('uuid').executeTakeFirstOrThrow()).uuid)

const written = async (as: Caller, kind: LegalTextKind) => {
  const { body } = await world.call(as, 'GET /api/written_legal_texts')
  return body.legal_texts.find(text => text.kind === kind)!
}

/** Publishes what stands in the form, with some sections written anew. */
const publish = async (
  as: Caller,
  kind: LegalTextKind,
  over: { sections?: Record<string, string>; effective_on?: string; after?: number | null } = {},
) => {
  const text = await written(as, kind)
  return world.call(as, 'POST /api/written_legal_texts/:kind/versions', {
    params: { kind },
    body: {
      legal_text: {
        sections: { ...text.sections, ...over.sections },
        effective_on: over.effective_on ?? text.earliest_on,
        after: over.after === undefined ? (text.versions[0]?.number ?? null) : over.after,
        revision: text.revision,
      },
    },
  })
}

const read = (kind: string, query: { client?: string; number?: number } = {}, as: Caller = guest, host?: string) =>
  world.call(as, 'GET /api/legal_texts/:kind', { params: { kind }, query, ...(host === undefined ? {} : { host }) })

const bodyOf = (answer: Awaited<ReturnType<typeof read>>, name: string) =>
  answer.body.legal_text.sections.find(section => section.name === name)?.body

describe('GET /api/legal_texts/:kind', () => {
  it('is the platform’s own for who belongs to no client, without a heading that says nothing', async () => {
    for (const kind of legalTextKinds) {
      const { legal_text } = (await read(kind)).body
      expect(legal_text).toMatchObject({ id: null, number: null, name: `${platformEdition}版`, client: null, upcoming: null })
      expect(legal_text.sections.map(({ name }) => name)).toEqual(Object.keys(sectionTitlesOf(kind)))
      expect(legal_text.sections.every(({ body }) => body !== '' && !/[{}]/.test(body))).toBe(true)
    }
    expect((await read('contract')).status).toBe(404)
    expect((await read('terms', { number: 1 })).status).toBe(404)
    expect((await read('terms', { client: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
  })

  it('names the company that has published none of its own, by its uuid, by its host, and by who is signed in', async () => {
    await world.inClient(client.id, async db => {
      await db
        .updateTable('clients')
        .set({ name: '世田谷設備株式会社', address: '東京都世田谷区1-1', representative_name: '世田 谷子', contact_phone: '03-1234-5678' })
        .where('id', '=', client.id)
        .execute()
      await db.insertInto('sale_settings').values({ client_id: client.id, retention_months: 24 }).execute()
    })
    for (const answer of [
      await read('privacy_policy', { client: await uuidOf(client.id) }),
      await read('privacy_policy', {}, guest, `${client.cd}.localhost:3000`),
      await read('privacy_policy', {}, admin),
    ]) {
      expect(answer.body.legal_text).toMatchObject({ id: null, client: { name: '世田谷設備株式会社' } })
      expect(bodyOf(answer, 'company')).toContain('世田谷設備株式会社')
      expect(bodyOf(answer, 'address')).toBe('東京都世田谷区1-1')
      expect(bodyOf(answer, 'representative')).toBe('世田 谷子')
      expect(bodyOf(answer, 'complaints')).toContain('03-1234-5678')
      expect(bodyOf(answer, 'retention')).toContain('24か月')
    }
  })

  it('tells what is published for a later day, and holds to the version before until then', async () => {
    const clientUuid = await uuidOf(client.id)
    await publish(admin, 'terms', { sections: { law: '東京地方裁判所' } })
    await publish(admin, 'terms', { sections: { law: '大阪地方裁判所' }, effective_on: '2026-12-01' })
    const before = await read('terms', { client: clientUuid })
    expect(before.body.legal_text).toMatchObject({
      number: 1,
      name: '第1版',
      effective_on: '2026-11-21',
      upcoming: { number: 2, effective_on: '2026-12-01' },
    })
    expect(bodyOf(before, 'law')).toBe('東京地方裁判所')
    expect(bodyOf(await read('terms', { client: clientUuid, number: 2 }), 'law')).toBe('大阪地方裁判所')
    world.setNow('2026-12-01T00:00:00+09:00')
    const after = await read('terms', { client: clientUuid })
    expect(after.body.legal_text).toMatchObject({ number: 2, upcoming: null })
    expect(bodyOf(await read('terms', { client: clientUuid, number: 1 }), 'law')).toBe('東京地方裁判所')
  })
})

/** While all connections but one are taken: whoever holds one and waits for a second one waits for ever. */
const withOneConnection = async <T>(ask: () => Promise<T>): Promise<T> => {
  const { promise: over, resolve: release } = Promise.withResolvers<void>()
  const held = Array.from({ length: world.platform.settings.databasePoolSize - 1 }, () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    return {
      begun,
      ended: world.inClient(null, () => {
        begin()
        return over
      }),
    }
  })
  await Promise.all(held.map(({ begun }) => begun))
  try {
    return await ask()
  } finally {
    release()
    await Promise.all(held.map(({ ended }) => ended))
  }
}

describe('GET /api/current_legal_texts', () => {
  it('needs one connection at a time, as every page that a guest may read', async () => {
    const query = { client: await uuidOf(client.id) }
    const { shown, current, notice } = await withOneConnection(async () => ({
      shown: await read('terms', query),
      current: await world.call(guest, 'GET /api/current_legal_texts', { query }),
      notice: await world.call(guest, 'GET /api/legal_notice', { query }),
    }))
    expect([shown.status, current.status, notice.status]).toEqual([200, 200, 200])
  })

  it('says which versions are in force, each by itself', async () => {
    const query = { client: await uuidOf(client.id) }
    const own = { id: null, number: null, name: `${platformEdition}版`, effective_on: null }
    expect((await world.call(guest, 'GET /api/current_legal_texts', { query })).body).toEqual({ terms: own, privacy_policy: own })
    const { id } = (await publish(admin, 'terms')).body.legal_text.current
    expect((await world.call(guest, 'GET /api/current_legal_texts', { query })).body).toMatchObject({
      terms: { id, number: 1, name: '第1版' },
      privacy_policy: own,
    })
    expect((await world.call(guest, 'GET /api/current_legal_texts')).body).toEqual({ terms: own, privacy_policy: own })
  })
})

describe('GET /api/written_legal_texts', () => {
  it('is for roles 1 and 2, and begins with the platform’s text, filled in', async () => {
    const everyone = await buildEveryone(world, client)
    const construction = await buildConstruction(world, client)
    expect(construction.rooms.length).toBeGreaterThan(0)
    for (const [kind, person] of Object.entries(everyone))
      expect([kind, (await world.call(person, 'GET /api/written_legal_texts')).status]).toEqual([
        kind,
        ['admin', 'staffAdmin'].includes(kind) ? 200 : 403,
      ])
    const text = await written(admin, 'privacy_policy')
    expect(text).toMatchObject({ revision: 0, saved_at: null, versions: [], current: { id: null }, earliest_on: '2026-11-21' })
    expect(Object.keys(text.sections)).toEqual(Object.keys(sectionTitlesOf('privacy_policy')))
  })
})

describe('PUT /api/written_legal_texts/:kind/draft', () => {
  const save = (revision: number, sections: Record<string, string>, kind: string = 'terms') =>
    world.call(admin, 'PUT /api/written_legal_texts/:kind/draft', { params: { kind }, body: { legal_text: { sections, revision } } })

  it('keeps what is half written, from nobody but those who write, and shows it to no resident', async () => {
    const { status, body } = await save(0, { law: '書きかけ' })
    expect(status).toBe(200)
    expect(body.legal_text).toMatchObject({ revision: 1, sections: { law: '書きかけ', account: '' }, saved_by: '規約 花子' })
    expect(bodyOf(await read('terms', { client: await uuidOf(client.id) }), 'law')).not.toBe('書きかけ')
    expect((await save(1, { law: '続き' })).body.legal_text.revision).toBe(2)
  })

  it('keeps the chosen day with the draft, also one that has passed since, and none of an earlier draft', async () => {
    const keep = (revision: number, effective_on?: string | null) =>
      world.call(admin, 'PUT /api/written_legal_texts/:kind/draft', {
        params: { kind: 'terms' },
        body: { legal_text: { sections: {}, revision, ...(effective_on === undefined ? {} : { effective_on }) } },
      })
    expect((await written(admin, 'terms')).effective_on).toBeNull()
    expect((await keep(0, '2026-12-01')).body.legal_text.effective_on).toBe('2026-12-01')
    world.setNow('2026-12-02T10:00:00+09:00')
    expect(await written(admin, 'terms')).toMatchObject({ effective_on: '2026-12-01', earliest_on: '2026-12-02' })
    // A page that was opened before it knew of the day.
    expect((await keep(1)).body.legal_text.effective_on).toBe('2026-12-01')
    expect((await keep(2, null)).body.legal_text.effective_on).toBeNull()
  })

  it('does not write over what somebody else saved meanwhile, and knows its headings', async () => {
    await save(0, { law: '先の人' })
    for (const revision of [0, 2]) expect(await save(revision, { law: '後の人' })).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect((await written(admin, 'terms')).sections['law']).toBe('先の人')
    expect(await save(1, { other: '別の見出し' })).toMatchObject({
      status: 422,
      body: { errors: { 'sections.other': ['は一覧にありません'] } },
    })
    expect((await save(0, {}, 'contract')).status).toBe(404)
  })
})

describe('POST /api/written_legal_texts/:kind/versions', () => {
  it('publishes with number, day and name, and the draft is gone', async () => {
    await world.call(admin, 'PUT /api/written_legal_texts/:kind/draft', {
      params: { kind: 'privacy_policy' },
      body: { legal_text: { sections: { ...(await written(admin, 'privacy_policy')).sections, address: '東京都港区1-1' }, revision: 0 } },
    })
    const { status, body } = await publish(admin, 'privacy_policy')
    expect(status).toBe(201)
    expect(body.message).toBe('プライバシーポリシーの第1版を公開しました。2026年11月21日(土)から適用されます。')
    expect(body.legal_text).toMatchObject({
      revision: 0,
      current: { number: 1 },
      versions: [
        {
          number: 1,
          effective_on: '2026-11-21',
          published_by: '規約 花子',
          published_at: '2026-11-21T10:00:00+09:00',
          state: 'current',
        },
      ],
    })
    expect(bodyOf(await read('privacy_policy', { client: await uuidOf(client.id) }), 'address')).toBe('東京都港区1-1')
  })

  it('demands every section, by its name', async () => {
    const { status, body } = await publish(admin, 'privacy_policy', { sections: { address: ' ', requests: '' } })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      'sections.address': ['を入力してください'],
      'sections.requests': ['を入力してください'],
      full_messages: ['所在地を入力してください', '開示等の手続きと手数料を入力してください'],
    })
    expect((await written(admin, 'privacy_policy')).versions).toEqual([])
  })

  it('counts from today or later, and never before the version before it', async () => {
    expect((await publish(admin, 'terms', { effective_on: '2026-11-20' })).body.errors).toMatchObject({
      effective_on: ['は2026年11月21日(土)以降の日を入力してください'],
    })
    await publish(admin, 'terms', { effective_on: '2026-11-28' })
    expect((await publish(admin, 'terms', { effective_on: '2026-11-27' })).status).toBe(422)
    const { body } = await publish(admin, 'terms', { effective_on: '2026-11-28' })
    // Of two that begin on one day the newer one holds.
    expect(body.legal_text.versions.map(({ number, state }) => [number, state])).toEqual([
      [2, 'upcoming'],
      [1, 'upcoming'],
    ])
    world.setNow('2026-11-28T09:00:00+09:00')
    expect((await written(admin, 'terms')).current.number).toBe(2)
  })

  it('goes on from the version that was published last, also before it holds', async () => {
    const { sections } = await written(admin, 'terms')
    const law = '当社の言葉で書いた準拠法'
    expect((await publish(admin, 'terms', { sections: { law }, effective_on: '2026-12-15' })).status).toBe(201)
    expect((await written(admin, 'terms')).sections).toEqual({ ...sections, law })
  })

  it('does not publish past what somebody else published or saved meanwhile', async () => {
    await publish(admin, 'terms')
    expect(await publish(admin, 'terms', { after: null })).toMatchObject({ status: 409, body: { code: 'stale' } })
    const read = await written(admin, 'terms')
    await world.call(admin, 'PUT /api/written_legal_texts/:kind/draft', {
      params: { kind: 'terms' },
      body: { legal_text: { sections: { law: '先の人' }, revision: 0 } },
    })
    const late = await world.call(admin, 'POST /api/written_legal_texts/:kind/versions', {
      params: { kind: 'terms' },
      body: { legal_text: { sections: read.sections, effective_on: '2026-11-21', after: 1, revision: 0 } },
    })
    expect(late).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect((await written(admin, 'terms')).versions).toHaveLength(1)
  })

  it('is the company’s own: another one reads and publishes its own', async () => {
    await publish(admin, 'terms', { sections: { law: '自社の裁判所' } })
    const other = await buildClient(world)
    const others = await buildUser(world, other, 'Staff_Admin')
    expect((await written(others, 'terms')).versions).toEqual([])
    expect(bodyOf(await read('terms', { client: await uuidOf(other.id) }), 'law')).not.toBe('自社の裁判所')
    const platformAdmin = await buildPlatformPerson(world, 'admin')
    expect((await world.call(platformAdmin, 'GET /api/written_legal_texts')).status).not.toBe(200)
  })
})

type ShownTexts = { terms_id: number | null; privacy_policy_id: number | null }

/** A dwelling whose printed code can be typed. */
const enterBy = async (plan: PlannedConstruction, shown_texts?: ShownTexts, email?: string) => {
  const room = plan.construction.rooms.find(({ name }) => name === '101')!
  const authentication_code = await world.inClient(plan.client.id, async db => {
    const row = await db.selectFrom('authentication_codes').where('room_id', '=', room.id).select('ciphertext').executeTakeFirstOrThrow()
    return formatAuthenticationCode(openAuthenticationCode(world.platform, row.ciphertext))
  })
  const answer = await world.call(guest, 'POST /api/resident_auth/authentication_code', {
    body: {
      client_uuid: await uuidOf(plan.client.id),
      construction_uuid: plan.construction.uuid,
      room_uuid: room.uuid,
      authentication_code,
      ...(shown_texts ? { shown_texts } : {}),
      ...(email === undefined ? {} : { contact: { email } }),
    },
  })
  const as: Caller = {
    headers: Object.fromEntries(['access-token', 'client', 'uid'].map(header => [header, String(answer.headers[header])])),
  }
  return { answer, as }
}

const planned = async () => {
  const plan = await planConstruction(world)
  await plan.complete()
  await issueCodes(world, plan)
  return { plan, writer: await buildUser(world, plan.client, 'Staff_Admin') }
}
const consentsOf = async (plan: PlannedConstruction, as: Caller = plan.staff) =>
  (
    await world.call(as, 'GET /api/constructions/:construction_id/rooms/:room_id/consents', {
      params: { construction_id: plan.construction.id, room_id: plan.roomId('101') },
    })
  ).body.consents

describe('GET /api/constructions/:construction_id/rooms/:room_id/consents', () => {
  it('keeps what stood on the page at the code, at the registration and at an order', async () => {
    const { plan, writer } = await planned()
    const { as } = await enterBy(plan)
    expect(await consentsOf(plan)).toMatchObject([
      { occasion: 'code', at: '2026-11-21T10:00:00+09:00', order_id: null, terms: { id: null, name: `${platformEdition}版` } },
    ])
    const first = (await publish(writer, 'terms')).body.legal_text.current
    await publish(writer, 'terms', { sections: { law: '改めた裁判所' } })
    const password = 'sakura2026'
    await world.call(as, 'PATCH /api/residents/me', {
      body: {
        resident: { login_id: 'consents.1', password, password_confirmation: password, name: '鈴木 一郎', agreement: 1 },
        // The page was read before the second version was published.
        shown_texts: { terms_id: first.id, privacy_policy_id: null },
      },
    })
    expect(await consentsOf(plan)).toMatchObject([
      {
        occasion: 'registration',
        resident_name: '鈴木 一郎',
        terms: { id: first.id, number: 1, name: '第1版' },
        privacy_policy: { id: null },
      },
      { occasion: 'code' },
    ])
  })

  it('keeps the version of an order that the resident placed, and none of one that the office placed', async () => {
    const sale = await buildSale(world)
    const writer = await buildUser(world, sale.client, 'Staff_Admin')
    const { current } = (await publish(writer, 'privacy_policy')).body.legal_text
    const ordered = await world.call(sale.resident, 'POST /api/residents/orders', {
      body: { order: { pay_method: 'other', order_details_attributes: detailsOf(sale, '録画機能') } },
    })
    expect(ordered.status).toBe(201)
    await world.call(writer, 'POST /api/constructions/:construction_id/rooms/:room_id/orders', {
      params: { construction_id: sale.construction.id, room_id: sale.roomId },
      body: { order: { pay_method: 'other', order_details_attributes: detailsOf(sale, 'シール') } },
    })
    const { body } = await world.call(writer, 'GET /api/constructions/:construction_id/rooms/:room_id/consents', {
      params: { construction_id: sale.construction.id, room_id: sale.roomId },
    })
    expect(body.consents).toMatchObject([
      { occasion: 'order', order_id: ordered.body.order.id, terms: { id: null }, privacy_policy: { id: current.id, name: '第1版' } },
    ])
    expect(body.consents).toHaveLength(1)
  })

  it('takes no version of another company, or of the other kind, and then nothing was agreed to', async () => {
    const { plan, writer } = await planned()
    const policy = (await publish(writer, 'privacy_policy')).body.legal_text.current.id
    const foreign = (await publish(admin, 'terms')).body.legal_text.current.id
    for (const terms_id of [policy, foreign])
      expect((await enterBy(plan, { terms_id, privacy_policy_id: null })).answer).toMatchObject({
        status: 422,
        body: { errors: { shown_texts: ['は一覧にありません'] } },
      })
    expect(await consentsOf(plan)).toEqual([])
    const other = await buildUser(world, client, 'Staff')
    const outside = await world.call(other, 'GET /api/constructions/:construction_id/rooms/:room_id/consents', {
      params: { construction_id: plan.construction.id, room_id: plan.roomId('101') },
    })
    expect(outside.status).toBe(404)
  })

  it('writes a consent by the code again only when there is a newer version', async () => {
    const { plan, writer } = await planned()
    await enterBy(plan)
    await enterBy(plan)
    expect(await consentsOf(plan)).toHaveLength(1)
    await publish(writer, 'terms')
    await enterBy(plan)
    expect(await consentsOf(plan)).toMatchObject([{ terms: { number: 1 } }, { terms: { number: null } }])
  })
})

describe('a consent by the code', () => {
  const register = async (as: Caller) => {
    const password = 'sakura2026'
    const resident = { login_id: 'consents.2', password, password_confirmation: password, name: '鈴木 一郎', agreement: 1 as const }
    expect((await world.call(as, 'PATCH /api/residents/me', { body: { resident } })).status).toBe(200)
  }

  it('is kept where the dwelling has a login, once for each version', async () => {
    const { plan, writer } = await planned()
    await register((await enterBy(plan)).as)
    const { current } = (await publish(writer, 'terms')).body.legal_text
    const shown = { terms_id: current.id, privacy_policy_id: null }
    expect((await enterBy(plan, shown)).answer.status).toBe(200)
    await enterBy(plan, shown)
    expect((await consentsOf(plan)).map(({ occasion, terms }) => [occasion, terms.number])).toEqual([
      ['code', 1],
      ['registration', null],
      ['code', null],
    ])
  })

  const confirm = async (plan: PlannedConstruction, confirmation_token: string) => {
    const { confirmationCode, uuid } = await world.inClient(plan.client.id, async db => ({
      confirmationCode: (
        await db.selectFrom('outbox_messages').where('kind', '=', 'confirmation_code').select('body').executeTakeFirstOrThrow()
      ).body,
      uuid: plan.construction.rooms.find(({ name }) => name === '101')!.uuid,
    }))
    return world.call(guest, 'POST /api/resident_auth/confirmation_code', {
      body: { room_uuid: uuid, confirmation_token, confirmation_code: /確認コード: (\d{6})/.exec(confirmationCode)?.[1] ?? '' },
    })
  }

  it.each(['said', 'left out'])(
    'with a contact is to what stood on the page, also when another begins before the six digits come (%s)',
    async how => {
      const { plan, writer } = await planned()
      const { current } = (await publish(writer, 'terms')).body.legal_text
      const shown = { terms_id: current.id, privacy_policy_id: null }
      const { answer } = await enterBy(plan, how === 'said' ? shown : undefined, 'ichiro@example.jp')
      await publish(writer, 'terms', { sections: { law: '改めた裁判所' } })
      await publish(writer, 'privacy_policy')
      const confirmed = await confirm(plan, 'confirmation_token' in answer.body ? answer.body.confirmation_token : '')
      expect(confirmed.status).toBe(200)
      expect(await consentsOf(plan)).toMatchObject([{ occasion: 'code', terms: { number: 1 }, privacy_policy: { id: null } }])
    },
  )

  it('with a contact takes no version of the other kind, and sends nothing', async () => {
    const { plan, writer } = await planned()
    const policy = (await publish(writer, 'privacy_policy')).body.legal_text.current.id
    expect((await enterBy(plan, { terms_id: policy, privacy_policy_id: null }, 'ichiro@example.jp')).answer).toMatchObject({
      status: 422,
      body: { errors: { shown_texts: ['は一覧にありません'] } },
    })
  })
})

const news = async (as: Caller) => (await world.call(as, 'GET /api/residents/new_legal_texts')).body

describe('GET /api/residents/new_legal_texts', () => {
  it('says nothing until something became new, and nothing before it holds', async () => {
    const { plan, writer } = await planned()
    const { as } = await enterBy(plan)
    expect((await news(as)).kinds).toEqual([])
    await publish(writer, 'terms', { effective_on: '2026-11-25' })
    expect((await news(as)).kinds).toEqual([])
    world.setNow('2026-11-25T08:00:00+09:00')
    expect(await news(as)).toMatchObject({ kinds: ['terms'], current: { terms: { number: 1, effective_on: '2026-11-25' } } })
  })
})

describe('POST /api/residents/new_legal_texts/seen', () => {
  it('tells it once, and claims no consent', async () => {
    const { plan, writer } = await planned()
    const { as } = await enterBy(plan)
    await publish(writer, 'privacy_policy')
    const { kinds, current } = await news(as)
    expect(kinds).toEqual(['privacy_policy'])
    const shown_texts = { terms_id: current.terms.id, privacy_policy_id: current.privacy_policy.id }
    expect((await world.call(as, 'POST /api/residents/new_legal_texts/seen', { body: { shown_texts } })).status).toBe(200)
    expect((await news(as)).kinds).toEqual([])
    expect((await consentsOf(plan)).map(({ occasion, privacy_policy }) => [occasion, privacy_policy.number])).toEqual([
      ['news', 1],
      ['code', null],
    ])
    await publish(writer, 'privacy_policy')
    expect((await news(as)).kinds).toEqual(['privacy_policy'])
  })
})
