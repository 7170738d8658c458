import { beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildEveryone, buildUser, type BuiltClient, type BuiltPerson } from '../../../test/build.ts'
import { openWorld, type World } from '../../../test/world.ts'

const companyName = '招待する会社'
let world: World
let client: BuiltClient
let admin: BuiltPerson
let registrar: BuiltPerson
let everyone: Awaited<ReturnType<typeof buildEveryone>>
let stranger: BuiltPerson

beforeAll(async () => {
  world = await openWorld()
  client = await buildClient(world, { name: companyName })
  admin = await buildUser(world, client, 'Staff_Admin', { name: '管理 花子' })
  registrar = await buildUser(world, client, 'Staff', { canRegisterStaff: true })
  everyone = await buildEveryone(world, client)
  stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
})

let count = 0
const form = (over: object = {}) => ({
  staff: {
    type: 'Staff' as const,
    name: '新人 太郎',
    email: 'taro@example.jp',
    phone: '090-1111-2222',
    login_id: `newcomer${++count}`,
    department_id: null,
    ...over,
  },
})
const make = async (over: object = {}) => (await world.call(admin, 'POST /api/staffs', { body: form(over) })).body.staff

describe('POST /api/staffs', () => {
  it('registers a member of staff and mails the login id with a link that sets the password', async () => {
    const staff = await make({ email: 'invited@example.jp', can_register_staff: true })
    expect(staff).toMatchObject({
      type: 'Staff',
      phone: '09011112222',
      can_register_staff: true,
      last_sign_in_at: null,
      default_display_format: 'list',
    })
    const mails = await world.send({ headers: {} }, 'GET', '/api/dev/mails?to=invited@example.jp')
    const mail = (mails.body['mails'] as { body: string }[])[0]!
    expect(mail.body).toContain(`${companyName}のアカウントが登録されました。\nログインID: ${staff.login_id}\n`)
    expect(mail.body).toContain(`ログイン画面\nhttp://${client.cd}.localhost:3000/\n`)
    const token = /reset_password_token=([\w-]+)/.exec(mail.body)?.[1] ?? ''
    const password = 'Tsubame99'
    await world.call({ headers: {} }, 'PUT /api/auth/password', {
      body: { reset_password_token: token, password, password_confirmation: password },
    })
    expect((await world.call({ headers: {} }, 'POST /api/auth/sign_in', { body: { login_id: staff.login_id, password } })).status).toBe(200)
  })
  it('refuses a login id that anybody of any client has, in any case', async () => {
    const { body } = await world.call(admin, 'POST /api/staffs', { body: form({ login_id: stranger.loginId.toUpperCase() }) })
    expect(body.errors).toMatchObject({
      login_id: ['このログインIDは使えません。別のIDを入力してください。'],
      full_messages: ['このログインIDは使えません。別のIDを入力してください。'],
    })
  })
  it('names the fields that are wrong', async () => {
    const { body } = await world.call(admin, 'POST /api/staffs', {
      body: form({ name: '', email: 'x', phone: '12', login_id: 'あ', department_id: 999_999 }),
    })
    expect(Object.keys(body.errors ?? {}).toSorted()).toEqual(['email', 'full_messages', 'login_id', 'name', 'phone'])
    const unknown = await world.call(admin, 'POST /api/staffs', { body: form({ department_id: 999_999 }) })
    expect(unknown.body.errors).toMatchObject({ department_id: ['は一覧にありません'] })
    expect((await world.call(admin, 'POST /api/staffs', { body: form({ type: 'Craftsman' }) })).status).toBe(422)
  })
  it('lets a Staff with the right register Staff, but neither administrators nor the right itself', async () => {
    expect((await world.call(registrar, 'POST /api/staffs', { body: form() })).status).toBe(201)
    expect((await world.call(registrar, 'POST /api/staffs', { body: form({ type: 'Staff_Admin' }) })).status).toBe(403)
    expect((await world.call(registrar, 'POST /api/staffs', { body: form({ can_register_staff: true }) })).status).toBe(403)
  })
  it('is closed to staff without the right, operators and craftsmen', async () => {
    for (const caller of [everyone.staff, everyone.operator, everyone.craftsman])
      expect((await world.call(caller, 'POST /api/staffs', { body: form() })).status).toBe(403)
    expect((await world.call(everyone.admin, 'POST /api/staffs', { body: form() })).status).toBe(201)
  })
})

