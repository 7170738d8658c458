import { newAccountText, secondPersonText } from '@toguchi/domain/orders/two-people'
import { formatAuthenticationCode } from '@toguchi/domain/residents/authentication-code'
import { beforeEach, describe, expect, it } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { buildPlatformPerson, type BuiltPerson, buildUser } from '../../test/build.ts'
import { buildSale, detailsOf, type Sale } from '../../test/sale.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'
import { issueAuthenticationCodes, openAuthenticationCode } from '../authentication-codes/authentication-codes.ts'

/*
 * Nobody of the office pays money to an account alone that they could have given themselves (M1, decision 026): whoever printed a
 * dwelling's code, or wrote down where its links are mailed, may be the one who came in as the dwelling.
 */
const world = await openWorld()
const password = 'sakura2026'
let sale: Sale
let printer: BuiltPerson
let colleague: BuiltPerson

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  sale = await buildSale(world)
  printer = await buildUser(world, sale.client, 'Staff')
  colleague = await buildUser(world, sale.client, 'Staff')
  await world.inClient(sale.client.id, db => issueAuthenticationCodes(world.platform, db, sale.client.id, [sale.roomId]))
})

const account = {
  holder_kana: 'スズキ イチロウ',
  bank_name: 'みずほ銀行',
  branch_name: '世田谷支店',
  account_type: 'ordinary',
  account_number: '1234567',
} as const

const ofRoom = () => ({ construction_id: sale.construction.id, room_id: sale.roomId })
/** Money that has to be transferred back, and the order it was paid for. */
const refundWanted = async () => {
  const { body } = await world.call(sale.resident, 'POST /api/residents/orders', {
    body: { order: { pay_method: 'webcvs', order_details_attributes: detailsOf(sale, '録画機能') } },
  })
  for (const result of ['ok', 'deposit'])
    await world.send(guest, 'POST', body.payment_url ?? '', JSON.stringify({ result }), { 'content-type': 'application/json' })
  await world.call(colleague, 'PATCH /api/orders/:id/cancel_order', { params: { id: body.order.id } })
  const order = (await world.call(colleague, 'GET /api/orders/:id', { params: { id: body.order.id } })).body.order
  return { id: order.id, refund: order.refunds[0]?.id ?? 0 }
}
/** Has the letter of the room printed; what the page says. */
const print = async (as: Caller, kind: 'information' | 'reminder' = 'information') => {
  const { body } = await world.call(as, 'POST /api/constructions/:construction_id/distribution_sheets', {
    params: { construction_id: sale.construction.id },
    body: { kind, room_ids: [sale.roomId] },
  })
  await world.runJobs()
  const { job } = (await world.call(as, 'GET /api/jobs/:id', { params: { id: body.job.id } })).body
  const { raw } = await world.send(as, 'GET', job.file_url ?? '')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(raw)))
  return text.join('').replaceAll(/\s/g, '')
}
const code = () =>
  world.inClient(sale.client.id, async db => {
    const { ciphertext } = await db
      .selectFrom('authentication_codes')
      .where('room_id', '=', sale.roomId)
      .select('ciphertext')
      .executeTakeFirstOrThrow()
    return formatAuthenticationCode(openAuthenticationCode(world.platform, ciphertext))
  })
const letter = async () => {
  const { uuid } = await world.inClient(null, db =>
    db.selectFrom('clients').where('id', '=', sale.client.id).select('uuid').executeTakeFirstOrThrow(),
  )
  return { client_uuid: uuid, construction_uuid: sale.construction.uuid, room_uuid: sale.construction.rooms[0]?.uuid ?? '' }
}
const sessionOf = (answer: { headers: Record<string, unknown> }): Caller => ({
  headers: Object.fromEntries(['access-token', 'client', 'uid'].map(name => [name, String(answer.headers[name])])),
})
const enter = async (over: { password?: string; password_confirmation?: string } = {}) =>
  sessionOf(
    await world.call(guest, 'POST /api/resident_auth/authentication_code', {
      body: { ...(await letter()), authentication_code: await code(), ...over },
    }),
  )
const signIn = async (login_id: string, own = password) =>
  sessionOf(await world.call(guest, 'POST /api/resident_auth/sign_in', { body: { ...(await letter()), login_id, password: own } }))
