import { matchRoutes, type RouteObject } from 'react-router'
import { paths } from '../site/paths.ts'
import { clientChosen } from './entry.ts'
import { staffId } from './routes.tsx'
import { layout, page, shell } from './site.ts'

const c = ':construction_id'
const assigned = 'user_and_assigned_craftsman_authenticated'

const dayPages = [
  page(
    paths.constructions(),
    'except_resident_authenticated',
    'page.constructions',
    () => import('../constructions/list/ConstructionsPage.tsx'),
  ),
]

const ownPages = [
  // No client needs to be chosen for one's own page (D-30).
  page(paths.mypage(), 'except_resident_authenticated', 'page.mypage', () => import('../accounts/own-account/MyPage.tsx')),
]

const siteConstructionPages = [
  page(paths.construction(':id'), assigned, 'page.construction', () => import('../constructions/ConstructionPage.tsx')),
  page(paths.common_area_images(c), assigned, 'page.common_area_images', () => import('../photos/CommonAreaImagesPage.tsx')),
  page(paths.cash_list(c), assigned, 'page.cash_list', () => import('../orders/lists/CashListPage.tsx')),
]

const siteRoomPages = [
  page(paths.working_process(c), assigned, 'page.working_process', () => import('../rooms/visits/WorkingProcessPage.tsx')),
  page(paths.room(c, ':room_id'), assigned, 'page.room', () => import('../rooms/RoomPage.tsx')),
]

/**
 * The site map of a craftsman's day, and the shell of all who work here: what a phone opens in a cellar. The hundred addresses of the office
 * (./office-routes.tsx) are fetched with the first of its pages.
 */
export const siteRoutes: RouteObject[] = [
  shell(
    () => import('./layouts/StaffShell.tsx'),
    [
      layout('client', dayPages, [clientChosen]),
      layout(user => (user?.role_id === 4 ? 'master' : 'client'), ownPages),
      layout('construction', siteConstructionPages, [clientChosen]),
      layout('property', siteRoomPages, [clientChosen]),
    ],
    staffId,
  ),
]

/** Whether an address is one of these, and not one of the office's that only looks like it: `/constructions/new` is no construction. */
export const isOfSite = (path: string): boolean => {
  const params = matchRoutes(siteRoutes, path)?.at(-1)?.params
  return params !== undefined && Object.values(params).every(param => /^\d+$/.test(param ?? ''))
}
