import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { visitWords } from '@toguchi/domain/messages/short-message'
import { formatAuthenticationCode } from '@toguchi/domain/residents/authentication-code'
import { beforeEach, describe, expect, it } from 'vitest'
import { extractImages, extractText, getDocumentProxy } from 'unpdf'
import { buildPlatformPerson, type BuiltPerson, buildResident, buildUser } from '../test/build.ts'
import { issueCodes } from '../test/issue-codes.ts'
import { linksOf } from '../test/pdf-links.ts'
import { planConstruction, type PlannedConstruction } from '../test/planned-construction.ts'
import { type Caller, guest, openWorld } from '../test/world.ts'
import { qrPicture } from './printing/qr-picture.ts'
import { originOf } from './platform/http/hosts.ts'
import { cheapDigestOf } from '../test/password-digest.ts'
import { remindOfVisits } from './residents/residents.ts'
import { openAuthenticationCode } from './authentication-codes/authentication-codes.ts'

/*
 * No paper and no message promises what the page refuses (D-33, D-34): every printed QR and every link of a message is walked to the thing
 * it promises. Whatever leads somewhere is named here by its file, with the walk that proves it.
 */
const walks: Readonly<Record<string, readonly string[]>> = {
  // Printed.
  'printing/letters/print-sheets.ts': ['案内状', '再案内', '決定案内'],
  'printing/letters/print-poster.ts': ['掲示用ポスター'],
  'printing/letters/print-absence-slip.ts': ['不在票'],
  // To residents.
  'notifications/notify.ts': [
    'what happened to a date',
    'what staff are told',
    'what a proxy is told',
    'a proxy who is not needed any more',
  ],
  'residents/contacts/remind-of-visits.ts': ['the day before'],
  // An earlier frame, which its page answers; walked where it is offered (earlier.test.ts).
  'residents/earlier/offer-earlier-frames.ts': [],
  'answers/remind.ts': ['a reminder to answer', 'a reminder to answer by short message'],
  'orders/notify-resident.ts': ['an order'],
  'residents/entering/welcome.ts': ['a registration'],
  'residents/entering/sign-in.ts': ['a forgotten login ID', 'a forgotten password of a resident'],
  // Back from the payment service; its page is walked where money is (own-orders.test.ts).
  'orders/payments/create-checkout.ts': [],
  // To role 1, before a client is erased; walked where it is sent (erase-clients.test.ts).
  'retention/erase-clients.ts': [],
  // To people at work; their links are walked where their accounts are (accounts.test.ts, register-users.test.ts, staffs.test.ts, keys.test.ts).
  'accounts/links/one-time-links.ts': [],
  'accounts/users/register-users.ts': [],
  'accounts/routes.ts': [],
  'accounts/addresses/waiting-address.ts': [],
  // To whoever was given a password of a completion book; walked where it is made (shared-books.test.ts).
  'completion-books/share-book.ts': [],
  // To the owners' association; walked where it is sent (board-reports.test.ts).
  'board-reports/print-report.ts': [],
  // To a household on the day of its visit; walked where it is sent (on-our-way.test.ts, tell-absence.test.ts).
  'rooms/visits/tell-household.ts': [],
  'rooms/absences/tell-absence.ts': [],
  // To craftsmen; opened where it is made (craftsman-links.test.ts).
  'accounts/craftsman-links/send-craftsman-links.ts': [],
  // To the carrier.
  'platform/messages/carriers/twilio.ts': [],
  // To LINE; knocked at where it is shown (line-settings.test.ts).
  'clients/line-settings.ts': [],
  'keys/alert-of-keys.ts': [],
  // To a calendar program; opened where it is made (calendar-feeds.test.ts).
  'calendar-feeds/routes.ts': [],
}

const source = fileURLToPath(new URL('.', import.meta.url))
const walked: string[] = []
/** One walk, under the name that the table knows it by. */
const walk = (name: string, act: () => Promise<void>) => {
  walked.push(name)
  it(`${name} leads to what it promises`, act)
}

const world = await openWorld()
const password = 'sakura2026'
const passwordDigest = await cheapDigestOf(password)

