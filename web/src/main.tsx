import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type RouterState } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { arrivedAt } from './app/entry.ts'
import { paths } from './site/paths.ts'
import { routes } from './app/routes.tsx'
import { headFor } from './app/site.ts'
import { connect } from './platform/api/request.ts'
import { chosenClient } from './platform/session/credentials.ts'
import { loadLocale, storeLocale } from './platform/i18n.ts'
import { currentUser, expireSession, knownUser, watchOtherTabs } from './platform/session/session.ts'

const texts = loadLocale('ja')
storeLocale('ja')

const here = () => location.pathname + location.search
connect({
  caller: knownUser,
  hostTemplate: (document.querySelector<HTMLMetaElement>('meta[name=api-host-template]')?.content ?? '').replace(/\/$/, ''),
  expired: () => void router.navigate(expireSession(here())),
  missing: () => void router.navigate(paths.not_found(), { replace: true }),
})

// The first guard asks who this is; asked now, the answer travels while texts and page do.
void currentUser()

const router = createBrowserRouter(routes)
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

void texts.then(() => {
  const root = document.getElementById('app')
  if (root === null) throw new Error('the page has no #app')
  createRoot(root).render(<RouterProvider router={router} />)
  // Fetching ahead must not make the first page wait.
  void import('./app/prefetch.ts').then(
    ({ startPrefetching }) => startPrefetching(routes, () => ({ user: knownUser(), chosenClient: chosenClient()?.cd ?? null })),
    () => {},
  )
})
