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

/** The page as the server has it now, and as this device keeps it where the server cannot be reached (feature 16). */
const page = async ({ request }: { request: Request }): Promise<Response> => {
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(), patience)
  const answer = await fetch(request, { signal: tooLong.signal }).catch(() => null)
  // Once it has begun to answer it may take its time.
  clearTimeout(timer)
  if (answer !== null && answer.status < 500) return answer
  const shell = new URL(request.url).pathname === dayAddress ? dayShellAddress : shellAddress
  return (await matchPrecache(shell)) ?? answer ?? Response.error()
}
registerRoute(new NavigationRoute(page, { denylist: [/^\/(?:api|gateway|r|assets|calendars|healthz|ready|metrics)(?:\/|$)/] }))

/** Pictures that were fetched ahead for today's and tomorrow's rooms; their links are good for ten minutes, what they showed for the day. */
const picture = async ({ request }: { request: Request }): Promise<Response> => {
  const answer = await fetch(request).catch(() => null)
  if (answer?.ok === true) return answer
  return (await (await caches.open(picturesCache)).match(pictureKey(request.url, location.origin))) ?? answer ?? Response.error()
}
registerRoute(({ request, url }) => request.destination === 'image' && url.pathname.startsWith('/api/files/'), picture)
