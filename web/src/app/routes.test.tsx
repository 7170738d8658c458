// @vitest-environment happy-dom
import type { RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { guards } from './guards.ts'
import { paths } from '../site/paths.ts'
import { siteMap as routes } from '../../test/site-map.ts'
import type { LayoutName, Place } from './site.ts'

interface Row {
  path: string
  layout: string
  guard: string
}

const rows = (nodes: RouteObject[], above: Place = {}): Row[] =>
  nodes.flatMap(({ path, handle, children }) => {
    const place: Place = { ...above, ...(handle as Place | undefined) }
    const layout = typeof place.layout === 'function' ? [2, 4].map(role_id => layoutFor(place.layout, role_id)).join(' / ') : place.layout
    return [
      ...(path === undefined || place.guard === undefined ? [] : [{ path, layout: layout ?? '', guard: place.guard }]),
      ...rows(children ?? [], place),
    ]
  })
const layoutFor = (layout: Place['layout'], role_id: number): LayoutName | '' =>
  typeof layout === 'function' ? layout({ id: 1, name: '', role_id: role_id as 2 | 4 }) : (layout ?? '')

const site = rows(routes)

it('every address of the specification has its layout and its guard', () => {
  expect(site.map(({ path, layout, guard }) => `${path} ${layout} ${guard}`).toSorted()).toMatchSnapshot()
})

it('knows the 94 addresses of the specification and those of its own', () => {
  const lists = [paths.spreadsheet('buildings'), paths.spreadsheet(':kind'), paths.construction_spreadsheet(':construction_id', ':kind')]
  const own = [
    paths.legal_notice(),
    paths.desk(),
    paths.calls(),
    paths.answer_board(':construction_id'),
    paths.messages(':construction_id'),
    paths.construction_history(':construction_id'),
    paths.construction_residents(':construction_id'),
    paths.legal_texts(),
    paths.letter_texts(':document'),
    paths.construction_letter_texts(':construction_id', ':document'),
    paths.cash_list(':construction_id'),
    paths.photo_ledger(':construction_id'),
    paths.hard_rooms(':construction_id'),
    paths.board_report(':construction_id'),
    paths.filings(':construction_id'),
    paths.shared_report(':client_uuid', ':token'),
    paths.resident_presence(),
    paths.resident_absence(':client_uuid', ':token'),
    paths.resident_visit_notice(':notice_uuid'),
    paths.shared_book(':client_uuid', ':token'),
    paths.email_consent(),
    paths.craftsman_link(':token'),
    paths.sign_in_link(),
    paths.faqs(),
    paths.faq(':id'),
    '*',
    '/r/*',
    '/residents/*',
    ...lists,
  ]
  expect(new Set(site.map(({ path }) => path)).size).toBe(94 + own.length)
})

it('has a title everywhere', () => {
  const untitled = (nodes: RouteObject[]): string[] =>
    nodes.flatMap(({ path, handle, children }) => [
      ...((handle as Place | undefined)?.guard !== undefined && (handle as Place).title === undefined ? [path ?? ''] : []),
      ...untitled(children ?? []),
    ])
  expect(untitled(routes)).toEqual([])
})

it('uses every guard of the specification', () => {
  const used = new Set(site.map(({ guard }) => guard))
  expect(Object.keys(guards).filter(name => !used.has(name))).toEqual([])
})

it('writes every address', () => {
  const written = Object.values(paths).map(path => (path as (...ids: unknown[]) => string)(...[1, 2, 3].slice(0, path.length)))
  expect(written).toMatchSnapshot()
})