describe('GET /api/staffs', () => {
  it('lists staff without craftsmen, by name and department, for the office', async () => {
    const { department } = (await world.call(admin, 'POST /api/departments', { body: { department: { name: '営業部' } } })).body
    const staff = await make({ name: '検索 次郎', department_id: department.id })
    const query = { staff: { name: '検索', department_id: department.id } }
    expect((await world.call(everyone.operator, 'GET /api/staffs', { query })).body).toMatchObject({
      staffs: [{ id: staff.id, department: { id: department.id, name: '営業部' } }],
      total_count: 1,
    })
    // An operator chooses people, and learns neither their addresses nor what they sign in with.
    const chosen = (await world.call(everyone.operator, 'GET /api/staffs', { query: { exclude_pagination: true } })).body.staffs
    expect(new Set(chosen.flatMap(each => Object.keys(each)))).toEqual(new Set(['id', 'name', 'department_id', 'department']))
    const all = await world.call(everyone.staff, 'GET /api/staffs', { query: { exclude_pagination: true, sort_by: 'name' } })
    const types = all.body.staffs.map(each => ('type' in each ? each.type : null))
    expect(new Set(types)).toEqual(new Set(['Staff', 'Staff_Admin']))
    expect((await world.call(stranger, 'GET /api/staffs')).body.total_count).toBe(1)
    expect((await world.call(everyone.craftsman, 'GET /api/staffs')).status).toBe(403)
  })
  it('answers pages of 25, and all at once without pages', async () => {
    const own = await buildClient(world)
    const caller = await buildUser(world, own, 'Staff_Admin', { name: '所長' })
    const rows = Array.from({ length: 29 }, (_, at) => ({
      client_id: own.id,
      type: 'Staff' as const,
      login_id: `paged-${own.id}-${at}`,
      name: `社員${at}`,
      email: `paged${at}@example.jp`,
    }))
    await world.inClient(own.id, db => db.insertInto('users').values(rows).execute())
    expect((await world.call(caller, 'GET /api/staffs')).body).toMatchObject({ staffs: { length: 25 }, total_count: 30 })
    const { staffs } = (await world.call(caller, 'GET /api/staffs', { query: { exclude_pagination: true } })).body
    expect(new Set(staffs.map(({ name }) => name))).toEqual(new Set(['所長', ...rows.map(({ name }) => name)]))
  })
})

describe('GET /api/staffs/:id', () => {
  it("shows a member of staff to those who register; craftsmen and other clients' people are not found", async () => {
    const staff = await make()
    const params = { id: staff.id }
    expect((await world.call(registrar, 'GET /api/staffs/:id', { params })).body.staff).toEqual(staff)
    expect((await world.call(everyone.staff, 'GET /api/staffs/:id', { params })).status).toBe(403)
    expect((await world.call(stranger, 'GET /api/staffs/:id', { params })).status).toBe(404)
    expect((await world.call(admin, 'GET /api/staffs/:id', { params: { id: everyone.craftsman.id } })).status).toBe(404)
  })
})

describe('PATCH /api/staffs/:id', () => {
  it('changes what was sent, the login id too', async () => {
    const staff = await make()
    const login_id = `renamed${staff.id}`
    const { body } = await world.call(admin, 'PATCH /api/staffs/:id', {
      params: { id: staff.id },
      body: { staff: { login_id, phone: '' } },
    })
    expect(body.staff).toMatchObject({ login_id, phone: null, name: staff.name })
    const taken = await world.call(admin, 'PATCH /api/staffs/:id', {
      params: { id: staff.id },
      body: { staff: { login_id: admin.loginId } },
    })
    expect(taken.body.errors).toMatchObject({ login_id: ['このログインIDは使えません。別のIDを入力してください。'] })
  })
  it('takes the right to register from who becomes an administrator', async () => {
    const staff = await make({ can_register_staff: true })
    const { body } = await world.call(admin, 'PATCH /api/staffs/:id', {
      params: { id: staff.id },
      body: { staff: { type: 'Staff_Admin' } },
    })
    expect(body.staff).toMatchObject({ type: 'Staff_Admin', can_register_staff: false })
  })
  it('keeps administrators and the right out of the hands of a Staff', async () => {
    const staff = await make()
    const change = (id: number, over: object) =>
      world.call(registrar, 'PATCH /api/staffs/:id', { params: { id }, body: { staff: over } }).then(answer => answer.status)
    expect(await change(staff.id, { name: '改名' })).toBe(200)
    expect(await change(staff.id, { type: 'Staff_Admin' })).toBe(403)
    expect(await change(staff.id, { can_register_staff: true })).toBe(403)
    expect(await change(admin.id, { name: '乗っ取り' })).toBe(403)
    expect(
      (await world.call(stranger, 'PATCH /api/staffs/:id', { params: { id: staff.id }, body: { staff: { name: '他社' } } })).status,
    ).toBe(404)
  })
})

