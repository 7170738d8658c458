import { startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type NavigateOptions, type RouterState } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { arrivedAt } from './entry.ts'
import { patchRoutes } from './fetched-routes.ts'
import { headFor } from './site.ts'
import { routes } from './routes.tsx'
import { leaveWatchers } from '../platform/leaving.ts'
import { disown } from '../platform/api/request.ts'
import { chosenClient, forgetClientOfTab } from '../platform/session/credentials.ts'
import { knownUser, watchOtherTabs } from '../platform/session/session.ts'
import { toast } from '../platform/toast.ts'
import { paths } from '../site/paths.ts'

type Router = ReturnType<typeof createBrowserRouter>
let created: (router: Router) => void = () => {}
/** Comes with `start`. */
const theRouter = new Promise<Router>(done => (created = done))

/** Made apart from reading this file: both are long for a telephone. It asks for the first page at once. */
const createRouter = (): Router => {
  const router = createBrowserRouter(routes, { patchRoutesOnNavigation: patchRoutes })
  headFor(() => headingOf(router))
  router.subscribe(arrived)
  created(router)
  return router
}

/** The address that is on its way, else the one that stands. */
const headingOf = (router: Router): string => {
  const { pathname, search } = router.state.navigation.location ?? location
  return pathname + search
}

const arrived = ({ navigation, matches, initialized }: RouterState) => {
  const page = matches.at(-1)?.route.path
  if (initialized && navigation.state === 'idle' && page !== undefined) arrivedAt(page)
}

watchOtherTabs(() => {
  void import('../platform/session/sign-in-again.ts').then(
    ({ staysThrough }) => staysThrough() || leaveToOther(),
    () => leaveToOther(),
  )
})
const leaveToOther = () => {
  forgetClientOfTab()
  // Who stays all the same, because something is not saved, does nothing here by the session of somebody else.
  disown()
  location.reload()
}

/** Leads to another page from outside of React. */
export const goTo = (address: string, options?: NavigateOptions): void => void theRouter.then(router => router.navigate(address, options))

const nothingToHandOver = (): (() => void) => () => {}
/** What stood there before the application is handed over to the page that comes in its place; on most pages nothing did. */
const handingOver = async (): Promise<(root: ParentNode) => () => void> => {
  if (globalThis.daySnapshot === undefined && document.querySelector('[data-first-paint]') === null) return nothingToHandOver
  // Without it the page comes all the same.
  return import('./take-over.ts').then(
    module => module.takeOver,
    () => nothingToHandOver,
  )
}

/** The not-found page in the place of a page, of whose address it knows. */
export const showMissing = (): void =>
  void theRouter.then(router => {
    const missing = headingOf(router)
    // Several reads of one page may find nothing.
    return missing === paths.not_found() ? undefined : router.navigate(paths.not_found(), { replace: true, state: { missing } })
  })

/** Leads to the choice of another company, which says why. */
export const leaveClient = (sentence: string): void => {
  // Who has typed something is asked whether to leave it, and hears why here.
  if (leaveWatchers.get().length > 0) toast.failure(sentence)
  goTo(paths.admins_top(), { replace: true, state: { reason: sentence } })
}

/** Shows the first page, once it and the texts are there: until then stands what the document came with. */
export const start = async (): Promise<void> => {
  const router = createRouter()
  const takeOver = await handingOver()
  const render = () => show(router, takeOver)
  if (router.state.initialized) return render()
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    // Not within the router's own step: a page that leads on at once would do so before that has ended.
    queueMicrotask(render)
  })
}

/** Does something once the page stands and before it is painted: before the effects of what comes after it. */
const Once = ({ begin }: { begin: () => void }) => {
  useLayoutEffect(begin, [begin])
  return null
}

const show = (router: Router, takeOver: (root: ParentNode) => () => void): void => {
  const root = document.getElementById('app')
  if (root === null) throw new Error('the page has no #app')
  const giveBack = takeOver(root)
  const standsNow = () => {
    // Who has scrolled through what stood there reads on: the router begins at the top.
    const scrolled = globalThis.daySnapshot === undefined ? 0 : scrollY
    globalThis.daySnapshot = undefined
    globalThis.startFailed = undefined
    document.querySelector('.start-failed')?.remove()
    // How the document was painted first (index.html): the page that stands now says it itself, after this.
    for (const name of ['visitor', 'dark', 'size', 'held', 'sunlight']) delete document.documentElement.dataset[name]
    // Not within the commit: what is typed there reaches no state before the form is sent.
    queueMicrotask(giveBack)
    if (scrolled > 0) queueMicrotask(() => scrollTo({ top: scrolled }))
  }
  // In small steps: a press on the first paint, or on the browser's own Back, does not wait for the whole page.
  startTransition(() =>
    createRoot(root).render(
      <>
        <Once begin={standsNow} />
        <RouterProvider router={router} />
      </>,
    ),
  )
  // Fetching ahead must not make the first page wait.
  void import('./prefetch.ts').then(
    ({ startPrefetching }) =>
      startPrefetching(
        () => router.routes,
        () => ({ user: knownUser(), chosenClient: chosenClient()?.cd ?? null }),
      ),
    () => {},
  )
}
