import { cacheNames } from 'workbox-core'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { pictureKey, picturesCache } from '../platform/offline/names.ts'

/** What the craftsmen's pages are made of, and the page around them; the build writes it here (offline-files.ts). */
declare const applicationFiles: { url: string; revision: string | null }[]
/** The address under which the page itself is kept. */
declare const shellAddress: string
/** The same, made for the address where a craftsman's day stands. */
declare const dayShellAddress: string
const dayAddress = '/constructions'
declare const registration: ServiceWorkerRegistration

/** Milliseconds after which a line that is there and brings nothing counts as none. */
const patience = 4_000

/** Not in the types of TypeScript yet, nor in every browser. */
interface RoutingInstallEvent extends Event {
  addRoutes?: (rule: { condition: { urlPattern: { pathname: string } }; source: { cacheName: string } }) => Promise<void>
}
// Hashed files lie in the cache under their own names, so the browser takes them from there itself: thirty questions to a worker that has to
// be started first cost a telephone more than the files. What is not there is asked of the network, as the worker below does it.
addEventListener('install', event => {
  void (event as RoutingInstallEvent)
    .addRoutes?.({ condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: cacheNames.precache } })
    .catch(() => {})
})

// Files of an earlier version stay until its last tab is closed: a page that stands open for days still finds its own.
precacheAndRoute(applicationFiles)
cleanupOutdatedCaches()

/** What the network brings while somebody waits for it; null where it brings nothing. */
const fetchSoon = async (request: Request): Promise<Response | null> => {
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(), patience)
  const answer = await fetch(request, { signal: tooLong.signal }).catch(() => null)
  // Once it has begun to answer it may take its time.
  clearTimeout(timer)
  return answer
}

/**
 * The pages of the site open from what this device keeps of them, whatever the network does; with a newer version that waits until the last
 * tab of this one is closed, as the server has them, like all others. Where the server cannot be reached, these open from the device, too.
 */
const page = async ({ request }: { request: Request }): Promise<Response> => {
  const { pathname } = new URL(request.url)
  const shell = await matchPrecache(pathname === dayAddress ? dayShellAddress : shellAddress)
  const isOfSite = pathname === dayAddress || pathname.startsWith(`${dayAddress}/`)
  if (shell !== undefined && isOfSite && registration.waiting === null) return shell
  const answer = await fetchSoon(request)
  if (answer !== null && answer.status < 500) return answer
  return shell ?? answer ?? Response.error()
}
registerRoute(new NavigationRoute(page, { denylist: [/^\/(?:api|gateway|r|assets|calendars|healthz|ready|metrics)(?:\/|$)/] }))

/** Pictures that were fetched ahead for today's and tomorrow's rooms; their links are good for ten minutes, what they showed for the day. */
const picture = async ({ request }: { request: Request }): Promise<Response> => {
  const carried = await (await caches.open(picturesCache)).match(pictureKey(request.url, location.origin))
  if (carried === undefined) return fetch(request)
  const answer = await fetchSoon(request)
  return answer?.ok === true ? answer : carried
}
registerRoute(({ request, url }) => request.destination === 'image' && url.pathname.startsWith('/api/files/'), picture)