let plan: PlannedConstruction
let staff: BuiltPerson
beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  staff = plan.staff
  await plan.complete()
  await issueCodes(world, plan)
})

const params = () => ({ construction_id: plan.construction.id })
const inRoom = (name: string) => ({ ...params(), room_id: plan.roomId(name) })
const messages = () =>
  world.inClient(plan.client.id, db => db.selectFrom('outbox_messages').orderBy('id').select(['recipients', 'body']).execute())
/** The path of the link in the newest message to an address. */
const linkTo = async (address: string): Promise<string> => {
  const message = (await messages()).findLast(({ recipients }) => recipients.includes(address))
  return pathOf(/https?:\/\/\S+/.exec(message?.body ?? '')?.[0])
}
const pathOf = (url: string | undefined): string => {
  const { pathname, search } = new URL(url ?? 'http://nowhere.invalid/')
  return `${pathname}${search}`
}

/** Where the short address of a dwelling leads; any other path leads where it says. */
const followed = async (path: string): Promise<string> =>
  path.startsWith('/r/') ? String((await world.send(guest, 'GET', path)).headers['location']) : path

/** Text and QR of every page of a finished job; the QR is compared picture by picture with the address that is printed under it, that it leads to when it is pressed, or with one that is known. */
const paperOf = async (jobId: number, known?: string): Promise<{ text: string; path: string }[]> => {
  await world.runJobs()
  const { body } = await world.call(staff, 'GET /api/jobs/:id', { params: { id: jobId } })
  const { raw } = await world.send(staff, 'GET', body.job.file_url ?? '')
  const document = await getDocumentProxy(new Uint8Array(raw))
  const { text } = await extractText(document)
  const links = await linksOf(raw)
  return Promise.all(
    text.map(async (page, at) => {
      const plain = page.replaceAll(/\s/g, '')
      const printed =
        /https?:\/\/[\w.:-]+\/r\/[2-9A-HJ-NP-Z]{6}/.exec(plain)?.[0] ??
        /https?:\/\/[\w.:-]+\/residents\/[\w/-]+?(?=authentication_code|room_select|absence)(authentication_code|room_select|absence\/[\w-]{22})/.exec(
          plain,
        )?.[0]
      // A 不在票 prints the dwelling's address, and its QR has a token of its own (D-34).
      const url = known ?? (links[at] || printed)
      const [picture] = await extractImages(document, at + 1)
      const { qr, qr_side } = qrPicture(url ?? '')
      expect([picture?.width, picture?.height]).toEqual([qr_side, qr_side])
      const step = (picture?.data.length ?? 0) / (qr_side * qr_side)
      expect(qr.map((_, pixel) => ((picture?.data[pixel * step] ?? 0) > 127 ? 255 : 0))).toEqual(qr)
      return { text: plain, path: await followed(pathOf(url)) }
    }),
  )
}
const printedSheets = async (kind: 'information' | 'reminder' | 'decision') => {
  const { body } = await world.call(staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
    params: params(),
    body: { kind },
  })
  return paperOf(body.job.id)
}

