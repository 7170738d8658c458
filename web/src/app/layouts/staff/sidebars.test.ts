import { describe, expect, it } from 'vitest'
import { errorHome, logoTarget } from '../../errors/way-home.ts'
import type { LayoutName } from '../../site.ts'
import { type Reader, sidebarOf, switchOf } from './sidebars.ts'

const links = (layout: LayoutName, reader: Reader, params = {}) =>
  sidebarOf(layout, reader, params)?.map(item => ('group' in item ? { [item.group]: item.entries.map(({ to }) => to) } : item.to))

const craftsman: Reader = { role_id: 4, contractor_id: 7, primary_contractor_id: null }

describe('the client sidebar', () => {
  it.each([
    [1, ['/admins/top', '/buildings', '/constructions', '/remaining_constructions', '/orders', '/desk']],
    [2, ['/buildings', '/constructions', '/remaining_constructions', '/orders', '/desk']],
    [3, ['/buildings', '/constructions', '/remaining_constructions', '/orders', '/desk']],
    [4, ['/buildings', '/constructions']],
    [5, ['/admins/top', '/buildings', '/constructions', '/orders', '/desk']],
  ] as const)('for role %i', (role_id, expected) => expect(links('client', { role_id })).toEqual(expected))
})

describe('the admin sidebar', () => {
  it('shows operators the way to the clients only', () => expect(links('admin', { role_id: 5 })).toEqual(['/admins/top']))
  it('shows admins everything', () =>
    expect(links('admin', { role_id: 1 })).toEqual([
      '/admins/top',
      '/admin/dashboard',
      '/admin/clients',
      '/admin/admins',
      '/admin/operators',
      '/admin/orders',
    ]))
})

describe('the building sidebar', () => {
  const all = [
    '/buildings',
    '/buildings/3',
    '/buildings/3/room_composition',
    '/buildings/3/building_documents',
    '/buildings/3/building_support_versions',
  ]
  it.each([
    [1, all],
    [2, all],
    [3, all],
    [4, ['/buildings', '/buildings/3']],
    [5, ['/buildings', '/buildings/3', '/buildings/3/building_support_versions']],
  ] as const)('for role %i', (role_id, expected) => {
    expect(links('building', { role_id }, { id: '3' })).toEqual(expected)
    expect(links('building', { role_id }, { building_id: '3' })).toEqual(expected)
  })
})

describe('the construction sidebar', () => {
  const at = (tail: string) => `/constructions/3${tail}`
  const first = (role_id: number) => [
    '/constructions',
    at(''),
    at('/overall_schedule'),
    at('/detail_schedule'),
    ...(role_id === 4 ? [] : [at('/residents'), at('/answer_board'), at('/messages'), at('/filings'), at('/orders'), '/desk']),
    at('/completion_reports'),
  ]
  const documents = [
    at('/common_area_images'),
    at('/photo_ledger'),
    at('/board_report'),
    at('/attachment_files'),
    at('/in_house_documents'),
    at('/completion_book'),
  ]
  it.each([1, 2, 3] as const)('for role %i', role_id =>
    expect(links('construction', { role_id }, { id: '3' })).toEqual([
      ...first(role_id),
      { documents },
      at('/remaining_constructions'),
      at('/history'),
    ]),
  )
  it.each([
    [4, ['/in_house_documents', '/board_report']],
    [5, ['/in_house_documents']],
  ] as const)('hides the office’s papers and remaining works from role %i', (role_id, hidden) =>
    expect(links('construction', { role_id }, { construction_id: '3' })).toEqual([
      ...first(role_id),
      { documents: documents.filter(to => !hidden.some(tail => to.endsWith(tail))) },
    ]),
  )
})

describe('the master sidebar', () => {
  const masters = {
    'construction-masters': [
      '/photography_places',
      '/incomplete_reasons',
      '/construction_orders',
      '/options',
      '/completion_reports',
      '/completion_report_settings',
      '/electronic_signboard_contractors',
      '/faqs',
    ],
  }
  const everyone = ['/departments', '/contractors', '/suppliers', masters]
  it.each([
    ['admin', { role_id: 1 }, ['/staffs', ...everyone, '/settings']],
    ['staff admin', { role_id: 2 }, ['/staffs', ...everyone, '/settings']],
    ['staff', { role_id: 3 }, everyone],
    ['staff who registers staff', { role_id: 3, can_register_staff: true }, ['/staffs', ...everyone]],
    ['craftsman', craftsman, ['/contractors/7/craftsmans', '/contractors/7/subcontract_contractors']],
    ['craftsman of a subcontractor', { ...craftsman, primary_contractor_id: 1 }, ['/contractors/7/craftsmans']],
  ] as [string, Reader, unknown][])('for %s', (_, reader, expected) => expect(links('master', reader)).toEqual(expected))
})

it('pages without a sidebar have none', () => {
  for (const layout of ['login', 'resident', 'default', 'property', 'construction_form'] as const)
    expect(sidebarOf(layout, { role_id: 2 }, {})).toBeNull()
})

describe('the switch between the two halves', () => {
  it.each([
    [{ role_id: 1 }, '/staffs'],
    [{ role_id: 2 }, '/staffs'],
    [{ role_id: 3 }, '/departments'],
    [craftsman, '/contractors/7/craftsmans'],
  ] as [Reader, string][])('leads %o to masters', (reader, to) => {
    for (const layout of ['client', 'building', 'construction', 'property'] as const)
      expect(switchOf(layout, reader)).toEqual({ to, target: 'master' })
  })
  it('is hidden from operators', () => expect(switchOf('client', { role_id: 5 })).toBeNull())
  it('leads back, but not craftsmen', () => {
    expect(switchOf('master', { role_id: 3 })).toEqual({ to: '/constructions', target: 'client' })
    expect(switchOf('master', craftsman)).toBeNull()
  })
  it('stands in no other layout', () => {
    for (const layout of ['admin', 'construction_form', 'resident', 'login', 'default'] as const)
      expect(switchOf(layout, { role_id: 1 })).toBeNull()
  })
})

it.each([
  [null, '/', '/'],
  [{ role_id: 1, name: 'a' }, '/admins/top', '/admins/top'],
  [{ role_id: 5, name: 'a' }, '/admins/top', '/admins/top'],
  [{ role_id: 2, name: 'a' }, '/constructions', '/constructions'],
  [{ role_id: 4, name: 'a' }, '/constructions', '/constructions'],
  [{ role_id: 6, name: 'a' }, '/residents/top', '/residents/top'],
  [{ role_id: 6, name: null }, '/residents/edit', '/residents/top'],
] as const)('logo and error page of %o', (user, logo, home) => {
  expect(logoTarget(user)).toBe(logo)
  expect(errorHome(user)).toBe(home)
})
