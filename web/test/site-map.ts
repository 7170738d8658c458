import type { RouteObject } from 'react-router'
import { leadingOn, officeRoutes } from '../src/app/office-routes.tsx'
import { residentRoutes } from '../src/app/resident-routes.tsx'
import { routes, staffId } from '../src/app/routes.tsx'
import { siteRoutes } from '../src/app/site-routes.tsx'

/** The whole site map as the router has it once every part has been fetched (app/fetched-routes.ts). */
export const siteMap: RouteObject[] = [...routes, ...residentRoutes, ...withOffice(siteRoutes), ...leadingOn]

function withOffice(nodes: RouteObject[]): RouteObject[] {
  return nodes.map((node): RouteObject =>
    node.children === undefined
      ? node
      : { ...node, children: [...withOffice(node.children), ...(node.id === staffId ? officeRoutes : [])] },
  )
}