const uuidsOf = (path: string) => {
  const [, client_uuid = '', construction_uuid = '', room_uuid = '', page = ''] =
    /^\/residents\/clients\/([\w-]+)\/constructions\/([\w-]+)\/(?:rooms\/([\w-]+)\/)?(\w+)/.exec(path) ?? []
  return { letter: { client_uuid, construction_uuid, room_uuid }, page }
}
const sessionOf = (answer: { headers: Record<string, unknown> }): Caller => ({
  headers: Object.fromEntries(['access-token', 'client', 'uid'].map(name => [name, String(answer.headers[name])])),
})
const codeOf = (text: string): string => /[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/.exec(text)?.[0] ?? ''
const codeOfRoom = (name: string) =>
  world.inClient(plan.client.id, async db => {
    const { ciphertext } = await db
      .selectFrom('authentication_codes')
      .where('room_id', '=', plan.roomId(name))
      .select('ciphertext')
      .executeTakeFirstOrThrow()
    return formatAuthenticationCode(openAuthenticationCode(world.platform, ciphertext))
  })
/** Opens the page of a printed code and types the code: signed in, with nothing between. */
const enterAt = async (path: string, authentication_code: string): Promise<Caller> => {
  const { letter, page } = uuidsOf(path)
  expect(page).toBe('authentication_code')
  const { room_uuid, ...construction } = letter
  const shown = await world.call(guest, 'GET /api/resident_auth/clients/:client_uuid/constructions/:construction_uuid', {
    params: construction,
  })
  expect(shown.body).toMatchObject({ accepting: true })
  expect(shown.body.rooms.map(({ uuid }) => uuid)).toContain(room_uuid)
  const answer = await world.call(guest, 'POST /api/resident_auth/authentication_code', { body: { ...letter, authentication_code } })
  expect(answer.status).toBe(200)
  return sessionOf(answer)
}
/** Signs in at the login page that a link leads to. */
const signInAt = async (path: string, login_id: string, given = password): Promise<Caller> => {
  const { letter, page } = uuidsOf(path)
  expect(page).toBe('login')
  const answer = await world.call(guest, 'POST /api/resident_auth/sign_in', { body: { ...letter, login_id, password: given } })
  expect(answer.status).toBe(200)
  return sessionOf(answer)
}
const shownTo = async (as: Caller) => (await world.call(as, 'GET /api/residents/construction')).body
const confirm = (as: Caller) => world.call(as, 'POST /api/residents/assign/confirmation', { body: {} })
const freeTo = async (as: Caller) =>
  (await world.call(as, 'GET /api/residents/assignable_frames')).body.dates.flatMap(({ time_frames }) =>
    time_frames.filter(frame => frame.available && !frame.current),
  )
const agreeOn = (name: string) =>
  world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/confirmation', { params: inRoom(name), body: {} })

describe('what is printed', () => {
  walk('案内状', async () => {
    const [page] = await printedSheets('information')
    expect(page?.text).toContain('スマートフォンで日程の確認・変更ができます')
    const as = await enterAt(page!.path, codeOf(page!.text))
    const { assign, can_change_date, can_confirm_date } = await shownTo(as)
    expect(page?.text).toContain(`${Number(assign?.date.slice(5, 7))}月${Number(assign?.date.slice(8))}日`)
    expect([can_change_date, can_confirm_date]).toEqual([true, true])
    const [frame] = await freeTo(as)
    const { date, construction_time_frame_id } = frame!
    const moved = await world.call(as, 'PATCH /api/residents/assign', { body: { assign: { date, construction_time_frame_id } } })
    expect(moved).toMatchObject({ status: 200, body: { room: { construction_schedule_confirmed_at: expect.any(String) } } })
  })

  walk('再案内', async () => {
    await world.inClient(plan.client.id, db => db.updateTable('constructions').set({ schedule_change_end_on: '2026-11-28' }).execute())
    const [page] = await printedSheets('reminder')
    expect(page?.text).toContain('2026年11月28日(土)まで')
    world.setNow('2026-11-28T23:00:00+09:00')
    const as = await enterAt(page!.path, codeOf(page!.text))
    expect((await shownTo(as)).can_change_date).toBe(true)
    expect((await confirm(as)).status).toBe(200)
  })

  walk('決定案内', async () => {
    await agreeOn('101')
    const pages = await printedSheets('decision')
    expect(pages).toHaveLength(1)
    expect(pages[0]?.text).toContain('いつでもご確認いただけます')
    const shown = await shownTo(await enterAt(pages[0]!.path, codeOf(pages[0]!.text)))
    expect(shown.room.construction_schedule_confirmed_at).not.toBeNull()
    expect(pages[0]?.text).toContain(`${Number(shown.assign?.date.slice(5, 7))}月${Number(shown.assign?.date.slice(8))}日`)
  })

  walk('掲示用ポスター', async () => {
    const { body } = await world.call(staff, 'POST /api/constructions/:construction_id/poster', { params: params() })
    const { uuid, cd } = await world.inClient(null, db =>
      db.selectFrom('clients').where('id', '=', plan.client.id).select(['uuid', 'cd']).executeTakeFirstOrThrow(),
    )
    const origin = originOf(world.platform.settings.apiHostTemplate, cd)
    const choice = `${origin}/residents/clients/${uuid}/constructions/${plan.construction.uuid}/room_select`
    const [page] = await paperOf(body.job.id, choice)
    const { letter, page: name } = uuidsOf(page!.path)
    expect(name).toBe('room_select')
    const { body: shown } = await world.call(guest, 'GET /api/resident_auth/clients/:client_uuid/constructions/:construction_uuid', {
      params: { client_uuid: letter.client_uuid, construction_uuid: letter.construction_uuid },
    })
    expect(shown).toMatchObject({ accepting: true })
    // Every room there leads to where its own code is asked for.
    const room = shown.rooms.find(({ name: number }) => number === '202')!
    const own = `/residents/clients/${letter.client_uuid}/constructions/${letter.construction_uuid}/rooms/${room.uuid}/authentication_code`
    expect((await shownTo(await enterAt(own, await codeOfRoom('202')))).room.name).toBe('202')
  })

  walk('不在票', async () => {
    const { date } = plan.placeOf('101', await plan.show())!
    // Everybody's deadline is over, and it is night.
    await world.inClient(plan.client.id, db => db.updateTable('constructions').set({ schedule_change_end_on: '2026-11-25' }).execute())
    world.setNow(`${date}T21:30:00+09:00`)
    staff = await buildUser(world, plan.client, 'Staff')
    const { body } = await world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/absence_slip', {
      params: inRoom('101'),
      body: { visited_at: `${date}T13:00:00+09:00` },
    })
    const [page] = await paperOf(body.job.id)
    expect(page?.text).toContain('新しい日時を、昼でも夜でもお選びいただけます')
    expect(page?.text).toContain('午後1時ごろ')
    expect(page?.text.replaceAll(/https?:\S+?(?=お電話|$)/g, '')).not.toContain(await codeOfRoom('101'))
    const [, client_uuid = '', token = ''] = /^\/residents\/clients\/([\w-]+)\/absence\/([\w-]+)$/.exec(page!.path) ?? []
    const slip = await world.call(guest, 'POST /api/resident_auth/absence', { body: { client_uuid, token } })
    expect(slip.body).toMatchObject({ state: 'open', open: { visited_at: `${date}T13:00:00+09:00` } })
    const [frame] = slip.body.open!.dates.flatMap(({ time_frames }) => time_frames.filter(({ available }) => available))
    const assign = { date: frame!.date, construction_time_frame_id: frame!.construction_time_frame_id }
    const chosen = await world.call(guest, 'POST /api/resident_auth/absence/assign', { body: { client_uuid, token, assign } })
    expect(chosen).toMatchObject({ status: 200, body: { assign } })
    expect(plan.placeOf('101', await plan.show(staff))).toMatchObject(assign)
  })
})