let logins = 0
const makeLogin = async (as: Caller) => {
  const login_id = `suzuki${(logins += 1)}`
  const { status } = await world.call(as, 'PATCH /api/residents/me', {
    body: { resident: { login_id, password, password_confirmation: password, name: '鈴木 一郎', agreement: true } },
  })
  expect(status).toBe(200)
  return login_id
}
const give = async (as: Caller, id: number) => {
  const { status } = await world.call(as, 'PUT /api/residents/orders/:id/refund_account', {
    params: { id },
    body: { refund_account: account },
  })
  expect(status).toBe(200)
}
const reissue = async () => {
  const { status } = await world.call(printer, 'POST /api/constructions/:construction_id/rooms/:room_id/authentication_code', {
    params: ofRoom(),
  })
  expect(status).toBe(200)
}
const settle = async (as: Caller, id: number) =>
  (await world.call(as, 'PATCH /api/refunds/:id', { params: { id }, body: { refund: { action: 'settle' } } })).status

describe('an account that was given by the printed code', () => {
  it('is settled by nobody who had a letter with that code printed, whoever printed it last', async () => {
    const { id, refund } = await refundWanted()
    await print(printer)
    await print(colleague, 'reminder')
    await give(await enter(), id)
    expect(await settle(printer, refund)).toBe(403)
    expect(await settle(colleague, refund)).toBe(403)
    const third = await buildUser(world, sale.client, 'Staff_Admin')
    expect(await settle(third, refund)).toBe(200)
  })

  it('names the operator who had it printed, so that whoever settles asks the resident first', async () => {
    const { id, refund } = await refundWanted()
    const operator = await buildPlatformPerson(world, 'operator', sale.client)
    await print(operator)
    await give(await enter(), id)
    const { body } = await world.call(colleague, 'GET /api/orders/:id', { params: { id } })
    expect(body.order.refunds.find(each => each.id === refund)?.account_writers).toEqual([{ kind: 'operator', id: operator.id }])
    expect(await settle(colleague, refund)).toBe(200)
  })

  it('is not freed by a login that was made with the code', async () => {
    const { id, refund } = await refundWanted()
    await reissue()
    const login = await makeLogin(await enter())
    await give(await signIn(login), id)
    expect(await settle(printer, refund)).toBe(403)
    expect(await settle(colleague, refund)).toBe(200)
  })

  it('is not freed by a new password that the code set', async () => {
    const { id, refund } = await refundWanted()
    const login = await makeLogin(sale.resident)
    await reissue()
    await enter({ password: 'tsubaki2027', password_confirmation: 'tsubaki2027' })
    await give(await signIn(login, 'tsubaki2027'), id)
    expect(await settle(printer, refund)).toBe(403)
    expect(await settle(colleague, refund)).toBe(200)
  })
})

describe('the letter of a dwelling that has a login', () => {
  it('shows no code, and concerns nobody who has it printed', async () => {
    const { id, refund } = await refundWanted()
    const login = await makeLogin(sale.resident)
    const text = await print(printer)
    expect(text).not.toContain(await code())
    expect(text).toContain('ログインIDとパスワード')
    await give(await signIn(login), id)
    expect(await settle(printer, refund)).toBe(200)
  })

  it('shows the code again once it was reissued, and the known contact was told', async () => {
    await makeLogin(sale.resident)
    world.setNow('2026-11-21T11:00:00+09:00')
    await reissue()
    const told = await world.inClient(sale.client.id, db =>
      db.selectFrom('outbox_messages').orderBy('id', 'desc').select(['recipients', 'subject']).executeTakeFirstOrThrow(),
    )
    expect(told).toEqual({ recipients: ['suzuki@example.jp'], subject: '【トグチ】認証コードが再発行されました' })
    expect(await print(colleague)).toContain(await code())
  })
})

describe('an account that was given by a login whose contact the office changed', () => {
  it('is settled by somebody who did not change it', async () => {
    const { id, refund } = await refundWanted()
    const login = await makeLogin(sale.resident)
    await world.call(printer, 'PATCH /api/constructions/:construction_id/rooms/:room_id/resident', {
      params: ofRoom(),
      body: { resident: { email: 'thief@example.jp' } },
    })
    world.setNow('2026-11-23T10:00:00+09:00')
    await give(await signIn(login), id)
    expect(await settle(printer, refund)).toBe(403)
    expect(await settle(colleague, refund)).toBe(200)
  })

  it('by an answer that was taken on the telephone, its number alone', async () => {
    const { id, refund } = await refundWanted()
    const login = await makeLogin(sale.resident)
    const { status } = await world.call(printer, 'POST /api/constructions/:construction_id/rooms/:room_id/answers', {
      params: ofRoom(),
      body: { room_answer: { channel: 'tel', caller: '鈴木', resident: { phone: '090-1111-2222' } } },
    })
    expect(status).toBe(201)
    await give(await signIn(login), id)
    expect(await settle(printer, refund)).toBe(403)
  })
})

