import { matchRoutes, type RouteObject } from 'react-router'
import { whenIdle } from '../platform/when-idle.ts'
import { guardOf, lacksClient, type Visitor } from './guards.ts'
import type { Place } from './site.ts'

/** Who would visit, as far as an address's guard asks. */
export interface Prospect {
  user: Visitor | null
  chosenClient: string | null
}

/** The code an address needs, of its shell and its page; none when its guard would turn the person away. */
export const chunksOf = (routes: RouteObject[], address: string, { user, chosenClient }: Prospect): (() => Promise<unknown>)[] => {
  const { pathname, search } = new URL(address, 'http://page.invalid')
  const matches = matchRoutes(routes, pathname) ?? []
  const places = matches.map(({ route }) => (route.handle as Place | undefined) ?? {})
  const page = matches.at(-1)?.route.path
  const guard = places.findLast(place => place.guard !== undefined)?.guard
  if (guard === undefined || page === undefined || page === '*') return []
  const params = Object.fromEntries(Object.entries(matches.at(-1)?.params ?? {}))
  const visit = { user, params, address: pathname + search, page, previous: '', reloaded: false }
  const insideClient = matches.some(
    ({ route }) => (route.handle as Place | undefined)?.layout !== undefined && (route.middleware?.length ?? 0) > 0,
  )
  if (guardOf(guard)(visit) !== null || (insideClient && lacksClient(user, chosenClient))) return []
  return places.flatMap(place => place.load ?? [])
}

/** Fetches, in quiet moments, the code behind internal links that come into view (G-LAY-09); nothing when the person saves data. */
export const startPrefetching = (routes: () => RouteObject[], prospect: () => Prospect): void => {
  if (savesData()) return
  const seen = new WeakSet<Element>()
  const fetched = new Set<() => Promise<unknown>>()

  const visible = new IntersectionObserver(entries => {
    const links = entries.flatMap(({ isIntersecting, target }) => (isIntersecting && target instanceof HTMLAnchorElement ? target : []))
    for (const link of links) {
      visible.unobserve(link)
      whenIdle(() => fetchOnce(link.getAttribute('href') ?? ''))
    }
  })
  const fetchOnce = (address: string) => {
    for (const load of chunksOf(routes(), address, prospect())) {
      if (fetched.has(load)) continue
      fetched.add(load)
      load().catch(() => fetched.delete(load))
    }
  }
  const observe = () => {
    for (const link of document.querySelectorAll('a[href^="/"]')) {
      if (seen.has(link)) continue
      seen.add(link)
      visible.observe(link)
    }
  }
  let waiting = false
  new MutationObserver(() => {
    if (waiting) return
    waiting = true
    whenIdle(() => {
      waiting = false
      observe()
    })
  }).observe(document.body, { childList: true, subtree: true })
  whenIdle(observe)
}

const savesData = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