const withLogin = (name: string, email: string) =>
  buildResident(world, plan.client, plan.roomId(name), { name: '田中 ハル', email, passwordDigest })
const withoutLogin = (name: string, email: string) =>
  world.inClient(plan.client.id, db =>
    db
      .insertInto('residents')
      .values({ client_id: plan.client.id, room_id: plan.roomId(name), email })
      .execute(),
  )

describe('what a message leads to', () => {
  walk('what happened to a date', async () => {
    const { loginId } = await withLogin('101', 'login@example.jp')
    await withoutLogin('102', 'code@example.jp')
    await agreeOn('101')
    await agreeOn('102')
    expect((await shownTo(await signInAt(await linkTo('login@example.jp'), loginId))).room.name).toBe('101')
    // Whoever has no login is not asked for one.
    expect((await shownTo(await enterAt(await linkTo('code@example.jp'), await codeOfRoom('102')))).room.name).toBe('102')
  })

  walk('what staff are told', async () => {
    const chief = await buildUser(world, plan.client, 'Staff', { email: 'chief@example.jp' })
    await world.inClient(plan.client.id, db => db.updateTable('constructions').set({ construction_staff_id: chief.id }).execute())
    await agreeOn('101')
    const [, construction_id, room_id] = /^\/constructions\/(\d+)\/rooms\/(\d+)$/.exec(await linkTo('chief@example.jp')) ?? []
    const shown = await world.call(chief, 'GET /api/constructions/:construction_id/rooms/:room_id', {
      params: { construction_id: Number(construction_id), room_id: Number(room_id) },
    })
    expect(shown.body.room).toMatchObject({ name: '101', construction_schedule_confirmed_at: expect.any(String) })
  })

  walk('what a proxy is told', async () => {
    const { loginId } = await withLogin('101', 'login@example.jp')
    await agreeOn('101')
    const resident = await signInAt(await linkTo('login@example.jp'), loginId)
    const name = (proxy_phone: string) =>
      world.call(resident, 'PUT /api/residents/presence', {
        body: { presence: { presence_method: 'proxy', proxy_name: '田中 花子', proxy_relation: '長女', proxy_phone } },
      })
    const told = () =>
      world.inClient(plan.client.id, db =>
        db
          .selectFrom('outbox_messages')
          .where('kind', '=', 'proxy_named')
          .orderBy('id')
          .select(['recipients', 'body', 'next_attempt_at'])
          .execute(),
      )
    // Nobody is woken, and a landline receives nothing.
    world.setNow('2026-11-21T23:00:00+09:00')
    expect((await name('03-1234-5678')).status).toBe(200)
    expect(await told()).toEqual([])
    await name('090-1234-5678')
    // The same number again has heard it.
    await name('090-1234-5678')
    const { assign: before } = await shownTo(resident)
    const [free] = (await world.call(resident, 'GET /api/residents/assignable_frames')).body.dates.flatMap(({ date, time_frames }) =>
      time_frames
        .filter(frame => frame.available && !frame.current)
        .map(({ construction_time_frame_id }) => ({ date, construction_time_frame_id })),
    )
    expect((await world.call(resident, 'PATCH /api/residents/assign', { body: { assign: free! } })).status).toBe(200)
    const { assign: after } = await shownTo(resident)
    expect(await told()).toMatchObject(
      [before!, after!].map(visit => ({
        recipients: ['09012345678'],
        body: expect.stringMatching(
          new RegExp(`^【.+】101号室の工事は${RegExp.escape(visitWords(visit))}です。代理の立会いをお願いします [\\d-]+$`),
        ),
      })),
    )
    for (const { next_attempt_at } of await told()) expect(next_attempt_at >= new Date('2026-11-22T08:00:00+09:00')).toBe(true)
  })

  walk('a proxy who is not needed any more', async () => {
    const { loginId } = await withLogin('101', 'login@example.jp')
    await agreeOn('101')
    const resident = await signInAt(await linkTo('login@example.jp'), loginId)
    const choose = (presence: { presence_method: 'proxy'; proxy_name: string; proxy_phone: string } | { presence_method: 'self' }) =>
      world.call(resident, 'PUT /api/residents/presence', { body: { presence } })
    const name = (proxy_phone: string) => choose({ presence_method: 'proxy', proxy_name: '田中 花子', proxy_phone })
    const told = () =>
      world.inClient(plan.client.id, db =>
        db
          .selectFrom('outbox_messages')
          .where('kind', 'in', ['proxy_named', 'proxy_released'])
          .orderBy('id')
          .select(['kind', 'recipients', 'state', 'body', 'next_attempt_at'])
          .execute(),
      )
    const leave = () =>
      world.inClient(plan.client.id, db =>
        db
          .updateTable('outbox_messages')
          .set({ state: 'sent', sent_at: new Date('2026-11-21T01:00:00Z') })
          .where('state', '=', 'waiting')
          .where('kind', 'like', 'proxy%')
          .execute(),
      )
    const states = async () => (await told()).map(({ kind, recipients: [to], state }) => `${kind} ${to} ${state}`)
    // Nobody heard of it: it is taken back.
    await name('090-1234-5678')
    await choose({ presence_method: 'self' })
    expect(await states()).toEqual(['proxy_named 09012345678 recalled'])
    await name('090-1234-5678')
    await leave()
    world.setNow('2026-11-21T23:00:00+09:00')
    await name('080-1111-2222')
    expect((await states()).slice(1)).toEqual([
      'proxy_named 09012345678 sent',
      'proxy_released 09012345678 waiting',
      'proxy_named 08011112222 waiting',
    ])
    const released = (await told())[2]!
    expect(released.body).toMatch(/^【.+】101号室の工事（.+）の、代理の立会いは不要になりました。 [\d-]+$/)
    expect(released.next_attempt_at >= new Date('2026-11-22T08:00:00+09:00')).toBe(true)
    // Asked again before that has left: it never does.
    await name('090-1234-5678')
    expect((await states()).slice(2)).toEqual([
      'proxy_released 09012345678 recalled',
      'proxy_named 08011112222 recalled',
      'proxy_named 09012345678 waiting',
    ])
  })

  walk('the day before', async () => {
    const { loginId } = await withLogin('101', 'login@example.jp')
    await withoutLogin('102', 'code@example.jp')
    for (const name of ['101', '102'] as const) {
      const { date } = plan.placeOf(name, await plan.show())!
      await world.inClient(plan.client.id, db =>
        db
          .updateTable('assigns')
          .set({ updated_at: new Date('2026-11-20T00:00:00Z') })
          .execute(),
      )
      await world.inClient(plan.client.id, db =>
        db
          .updateTable('constructions')
          .set({ detail_schedule_completed_at: new Date('2026-11-20T00:00:00Z') })
          .execute(),
      )
      const before = new Date(new Date(`${date}T17:00:00+09:00`).getTime() - 86_400_000)
      world.setNow(before.toISOString())
      await remindOfVisits(world.platform)
    }
    expect((await shownTo(await signInAt(await linkTo('login@example.jp'), loginId))).room.name).toBe('101')
    expect((await shownTo(await enterAt(await linkTo('code@example.jp'), await codeOfRoom('102')))).room.name).toBe('102')
  })

  walk('a reminder to answer', async () => {
    await withoutLogin('101', 'code@example.jp')
    const operator = await buildPlatformPerson(world, 'operator', plan.client)
    await world.call(operator, 'POST /api/constructions/:construction_id/answer_reminders', {
      params: params(),
      body: { answer_reminder: {} },
    })
    const as = await enterAt(await linkTo('code@example.jp'), await codeOfRoom('101'))
    expect((await confirm(as)).status).toBe(200)
  })

  walk('a reminder to answer by short message', async () => {
    await world.inClient(plan.client.id, db =>
      db
        .insertInto('residents')
        .values({ client_id: plan.client.id, room_id: plan.roomId('101'), phone: '09012345678' })
        .execute(),
    )
    const remind = () =>
      world.call(staff, 'POST /api/constructions/:construction_id/answer_reminders', { params: params(), body: { answer_reminder: {} } })
    expect((await remind()).body.answer_reminder.messages).toBe(1)
    const short = await linkTo('09012345678')
    expect(short.length).toBeLessThanOrEqual(30)
    expect((await messages()).at(-1)?.body.length).toBeLessThanOrEqual(134)
    const follow = async (path: string) => (await world.send(guest, 'GET', path)).headers['location']
    const as = await enterAt(String(await follow(short)), await codeOfRoom('101'))
    expect((await confirm(as)).status).toBe(200)
    // Where a login was made meanwhile, the same link leads to it.
    await world.call(as, 'PATCH /api/residents/me', {
      body: { resident: { login_id: 'haru.2', password, password_confirmation: password, name: '田中 ハル', agreement: 1 } },
    })
    expect((await shownTo(await signInAt(String(await follow(short)), 'haru.2'))).room.name).toBe('101')
  })

  walk('an order', async () => {
    const { loginId } = await withLogin('101', 'login@example.jp')
    const option = await world.inClient(plan.client.id, async db => {
      await db.updateTable('constructions').set({ use_optional_construction: true }).execute()
      const { id } = await db
        .insertInto('options')
        .values({ client_id: plan.client.id, name: 'カメラ', price: 1000 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return db
        .insertInto('constructions_options')
        .values({
          client_id: plan.client.id,
          construction_id: plan.construction.id,
          option_id: id,
          option_name: 'カメラ',
          price: 1000,
          position: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    })
    await world.inClient(null, db =>
      db.updateTable('clients').set({ use_optional_construction: true }).where('id', '=', plan.client.id).execute(),
    )
    const placed = await world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/orders', {
      params: inRoom('101'),
      body: { order: { pay_method: 'other', order_details_attributes: [{ constructions_option_id: option.id }] } },
    })
    expect(placed.status).toBe(201)
    // A short link, which leads to the login of a dwelling that has one.
    const as = await signInAt(await followed(await linkTo('login@example.jp')), loginId)
    expect((await world.call(as, 'GET /api/residents/orders')).body.orders).toHaveLength(1)
  })

  walk('a registration', async () => {
    const { letter } = uuidsOf((await printedSheets('information'))[0]!.path)
    const path = `/residents/clients/${letter.client_uuid}/constructions/${letter.construction_uuid}/rooms/${letter.room_uuid}/authentication_code`
    const as = await enterAt(path, await codeOfRoom('101'))
    await world.call(as, 'PATCH /api/residents/me', { body: { resident: { email: 'new@example.jp' } } })
    const asked = await world.call(as, 'POST /api/residents/contact_confirmation', { body: { contact: 'email' } })
    const confirmation_code = /確認コード: (\d{6})/.exec((await messages()).at(-1)!.body)![1]!
    await world.call(as, 'POST /api/resident_auth/confirmation_code', {
      body: { room_uuid: letter.room_uuid, confirmation_token: asked.body.confirmation_token, confirmation_code },
    })
    await world.call(as, 'PATCH /api/residents/me', {
      body: { resident: { login_id: 'haru.1', password, password_confirmation: password, name: '田中 ハル', agreement: 1 } },
    })
    expect((await shownTo(await signInAt(await linkTo('new@example.jp'), 'haru.1'))).room.name).toBe('101')
  })

  const letterOf = async () => {
    const { uuid } = await world.inClient(null, db =>
      db.selectFrom('clients').where('id', '=', plan.client.id).select('uuid').executeTakeFirstOrThrow(),
    )
    const room_uuid = plan.construction.rooms.find(({ name }) => name === '101')!.uuid
    return { client_uuid: uuid, construction_uuid: plan.construction.uuid, room_uuid }
  }

  walk('a forgotten login ID', async () => {
    const { loginId } = await withLogin('101', 'login@example.jp')
    await world.call(guest, 'POST /api/resident_auth/login_id_reminder', { body: { ...(await letterOf()), email: 'login@example.jp' } })
    expect((await shownTo(await signInAt(await linkTo('login@example.jp'), loginId))).room.name).toBe('101')
  })

  walk('a forgotten password of a resident', async () => {
    const { loginId } = await withLogin('101', 'login@example.jp')
    await world.call(guest, 'POST /api/resident_auth/password', {
      body: { ...(await letterOf()), login_id: loginId, email: 'login@example.jp' },
    })
    const path = await linkTo('login@example.jp')
    expect(path).toMatch(/^\/residents\/password_reminder\/edit\?/)
    const set = await world.call(guest, 'PUT /api/resident_auth/password', {
      body: {
        reset_password_token: new URL(path, 'http://www').searchParams.get('reset_password_token') ?? '',
        password: 'tsubaki2027',
        password_confirmation: 'tsubaki2027',
      },
    })
    expect((await shownTo(await signInAt(set.body.login_path, loginId, 'tsubaki2027'))).room.name).toBe('101')
  })
})

describe('the table of links', () => {
  const leading = () =>
    readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      name =>
        name.endsWith('.ts') &&
        !name.endsWith('.test.ts') &&
        !name.startsWith('demo/') &&
        // Who makes an address of an origin leads somebody somewhere.
        /\b(originOf|originFor)\(/.test(readFileSync(join(source, name), 'utf8').replaceAll(/export const origin(Of|For)\b/g, '')),
    )

  it('names every file that leads somebody somewhere, and no other', () => {
    expect(
      leading()
        .filter(name => name !== 'platform/http/hosts.ts')
        .toSorted(),
    ).toEqual(Object.keys(walks).toSorted())
  })

  it('has a walk for every link it promises one', () => {
    expect(walked.toSorted()).toEqual(Object.values(walks).flat().toSorted())
  })
})
