import { describe, expect, it } from 'vitest'
import { guardOf, guards, type GuardName, lacksClient, type Visit, type Visitor } from './guards.ts'

const visitor = (role_id: Visitor['role_id'], more: Partial<Visitor> = {}): Visitor => ({ role_id, name: '名前', ...more })
const visit = (user: Visitor | null, more: Partial<Visit> = {}): Visit => ({
  user,
  params: {},
  address: '/x?y=1',
  page: '/x',
  previous: '/before',
  reloaded: false,
  ...more,
})

const login = `/?redirect=${encodeURIComponent('/x?y=1')}`
// Per guard: where a guest and the roles 1 to 6 are sent; a dot means they may enter.
const table: [GuardName, string[]][] = [
  ['admin_and_operator_authenticated', ['/admins/login', '.', '/admins/login', '/admins/login', '/admins/login', '.', '/admins/login']],
  ['admin_authenticated', ['/admins/login', '.', '/admins/login', '/admins/login', '/admins/login', '/admins/login', '/admins/login']],
  ['craftsman_authenticated', [login, '/constructions', '/constructions', '/constructions', '.', '/constructions', '/constructions']],
  ['except_resident_and_craftsman_authenticated', [login, '.', '.', '.', '/constructions', '.', '/constructions']],
  ['except_resident_and_operator_authenticated', [login, '.', '.', '.', '/constructions', '/constructions', '/constructions']],
  ['except_resident_authenticated', [login, '.', '.', '.', '.', '.', '/']],
  ['register_staff_authenticated', [login, '.', '.', '/constructions', '/constructions', '/constructions', '/constructions']],
  ['reject_direct_access', ['.', '.', '.', '.', '.', '.', '.']],
  ['resident_authenticated', ['/residents/logout', '/404', '/404', '/404', '/404', '/404', '.']],
  ['staff_admin_authenticated', [login, '.', '.', '/constructions', '/constructions', '/constructions', '/constructions']],
  ['staff_authenticated', [login, '.', '.', '.', '/constructions', '/constructions', '/constructions']],
  ['user_and_assigned_craftsman_authenticated', [login, '.', '.', '.', '/constructions', '.', '/']],
  ['user_authenticated', [login, '.', '.', '.', '/', '.', '/']],
  ['guest_of_users', ['.', '/admins/top', '/constructions', '/constructions', '/constructions', '/admins/top', '/residents/top']],
  ['guest_of_platform', ['.', '/admins/top', '.', '.', '.', '/admins/top', '.']],
  ['guest_of_residents', ['.', '.', '.', '.', '.', '.', '/residents/top']],
]

describe('every guard', () => {
  const roles = [null, 1, 2, 3, 4, 5, 6] as const
  for (const [name, expected] of table) {
    it(`${name} admits and sends away as the specification says`, () => {
      const sent = roles.map(role => guards[name](visit(role === null ? null : visitor(role))) ?? '.')
      expect(sent).toEqual(expected)
    })
  }
})

describe('a contractor page', () => {
  const own = visitor(4, { contractor_id: 7, subcontract_contractor_ids: [8] })
  it.each([
    ['7', null],
    ['8', '/constructions'],
    ['9', '/constructions'],
  ])('of its own contractor only: %s', (contractor_id, target) => {
    expect(guards.craftsman_authenticated(visit(own, { params: { contractor_id } }))).toBe(target)
  })
  it.each([
    ['7', null],
    ['8', null],
    ['9', '/constructions'],
  ])('of its own contractor and its children: %s', (contractor_id, target) => {
    expect(guards.except_resident_and_operator_authenticated(visit(own, { params: { contractor_id } }))).toBe(target)
  })
})

describe('a construction page', () => {
  const assigned = visitor(4, { construction_ids: [1, 2] })
  it.each([
    [{ id: '1' }, null],
    [{ construction_id: '2' }, null],
    [{ construction_id: '3' }, '/constructions'],
    // The id of a room is not the id of a construction.
    [{ construction_id: '3', id: '1' }, '/constructions'],
    [{ construction_id: '01' }, '/constructions'],
    [{}, '/constructions'],
  ])('opens to a craftsman who is assigned to it: %o', (params, target) => {
    expect(guards.user_and_assigned_craftsman_authenticated(visit(assigned, { params }))).toBe(target)
  })
})

describe('staff registration', () => {
  it('is open to staff who may register staff', () => {
    expect(guards.register_staff_authenticated(visit(visitor(3, { can_register_staff: true })))).toBeNull()
  })
})

describe('reject_direct_access', () => {
  it.each([
    ['the first page of a document', null, false, '/404'],
    ['a reload', null, true, null],
    ['a move from another page', '/login_id_reminder', false, null],
    ['a move from a page of the same name', '/x', false, '/404'],
  ])('%s', (_, previous, reloaded, target) => {
    expect(guards.reject_direct_access(visit(null, { previous, reloaded }))).toBe(target)
  })
})

describe('a resident without a name', () => {
  const nameless = visitor(6, { name: null })
  it.each([
    ['/residents/top', null],
    ['/residents/edit', null],
    ['/residents/documents', null],
  ])('sees %s', (page, target) => {
    expect(guards.resident_authenticated(visit(nameless, { page }))).toBe(target)
  })
})

describe('a resident who came by the code alone where there is a login', () => {
  const guest = visitor(6, { name: null, date_only: true })
  it.each([
    ['/residents/top', null],
    ['/residents/change_construction_date_form', null],
    ['/residents/presence', null],
    ['/residents/request_option_histories', '/residents/edit'],
    ['/residents/change_construction_options', '/residents/edit'],
  ])('at %s', (page, target) => {
    expect(guards.resident_authenticated(visit(guest, { page }))).toBe(target)
  })

  it('may sign in for the rest', () => {
    expect(guards.guest_of_residents(visit(guest))).toBeNull()
  })
})

it('a guard without a rule is a 500', () => {
  expect(() => guardOf('nope')).toThrow(expect.objectContaining({ statusCode: 500 }))
  expect(() => guardOf('toString')).toThrow(expect.objectContaining({ statusCode: 500 }))
})

it('only admins and operators need to have chosen a client', () => {
  expect([1, 2, 3, 4, 5, 6].filter(role => lacksClient(visitor(role as Visitor['role_id']), null))).toEqual([1, 5])
  expect(lacksClient(visitor(1), '001')).toBe(false)
  expect(lacksClient(null, null)).toBe(false)
})
