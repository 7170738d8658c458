// @vitest-environment happy-dom
import type { RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { officeRoutes } from './office-routes.tsx'
import { isOfSite } from './site-routes.tsx'

const addresses = (nodes: RouteObject[]): string[] =>
  nodes.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...addresses(children ?? [])])

it.each(['/constructions', '/mypage', '/constructions/7', '/constructions/7/working_process', '/constructions/7/rooms/31'])(
  '%s is of a craftsman’s day',
  path => expect(isOfSite(path)).toBe(true),
)

it('takes no address of the office for one of the day', () => {
  const office = addresses(officeRoutes).map(path => path.replaceAll(/:\w+/g, '7'))
  expect(office.length).toBeGreaterThan(60)
  expect(office.filter(isOfSite)).toEqual([])
  expect(isOfSite('/constructions/new')).toBe(false)
})
