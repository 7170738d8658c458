import { beforeAll, describe, expect, it, test } from 'vitest'
import { buildClient, buildConstruction, buildPlatformPerson, buildResident, buildUser, type BuiltClient } from '../../../test/build.ts'
import { guest, openWorld, type World } from '../../../test/world.ts'
import { hashPassword } from '../../platform/secrets.ts'
import { commonPasswordText, isCommonPassword } from './common-passwords.ts'
import { isMadeOfNames, namesOf, ownNamesText } from './own-names.ts'
import { createFirstAccount } from '../platform-accounts/create-first-account.ts'
import { issueOneTimeToken, linkLifetimes } from '../links/one-time-links.ts'
import type { Account } from '../account.ts'

let world: World
let client: BuiltClient
let passwordDigest: string
const current_password = 'Password1'
const common = { password: 'Passw0rd', password_confirmation: 'Passw0rd' }

beforeAll(async () => {
  world = await openWorld()
  client = await buildClient(world)
  passwordDigest = await hashPassword(current_password)
})

test.each([
  ['Password1', true],
  ['QWER1234', true],
  ['ｐａｓｓｗｏｒｄ１２', true],
  ['Password2026!', true],
  ['Toguchi2026', true],
  ['tsubaki2027', false],
  ['mado-giwa-7', false],
])('%s: %s', (password, isCommon) => expect(isCommonPassword(password)).toBe(isCommon))

const names = namesOf(
  { login_id: 'yamada.taro', name: 'Sato Hanako', email: 'tanuki_k+work@example.jp' },
  { cd: 'minato01', name: '株式会社Tsubaki工業', name_abbreviation: 'TBK Denki' },
)
test.each([
  ['yamada.taro1', true],
  ['1YAMADA-TARO', true],
  ['taro2026', true],
  ['ｔａｒｏＹＡＭＡＤＡ1!', true],
  ['hanako123', true],
  ['HanakoSato99', true],
  ['Tanuki.2026', true],
  ['tanuki_k2026', true],
  ['minato2026', true],
  ['TbkDenki7', true],
  ['1株式会社Tsubaki工業', true],
  ['Tsubaki2027', true],
  ['yamadataroga3', false],
  ['tarohasleft7', false],
  ['example2026', false],
  ['kogyo2026', false],
  ['tsubaki-no-hana7', false],
])('%s, of somebody with these names: %s', (password, isOwn) => expect(isMadeOfNames(password, names)).toBe(isOwn))

it('a name that is hardly one forbids nothing', () =>
  expect(isMadeOfNames('kib0unoa1', namesOf({ login_id: 'a1', name: null, email: null }))).toBe(false))

const refusalOf = ({ status, body }: { status: number; body: { errors?: Record<string, string[]> } }) => [status, body.errors?.['password']]
const refusal = [422, [commonPasswordText]]
const ownNames = [422, [ownNamesText]]
const linkOf = async (account: Account) =>
  (await world.inClient(account.clientId, db => issueOneTimeToken(world.platform, db, account, 'password', linkLifetimes.password))).token
const named = (name: string) => ({ password: `${name}99`, password_confirmation: `${name}99` })

it('staff, admins, operators and craftsmen cannot set one, on the own page, by a link or at the first sign-in', async () => {
  const company = await buildClient(world, { name: 'Kawasemi' })
  const staff = await buildUser(world, company, 'Staff', { passwordDigest, name: 'Ito Akaneko', email: 'tombo.k@example.jp' })
  const people = [
    staff,
    await buildPlatformPerson(world, 'admin', undefined, { passwordDigest }),
    await buildPlatformPerson(world, 'operator', undefined, { passwordDigest }),
  ]
  for (const person of people)
    expect(refusalOf(await world.call(person, 'PATCH /api/users/me', { body: { user: { current_password, ...common } } }))).toEqual(refusal)
  const reset_password_token = await linkOf({ strategy: 'user', clientId: company.id, accountId: staff.id })
  const reset = (given: typeof common) => world.call(guest, 'PUT /api/auth/password', { body: { reset_password_token, ...given } })
  expect(refusalOf(await reset(common))).toEqual(refusal)
  for (const name of [staff.loginId, 'Kawasemi', 'tombo.k', 'Akaneko']) expect(refusalOf(await reset(named(name)))).toEqual(ownNames)
  const change = { user: { current_password, ...named('Kawasemi') } }
  expect(refusalOf(await world.call(staff, 'PATCH /api/users/me', { body: change }))).toEqual(ownNames)
  expect((await reset({ password: 'tsubaki2027', password_confirmation: 'tsubaki2027' })).status).toBe(200)
  const craftsman = await buildUser(world, company, 'Craftsman', { passwordDigest })
  await world.inClient(company.id, db =>
    db.updateTable('users').set({ password_change_required: true }).where('id', '=', craftsman.id).execute(),
  )
  expect(refusalOf(await world.call(craftsman, 'PATCH /api/users/me/password', { body: common }))).toEqual(refusal)
  const own = await world.call(craftsman, 'PATCH /api/users/me/password', { body: named('Kawasemi') })
  expect(refusalOf(own)).toEqual(ownNames)
})