describe('POST /api/staffs/:id/invitation', () => {
  const invite = (caller: BuiltPerson, id: number) => world.call(caller, 'POST /api/staffs/:id/invitation', { params: { id } })
  const linksTo = async (email: string) => {
    const { body } = await world.send({ headers: {} }, 'GET', `/api/dev/mails?to=${email}`)
    return (body['mails'] as { body: string }[]).map(mail => /reset_password_token=([\w-]+)/.exec(mail.body)?.[1] ?? '')
  }
  const password = 'Tsubame99'
  const open = async (reset_password_token: string) => {
    const body = { reset_password_token, password, password_confirmation: password }
    return (await world.call({ headers: {} }, 'PUT /api/auth/password', { body })).status
  }

  const whyNot = async (reset_password_token: string) => {
    const { body } = await world.call({ headers: {} }, 'GET /api/auth/password/edit', { query: { reset_password_token } })
    return [body.code, body.errors?.full_messages?.[0]]
  }

  it('tells who was deleted that the invitation was taken back, and who has come by a newer one that the link is over', async () => {
    const [email, other] = ['deleted@example.jp', 'came@example.jp']
    const staff = await make({ email })
    const [link = ''] = await linksTo(email)
    await world.call(admin, 'DELETE /api/staffs/:id', { params: { id: staff.id } })
    expect(await whyNot(link)).toEqual([
      'link_withdrawn',
      'この招待は取り消されました。お心当たりのある場合は、会社の管理者へお問い合わせください。',
    ])
    const twice = await make({ email: 'twice@example.jp' })
    await invite(registrar, twice.id)
    await world.call(admin, 'DELETE /api/staffs/:id', { params: { id: twice.id } })
    // No newer one is left either.
    for (const one of await linksTo('twice@example.jp')) expect((await whyNot(one))[0]).toBe('link_withdrawn')
    const came = await make({ email: other })
    const [first = ''] = await linksTo(other)
    await invite(registrar, came.id)
    const newer = (await linksTo(other)).find(one => one !== first) ?? ''
    expect(await open(newer)).toBe(200)
    for (const spent of [first, newer]) expect((await whyNot(spent))[0]).toBe('link_expired')
  })

  it('mails a new link with the login id, and the old one leads nowhere', async () => {
    const email = 'again@example.jp'
    const staff = await make({ email })
    const [first = ''] = await linksTo(email)
    const { status, body } = await invite(registrar, staff.id)
    expect([status, body.message, body.staff.id]).toEqual([200, '招待メールを送信しました。', staff.id])
    const links = await linksTo(email)
    expect(links).toHaveLength(2)
    expect(await whyNot(first)).toEqual(['link_superseded', '新しい招待メールが届いています。新しいメールのURLを開いてください。'])
    expect(await open(links.find(link => link !== first) ?? '')).toBe(200)
    const events = await world.inClient(client.id, db =>
      db.selectFrom('events').where('kind', '=', 'staffs.invited').where('subject_id', '=', staff.id).select(['actor_id', 'id']).execute(),
    )
    expect(events).toMatchObject([{ actor_id: registrar.id }])
  })
  it('is refused once the person has signed in, and changes no link', async () => {
    const email = 'known@example.jp'
    const staff = await make({ email })
    const [link = ''] = await linksTo(email)
    await open(link)
    await world.call({ headers: {} }, 'POST /api/auth/sign_in', { body: { login_id: staff.login_id, password } })
    const { status, body } = await invite(admin, staff.id)
    expect([status, body.errors?.full_messages]).toEqual([422, ['すでに利用を始めているため、招待メールは送信できません。']])
    expect(await linksTo(email)).toEqual([link])
  })
  it('is for those who could register the person', async () => {
    const [staff, chief] = [await make(), await make({ type: 'Staff_Admin' })]
    expect((await invite(registrar, chief.id)).status).toBe(403)
    for (const caller of [everyone.staff, everyone.operator, everyone.craftsman]) expect((await invite(caller, staff.id)).status).toBe(403)
    expect((await invite(stranger, staff.id)).status).toBe(404)
    expect((await invite(admin, everyone.craftsman.id)).status).toBe(404)
    expect((await invite(everyone.admin, chief.id)).status).toBe(200)
  })
})

describe('DELETE /api/staffs/:id', () => {
  it('ends every session of the person and frees the login id', async () => {
    const person = await buildUser(world, client, 'Staff')
    expect((await world.call(person, 'GET /api/users/me')).status).toBe(200)
    expect((await world.call(admin, 'DELETE /api/staffs/:id', { params: { id: person.id } })).status).toBe(200)
    expect((await world.call(person, 'GET /api/users/me')).status).toBe(401)
    expect(await make({ login_id: person.loginId })).toMatchObject({ login_id: person.loginId })
  })
  it('never deletes oneself, nor an administrator at the hand of a Staff', async () => {
    const own = await world.call(admin, 'DELETE /api/staffs/:id', { params: { id: admin.id } })
    expect([own.status, own.body.errors?.full_messages]).toEqual([422, ['自分自身は削除できません。']])
    expect((await world.call(registrar, 'DELETE /api/staffs/:id', { params: { id: admin.id } })).status).toBe(403)
    expect((await world.call(stranger, 'DELETE /api/staffs/:id', { params: { id: registrar.id } })).status).toBe(404)
  })
})
