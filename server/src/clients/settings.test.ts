import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { notificationEvents, notificationFields } from '@toguchi/domain/clients/events'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildClient,
  buildConstruction,
  buildContractor,
  buildEveryone,
  buildPlatformPerson,
  buildUser,
  type BuiltClient,
  type BuiltPerson,
} from '../../test/build.ts'
import { beside } from '../../test/during.ts'
import { multipart } from '../../test/multipart.ts'
import { guest, openWorld, type World } from '../../test/world.ts'

let world: World
let client: BuiltClient
let everyone: Awaited<ReturnType<typeof buildEveryone>>
let boss: BuiltPerson

beforeAll(async () => {
  world = await openWorld()
  world.setNow('2026-11-21T10:00:00+09:00')
  client = await buildClient(world)
  everyone = await buildEveryone(world, client)
  boss = everyone.staffAdmin
})

const show = async (caller = boss) => (await world.call(caller, 'GET /api/settings')).body.client
const change = (fields: object, caller = boss) => world.call(caller, 'PATCH /api/settings', { body: { client: fields } })
const picture = (format: 'png' | 'jpeg' | 'webp', width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#17616b' } })
    .toFormat(format)
    .toBuffer()
const upload = (caller: BuiltPerson, url: string, fields: Record<string, string>, logo: Buffer, fileName = 'logo.png') => {
  const { body, headers } = multipart(fields, { name: 'client[logo]', fileName, bytes: logo, contentType: 'image/png' })
  return world.send(caller, 'PATCH', url, body, headers)
}
/** What lies under the logo's path, for anybody. */
const fetchLogo = async (path: string) => {
  const { status, headers } = await world.send(guest, 'GET', path)
  return { status, type: headers['content-type'] }
}

describe('GET /api/settings', () => {
  it('shows the company to its administrators and to admins, and to nobody else', async () => {
    expect(await show()).toMatchObject({
      id: client.id,
      cd: client.cd,
      rounding_rule: 'round_down',
      use_cash_payment: false,
      closed_cc: '',
    })
    expect((await show(everyone.admin)).id).toBe(client.id)
    for (const caller of [everyone.staff, everyone.operator, everyone.craftsman])
      expect((await world.call(caller, 'GET /api/settings')).status).toBe(403)
  })
})

describe('PATCH /api/settings', () => {
  it('keeps what was sent, and leaves alone what was not', async () => {
    const fields = {
      name_abbreviation: 'テスト',
      use_cash_payment: true,
      rounding_rule: 'round_up_100',
      construction_staff_default_display_name: '工事部 窓口',
    }
    const { status, body } = await change({ ...fields, closed_cc: 'a@example.jp、b@example.jp', closed_bcc: 'c@example.jp' })
    expect(status).toBe(200)
    expect(body.message).toBe('設定を更新しました。')
    await change({ rescheduled_cc: 'd@example.jp' })
    expect(await show()).toMatchObject({
      ...fields,
      closed_cc: 'a@example.jp, b@example.jp',
      closed_bcc: 'c@example.jp',
      rescheduled_cc: 'd@example.jp',
    })
    await change({ closed_cc: '', name_abbreviation: '' })
    expect(await show()).toMatchObject({ closed_cc: '', closed_bcc: 'c@example.jp', name_abbreviation: null })
  })
  it('points at the address that is wrong by its place, and changes nothing', async () => {
    const before = await show()
    const { status, body } = await change({
      use_cash_payment: !before.use_cash_payment,
      all_closed_cc: 'a@example.jp, b@, c@example.jp, 田中',
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      'all_closed_cc[1]': ['の形式が正しくありません'],
      'all_closed_cc[3]': ['の形式が正しくありません'],
      full_messages: ['メールアドレスの形式が正しくありません'],
    })
    const eleven = Array.from({ length: 11 }, (_, at) => `x${at}@example.jp`).join()
    expect((await change({ closed_bcc: eleven })).body.errors?.full_messages).toEqual(['完了確定のBCCは10件以内にしてください'])
    expect(await show()).toEqual(before)
  })
  it('refuses what only an admin changes, and callers who are no administrator', async () => {
    expect((await change({ name: '別会社' })).body.errors).toHaveProperty('name')
    expect((await change({ rounding_rule: 'banker' })).body.errors).toHaveProperty('rounding_rule')
    for (const caller of [everyone.staff, everyone.operator, everyone.craftsman]) expect((await change({}, caller)).status).toBe(403)
  })
  it('takes a logo beside the other fields, shows it to everybody, and takes it away', async () => {
    const saved = await upload(boss, '/api/settings', { 'client[use_cash_payment]': 'true' }, await picture('png'))
    expect(saved.status).toBe(200)
    const { logo_path, use_cash_payment } = await show()
    expect(use_cash_payment).toBe(true)
    expect(logo_path).toMatch(/^\/api\/logos\/[0-9a-f-]{36}$/)
    expect(await fetchLogo(logo_path ?? '')).toEqual({ status: 200, type: 'image/png' })
    expect((await world.call(boss, 'GET /api/users/me')).body.user.client).toMatchObject({ logo_path })
    await change({ remove_logo: true })
    expect((await show()).logo_path).toBeNull()
    expect((await fetchLogo(logo_path ?? '')).status).toBe(404)
  })
  it('refuses a logo that is no PNG or JPEG, whatever it is called, and one that is too large', async () => {
    await upload(boss, '/api/settings', {}, await picture('jpeg'))
    const before = await show()
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const bytes of [drawing, await picture('webp'), (await picture('png')).subarray(0, 60)]) {
      const { status, body } = await upload(boss, '/api/settings', { 'client[name_abbreviation]': '変わらない' }, bytes)
      expect(status).toBe(422)
      expect(body.errors?.full_messages).toEqual(['ロゴはPNGまたはJPEGの画像を選択してください'])
    }
    expect((await upload(boss, '/api/settings', {}, Buffer.alloc(2 * 1024 * 1024 + 1))).status).toBe(413)
    expect(await show()).toEqual(before)
  })
})