describe('an account that somebody of the office wrote', () => {
  /** A colleague whom a registrar makes for the purpose, signed in with the password of the invitation. */
  const puppetOf = async (registrar: BuiltPerson) => {
    const loginId = `puppet${(logins += 1)}`
    const { status } = await world.call(registrar, 'POST /api/staffs', {
      body: { staff: { type: 'Staff', name: '人形 太郎', email: 'puppet@example.jp', login_id: loginId } },
    })
    expect(status).toBe(201)
    const { body } = await world.inClient(sale.client.id, db =>
      db.selectFrom('outbox_messages').orderBy('id', 'desc').select('body').executeTakeFirstOrThrow(),
    )
    const reset_password_token = /reset_password_token=([\w-]+)/.exec(body)?.[1] ?? ''
    const set = await world.call(guest, 'PUT /api/auth/password', {
      body: { reset_password_token, password: 'tsubaki2027', password_confirmation: 'tsubaki2027' },
    })
    expect(set.status).toBe(200)
    const enterAgain = async () =>
      sessionOf(await world.call(guest, 'POST /api/auth/sign_in', { body: { login_id: loginId, password: 'tsubaki2027' } }))
    return enterAgain
  }

  it('of a dwelling whose resident was deleted for the purpose: the new one reaches no money of before, and who types settles nothing', async () => {
    const { id, refund } = await refundWanted()
    const { status } = await world.call(printer, 'DELETE /api/constructions/:construction_id/rooms/:room_id/resident', { params: ofRoom() })
    expect(status).toBe(200)
    // By the account of a colleague who left the screen open.
    await print(colleague)
    const intruder = await enter()
    expect((await world.call(intruder, 'GET /api/residents/orders')).body.orders).toEqual([])
    const given = await world.call(intruder, 'PUT /api/residents/orders/:id/refund_account', {
      params: { id },
      body: { refund_account: account },
    })
    expect(given.status).toBe(404)
    await world.call(printer, 'PUT /api/refunds/:id/account', { params: { id: refund }, body: { refund_account: account } })
    expect(await settle(printer, refund)).toBe(403)
    expect(await settle(colleague, refund)).toBe(200)
  })

  it('is settled by no colleague of yesterday, whom the writer may have made', async () => {
    const { id, refund } = await refundWanted()
    const whyNot = async (as: Caller) => {
      const { order } = (await world.call(as, 'GET /api/orders/:id', { params: { id } })).body
      const { refunds } = (await world.call(as, 'GET /api/refunds', { query: { construction_id: sale.construction.id } })).body
      return [...order.refunds, ...refunds].map(one => one.why_no_settlement)
    }
    const registrar = await buildUser(world, sale.client, 'Staff_Admin')
    const enterAsPuppet = await puppetOf(registrar)
    const { status } = await world.call(registrar, 'PUT /api/refunds/:id/account', {
      params: { id: refund },
      body: { refund_account: account, acting_for: { channel: 'tel', caller: '鈴木' } },
    })
    expect(status).toBe(200)
    expect(await settle(registrar, refund)).toBe(403)
    const puppet = await enterAsPuppet()
    // What the click would be refused for is said before it, wherever the refund is shown; a colleague of long standing is told nothing.
    expect(await whyNot(puppet)).toEqual([newAccountText, newAccountText])
    expect(await whyNot(registrar)).toEqual([secondPersonText, secondPersonText])
    expect(await whyNot(colleague)).toEqual([null, null])
    const refused = await world.call(puppet, 'PATCH /api/refunds/:id', { params: { id: refund }, body: { refund: { action: 'settle' } } })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.stringContaining(newAccountText)])
    world.setNow('2026-11-29T10:00:00+09:00')
    expect(await whyNot(await enterAsPuppet())).toEqual([null, null])
    expect(await settle(await enterAsPuppet(), refund)).toBe(200)
  })
})
