import type { PatchRoutesOnNavigationFunction } from 'react-router'
import { loadChunk } from './chunk-reload.ts'
import { rootId, staffId } from './routes.tsx'

type Patch = Parameters<PatchRoutesOnNavigationFunction>[0]['patch']

/** Addresses that are fetched when the first of them is asked for, and put in their place once; what failed to arrive is fetched again. */
const fetchedOnce = <Module>(load: () => Promise<Module>, put: (module: Module, patch: Patch) => void) => {
  let arriving: Promise<Module> | undefined
  return (patch: Patch, path: string): Promise<Module> => {
    arriving ??= loadChunk(
      load,
      () => path,
      address => location.assign(address),
    ).then(
      module => {
        put(module, patch)
        return module
      },
      (error: unknown) => {
        arriving = undefined
        throw error
      },
    )
    return arriving
  }
}

const residents = fetchedOnce(
  async () => {
    const module = await import('./resident-routes.tsx')
    await module.beginReading()
    return module
  },
  ({ residentRoutes }, patch) => patch(rootId, residentRoutes),
)
const site = fetchedOnce(
  () => import('./site-routes.tsx'),
  ({ siteRoutes }, patch) => patch(rootId, siteRoutes),
)
const office = fetchedOnce(
  () => import('./office-routes.tsx'),
  ({ officeRoutes, leadingOn }, patch) => {
    patch(staffId, officeRoutes)
    patch(rootId, leadingOn)
  },
)

/** Whether an address is one of a letter, of a message to a resident, or of a link to a book or a report: they are known by how they begin. */
export const isOfResidents = (path: string): boolean => /^\/(residents|r|completion_books|board_reports)(\/|$)/.test(path)

/**
 * Residents' addresses, or those of who works here: those of a craftsman's day first, the office's hundred with the first that is none of
 * them.
 */
export const patchRoutes: PatchRoutesOnNavigationFunction = async ({ patch, path }) => {
  if (isOfResidents(path)) {
    await residents(patch, path)
    return
  }
  const { isOfSite } = await site(patch, path)
  if (!isOfSite(path)) await office(patch, path)
}