it('residents cannot set one, at the registration, on the own page or by a link', async () => {
  const { rooms } = await buildConstruction(world, client, { floors: 1, perFloor: 2 })
  const fresh = await buildResident(world, client, rooms[0]?.id ?? 0)
  const registration = { login_id: 'atarashii', name: '居住 花子', agreement: true, ...common }
  expect(refusalOf(await world.call(fresh, 'PATCH /api/residents/me', { body: { resident: registration } }))).toEqual(refusal)
  const named99 = { ...registration, ...named('Atarashii') }
  expect(refusalOf(await world.call(fresh, 'PATCH /api/residents/me', { body: { resident: named99 } }))).toEqual(ownNames)
  const byName = { ...registration, name: 'Mori Hanako', ...named('Hanako') }
  expect(refusalOf(await world.call(fresh, 'PATCH /api/residents/me', { body: { resident: byName } }))).toEqual(ownNames)
  const resident = await buildResident(world, client, rooms[1]?.id ?? 0, { passwordDigest, name: '居住 太郎' })
  const change = { current_password, agreement: true, ...common }
  expect(refusalOf(await world.call(resident, 'PATCH /api/residents/me', { body: { resident: change } }))).toEqual(refusal)
  const reset_password_token = await linkOf({ strategy: 'resident', clientId: client.id, accountId: resident.id })
  const reset = await world.call(guest, 'PUT /api/resident_auth/password', { body: { reset_password_token, ...common } })
  expect(refusalOf(reset)).toEqual(refusal)
})

describe('the password there is already', () => {
  const current_password = 'kaede-no-ki-7'
  const same = { password: current_password, password_confirmation: current_password }
  const refusal = [422, ['は現在のパスワードと異なるものを入力してください']]

  let passwordDigest: string
  beforeAll(async () => {
    passwordDigest = await hashPassword(current_password)
  })

  it('is no new one of who works here, on the own page or by a link, which stays good', async () => {
    const staff = await buildUser(world, client, 'Staff', { passwordDigest })
    const admin = await buildPlatformPerson(world, 'admin', undefined, { passwordDigest })
    const operator = await buildPlatformPerson(world, 'operator', undefined, { passwordDigest })
    for (const [person, strategy, clientId] of [
      [staff, 'user', client.id],
      [admin, 'admin', null],
      [operator, 'operator', null],
    ] as const) {
      const change = { user: { current_password, ...same } }
      expect(refusalOf(await world.call(person, 'PATCH /api/users/me', { body: change }))).toEqual(refusal)
      const reset_password_token = await linkOf({ strategy, clientId, accountId: person.id })
      const reset = (password: string) =>
        world.call(guest, 'PUT /api/auth/password', { body: { reset_password_token, password, password_confirmation: password } })
      expect(refusalOf(await reset(current_password))).toEqual(refusal)
      expect((await reset('tsubaki2027')).status).toBe(200)
    }
  })

  it('is no new one of residents, on the own page or by a link', async () => {
    const { rooms } = await buildConstruction(world, client, { floors: 1, perFloor: 1 })
    const resident = await buildResident(world, client, rooms[0]?.id ?? 0, { passwordDigest })
    const change = { current_password, agreement: true, ...same }
    expect(refusalOf(await world.call(resident, 'PATCH /api/residents/me', { body: { resident: change } }))).toEqual(refusal)
    const reset_password_token = await linkOf({ strategy: 'resident', clientId: client.id, accountId: resident.id })
    expect(refusalOf(await world.call(guest, 'PUT /api/resident_auth/password', { body: { reset_password_token, ...same } }))).toEqual(
      refusal,
    )
  })
})

it('a refused password is named in whole sentences', async () => {
  const staff = await buildUser(world, client, 'Staff', { passwordDigest })
  const sentences = async (given: typeof common) =>
    (await world.call(staff, 'PATCH /api/users/me', { body: { user: { current_password, ...given } } })).body.errors?.full_messages
  expect(await sentences(common)).toEqual(['パスワードには、よく使われているものを使用できません。別のものを入力してください'])
  expect(await sentences(named(staff.loginId))).toEqual([
    'パスワードには、ログインID、氏名、メールアドレスまたは企業名から推測できるものを使用できません。別のものを入力してください',
  ])
})

it('the command makes no administrator with one', async () => {
  const { databaseUrl } = world.platform.settings
  const admin = { databaseUrl, kind: 'admin' as const, login_id: 'first.admin', name: '管理 花子', email: 'first@example.jp' }
  await expect(createFirstAccount({ ...admin, password: 'Passw0rd' })).rejects.toThrow(commonPasswordText)
  await expect(createFirstAccount({ ...admin, password: 'First.Admin1' })).rejects.toThrow(ownNamesText)
  await createFirstAccount({ ...admin, password: 'tsubaki2027' })
  await expect(createFirstAccount({ ...admin, password: 'tsubaki2027' })).rejects.toThrow(
    'このログインIDは使えません。別のIDを入力してください。',
  )
})

it('who has one already still signs in: seeded accounts are not asked', async () => {
  const { loginId } = await buildUser(world, client, 'Staff', { passwordDigest })
  const { status } = await world.call(guest, 'POST /api/auth/sign_in', { body: { login_id: loginId, password: current_password } })
  expect(status).toBe(200)
})
