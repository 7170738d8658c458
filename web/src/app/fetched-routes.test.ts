// @vitest-environment happy-dom
import type { RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { isOfResidents } from './fetched-routes.ts'
import { officeRoutes } from './office-routes.tsx'
import { residentRoutes } from './resident-routes.tsx'
import { routes } from './routes.tsx'
import { siteRoutes } from './site-routes.tsx'

const addresses = (nodes: RouteObject[]): string[] =>
  nodes.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...addresses(children ?? [])])

it('knows every address of residents, and no other one, by how it begins', () => {
  const ofResidents = addresses(residentRoutes)
  expect(ofResidents.length).toBeGreaterThan(20)
  expect(ofResidents.filter(path => !isOfResidents(path))).toEqual([])
  expect(addresses([...routes, ...siteRoutes, ...officeRoutes]).filter(isOfResidents)).toEqual([])
  expect(['/residents', '/r', '/residents/top/nowhere'].filter(path => !isOfResidents(path))).toEqual([])
  expect(['/remaining_constructions', '/residence', '/reports'].filter(isOfResidents)).toEqual([])
})