describe('the bytes of a logo', () => {
  const onDisk = async () => new Set(await readdir(path.join(world.platform.settings.storageDir, 'files', 'logos')).catch(() => []))
  const nameOf = (logo_path: string | null) => (logo_path ?? '').slice('/api/logos/'.length)

  it('go once another logo took its place, or none, and not before', async () => {
    await upload(boss, '/api/settings', {}, await picture('png'))
    const first = nameOf((await show()).logo_path)
    await upload(boss, '/api/settings', {}, await picture('jpeg'))
    const second = nameOf((await show()).logo_path)
    expect(await onDisk()).toContain(first)
    expect(await onDisk()).toContain(second)
    await world.runJobs()
    expect(await onDisk()).not.toContain(first)
    expect(await onDisk()).toContain(second)
    await change({ remove_logo: true })
    await world.runJobs()
    expect(await onDisk()).not.toContain(second)
  })
  it('are not left behind by a change that is refused', async () => {
    const before = await onDisk()
    const admin = await buildPlatformPerson(world, 'admin')
    const refusals = [
      upload(admin, `/api/clients/${client.id}`, { 'client[admin_id]': '999999' }, await picture('png')),
      upload(admin, '/api/clients/999999', { 'client[name]': '無い会社' }, await picture('png')),
    ]
    expect((await Promise.all(refusals)).map(answer => answer.status)).toEqual([422, 404])
    expect(await onDisk()).toEqual(before)
  })
  it('are drawn and kept without holding up what others add to the company', async () => {
    const logo = await picture('png')
    const uploaded = await beside(
      world,
      client.id,
      db => db.insertInto('departments').values({ client_id: client.id, name: '登録中' }).execute(),
      () => upload(boss, '/api/settings', {}, logo),
    )
    expect(uploaded).toMatchObject({ status: 200 })
  })
})

