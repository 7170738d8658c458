import { expect, it } from 'vitest'
import { homeOf, internalPath, isAboveClients } from './redirect.ts'

it.each(['/buildings', '/constructions/1/edit?form_type=all#remarks', '/buildings?building[name]=青葉', '/a//b'])(
  '%s is internal',
  target => {
    expect(internalPath(target)).toBe(target)
  },
)

it.each([
  null,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/a\\b',
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  'buildings',
  ' /buildings',
  '/',
  '/?redirect=/buildings',
  '/admins/login',
  '/operators/login/',
  '/residents/clients/a/constructions/b/rooms/c/login',
  '/residents/logout',
])('%j is not a target', target => {
  expect(internalPath(target)).toBeNull()
})

it.each([
  [{ role_id: 1, name: 'a' }, '/admins/top'],
  [{ role_id: 5, name: 'a' }, '/admins/top'],
  [{ role_id: 2, name: 'a' }, '/constructions'],
  [{ role_id: 3, name: 'a' }, '/constructions'],
  [{ role_id: 4, name: 'a' }, '/constructions'],
  [{ role_id: 4, name: 'a', password_change_required: true }, '/craftsman/change_password'],
  [{ role_id: 6, name: 'a' }, '/residents/top'],
  [{ role_id: 6, name: null }, '/residents/top'],
])('%o is at home at %s', (user, home) => {
  expect(homeOf(user)).toBe(home)
})

it.each(['/admin/clients', '/admin/clients/3?page=2', '/admins/top', '/mypage', '/mypage?saved=1'])(
  '%s is above the companies',
  address => {
    expect(isAboveClients(address)).toBe(true)
  },
)

it.each(['/constructions', '/desk?keyword=/admin/', '/administration', '/settings', '/404'])('%s is not', address => {
  expect(isAboveClients(address)).toBe(false)
})
