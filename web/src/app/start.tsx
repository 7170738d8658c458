import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type NavigateOptions, type RouterState } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { arrivedAt } from './entry.ts'
import { patchRoutes } from './fetched-routes.ts'
import { headFor } from './site.ts'
import { routes } from './routes.tsx'
import { takeOver } from './take-over.ts'
import { chosenClient } from '../platform/session/credentials.ts'
import { knownUser, watchOtherTabs } from '../platform/session/session.ts'

const router = createBrowserRouter(routes, { patchRoutesOnNavigation: patchRoutes })
const here = () => location.pathname + location.search
headFor(() => {
  const { location: next } = router.state.navigation
  return next === undefined ? here() : next.pathname + next.search
})
const arrived = ({ navigation, matches, initialized }: RouterState) => {
  const page = matches.at(-1)?.route.path
  if (initialized && navigation.state === 'idle' && page !== undefined) arrivedAt(page)
}
router.subscribe(arrived)

// What failed to load is told to the page that asked for it (app/chunk-reload.ts), not to the console alone.
addEventListener('vite:preloadError', event => event.preventDefault())
watchOtherTabs(() => location.reload())

/** Leads to another page from outside of React. */
export const goTo = (address: string, options?: NavigateOptions): void => void router.navigate(address, options)

/** Shows the first page, once it and the texts are there: until then stands what the document came with. */
export const start = (): void => {
  if (router.state.initialized) return render()
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    // Not within the router's own step: a page that leads on at once would do so before that has ended.
    queueMicrotask(render)
  })
}

const render = (): void => {
  const root = document.getElementById('app')
  if (root === null) throw new Error('the page has no #app')
  const giveBack = takeOver(root)
  // How the document was painted first (index.html): the page that stands now says it itself.
  for (const name of ['visitor', 'dark', 'size', 'held']) delete document.documentElement.dataset[name]
  flushSync(() => createRoot(root).render(<RouterProvider router={router} />))
  giveBack()
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