describe('GET /api/logos/:uuid', () => {
  it('draws a large logo anew at the size of a header, and knows no other path', async () => {
    await upload(boss, '/api/settings', {}, await picture('jpeg', 2000, 1500), 'logo.jpg')
    const { logo_path } = await show()
    expect(await fetchLogo(logo_path ?? '')).toEqual({ status: 200, type: 'image/jpeg' })
    expect((await fetchLogo('/api/logos/00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await fetchLogo('/api/logos/..%2f..%2fsecret')).status).toBe(404)
  })
})

describe('a logo that an admin sets', () => {
  it('comes with a new company at once', async () => {
    const admin = await buildPlatformPerson(world, 'admin')
    const fields = {
      'client[cd]': 'logo01',
      'client[name]': '株式会社新ロゴ',
      'client[staff_admin][name]': '山田 花子',
      'client[staff_admin][email]': 'hanako@example.jp',
      'client[staff_admin][login_id]': 'hanako.logo01',
    }
    const { body, headers } = multipart(fields, { name: 'client[logo]', fileName: 'logo.png', bytes: await picture('png') })
    const answer = await world.send(admin, 'POST', '/api/clients', body, headers)
    expect(answer.status).toBe(201)
    const { logo_path } = answer.body['client'] as { logo_path: string }
    expect(await fetchLogo(logo_path)).toEqual({ status: 200, type: 'image/png' })
    const torn = multipart({ ...fields, 'client[cd]': 'logo02' }, { name: 'client[logo]', fileName: 'logo.png', bytes: Buffer.from('x') })
    expect((await world.send(admin, 'POST', '/api/clients', torn.body, torn.headers)).status).toBe(422)
    expect((await world.call(admin, 'GET /api/clients', { query: { client: { name: 'logo02' } } })).body.total_count).toBe(0)
  })

  it('is kept by PATCH /api/clients/:id, beside fields that come as text', async () => {
    const admin = await buildPlatformPerson(world, 'admin')
    const company = await buildClient(world)
    const fields = { 'client[name]': '株式会社ロゴ', 'client[use_optional_construction]': 'false', 'client[admin_id]': String(admin.id) }
    expect((await upload(admin, `/api/clients/${company.id}`, fields, await picture('png'))).status).toBe(200)
    const { client: saved } = (await world.call(admin, 'GET /api/clients/:id', { params: company })).body
    expect(saved).toMatchObject({ name: '株式会社ロゴ', use_optional_construction: false, admin: { id: admin.id } })
    expect(await fetchLogo(saved.logo_path ?? '')).toEqual({ status: 200, type: 'image/png' })
    const listed = (await world.call(admin, 'GET /api/clients', { query: { client: { name: '株式会社ロゴ' } } })).body.clients[0]
    expect(listed?.logo_path).toBe(saved.logo_path)
  })
})

/** A construction lives through everything that is mailed, with CC and BCC set for each event by its own addresses. */
describe('the mails of a company', () => {
  let mails: { subject: string; cc: string[]; bcc: string[] }[]
  const subjects: Readonly<Record<(typeof notificationEvents)[number], string>> = {
    detail_schedule_created: '詳細工程表が作成されました',
    detail_schedule_updated: '詳細工程表が更新されました',
    detail_schedule_completed: '詳細工程表が確定しました',
    construction_assigned: '工事に割り当てられました',
    date_confirmed: '工事日が確定しました',
    room_detail_updated: '部屋情報が更新されました',
    closed: '部屋の工事を完了確定しました',
    rescheduled: '日程再調整となりました',
    all_closed: 'すべての部屋を完了確定しました',
    schedule_changed: '工事日が変更されました',
  }

  beforeAll(async () => {
    const company = await buildClient(world)
    const head = await buildUser(world, company, 'Staff_Admin')
    const staff = await buildUser(world, company, 'Staff')
    const { status } = await change(Object.fromEntries(notificationFields.map(field => [field, `${field}@example.jp`])), head)
    expect(status).toBe(200)
    const contractor = await buildContractor(world, company)
    const [first, second] = [
      await buildUser(world, company, 'Craftsman', { contractorId: contractor.id }),
      await buildUser(world, company, 'Craftsman', { contractorId: contractor.id }),
    ]
    const { id, rooms } = await buildConstruction(world, company, {
      floors: 1,
      perFloor: 2,
      craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [first.id] }],
    })
    const { order, reason } = await world.inClient(company.id, async db => {
      await db.updateTable('constructions').set({ construction_staff_id: head.id }).where('id', '=', id).execute()
      return {
        order: await db
          .insertInto('construction_orders')
          .values({ client_id: company.id, name: '順', top_or_bottom: 'top', vertical_or_horizontal: 'vertical' })
          .returning('id')
          .executeTakeFirstOrThrow(),
        reason: await db
          .insertInto('incomplete_reasons')
          .values({ client_id: company.id, name: '不在' })
          .returning('id')
          .executeTakeFirstOrThrow(),
      }
    })
    const post = async (method: 'POST' | 'PATCH', path: string, body: object) => {
      const answer = await world.send(staff, method, `/api/constructions/${id}${path}`, JSON.stringify(body), {
        'content-type': 'application/json',
      })
      expect({ path, status: answer.status, errors: answer.body.errors }).toMatchObject({
        status: path === '/detail_schedule' && method === 'POST' ? 201 : 200,
      })
      return answer.body as Record<string, never>
    }
    const [one, two] = rooms.map(room => `/rooms/${room.id}`) as [string, string]
    const schedule = await post('POST', '/detail_schedule', {
      detail_schedule: {
        construction_order_id: order.id,
        construction_time_frames_attributes: [{ start_at: '09:00', end_at: '12:00', frame_number: 4 }],
      },
    })
    const [assign] = schedule['assigns'] as unknown as { id: number; construction_time_frame_id: number; room: { id: number } }[]
    const place = (date: string) => ({ date, construction_time_frame_id: assign!.construction_time_frame_id, frame_number: 1 })
    await post('PATCH', '/detail_schedule', {
      detail_schedule: {
        lock_version: schedule['lock_version'],
        assigns_attributes: [{ id: assign!.id, room_id: assign!.room.id, ...place('2026-12-02') }],
      },
    })
    await post('PATCH', '', {
      construction: {
        assigned_contractors_attributes: [
          { contractor_id: contractor.id, assigned_craftsmans_attributes: [{ craftsman_id: first.id }, { craftsman_id: second.id }] },
        ],
      },
    })
    await post('POST', '/detail_schedule/completion', {})
    await post('PATCH', `/rooms/${assign!.room.id}/assign`, { assign: place('2026-12-03') })
    await post('POST', `${one}/confirmation`, {})
    await post('PATCH', one, { room: { room_remarks: '犬がいます' } })
    await post('POST', `${two}/reschedule`, { room: { incomplete_reason_id: reason.id } })
    for (const room of [one, two]) await post('POST', `${room}/close`, { room: { incomplete_reason_id: reason.id } })
    mails = (await world.call(guest, 'GET /api/dev/mails')).body.mails
  })

  it.each(notificationFields)('reach the addresses of %s', field => {
    const event = notificationEvents.find(name => field.startsWith(name)) ?? 'closed'
    const mail = mails.find(each => each.subject.includes(subjects[event]) && each.cc.includes(`${event}_cc@example.jp`))
    expect(mail).toMatchObject({ cc: [`${event}_cc@example.jp`], bcc: [`${event}_bcc@example.jp`] })
    expect(field.endsWith('_bcc') ? mail?.bcc : mail?.cc).toEqual([`${field}@example.jp`])
  })
})

/** A save is seen on the screen of whoever made it. */
describe('the mails of what one did oneself', () => {
  const closedBy = async (cc: boolean, alone: boolean) => {
    const company = await buildClient(world)
    const [head, other] = [await buildUser(world, company, 'Staff_Admin'), await buildUser(world, company, 'Staff')]
    if (cc) expect((await change({ closed_cc: 'copy@example.jp', closed_bcc: 'blind@example.jp' }, head)).status).toBe(200)
    const { id, rooms } = await buildConstruction(world, company, { floors: 1, perFloor: 1 })
    const reason = await world.inClient(company.id, async db => {
      const staffs = { sales_staff_id: head.id, ...(alone ? {} : { construction_staff_id: other.id }) }
      await db.updateTable('constructions').set(staffs).where('id', '=', id).execute()
      return db.insertInto('incomplete_reasons').values({ client_id: company.id, name: '不在' }).returning('id').executeTakeFirstOrThrow()
    })
    const { status } = await world.call(head, 'POST /api/constructions/:construction_id/rooms/:room_id/close', {
      params: { construction_id: id, room_id: rooms[0]!.id },
      body: { room: { incomplete_reason_id: reason.id } },
    })
    expect(status).toBe(200)
    const sent = await world.inClient(company.id, db =>
      db.selectFrom('outbox_messages').select(['kind', 'recipients', 'cc', 'bcc']).orderBy('kind').execute(),
    )
    const users = await world.inClient(company.id, db => db.selectFrom('users').select(['id', 'email']).execute())
    const people = new Map(users.map(({ id: user, email }) => [email, user === head.id ? 'head' : 'other']))
    return sent.map(({ kind, recipients, cc: copies, bcc }) => [
      kind,
      recipients.map(address => people.get(address) ?? address),
      copies,
      bcc,
    ])
  }

  it('go to the others', async () => {
    expect(await closedBy(false, false)).toEqual([
      ['all_closed', ['other'], [], []],
      ['closed', ['other'], [], []],
    ])
    expect(await closedBy(false, true)).toEqual([])
  })

  it('go to oneself where the company asks for copies and nobody else is in charge', async () => {
    expect(await closedBy(true, true)).toEqual([['closed', ['head'], ['copy@example.jp'], ['blind@example.jp']]])
  })
})
