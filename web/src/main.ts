import './ui/base.css'
import { readAhead } from './app/read-ahead.ts'
import { loadChunk } from './app/chunk-reload.ts'
import { painted } from './platform/after-paint.ts'
import { connect } from './platform/api/request.ts'
import { loadLocale, storeLocale } from './platform/i18n.ts'
import { currentUser, expireSession, knownUser } from './platform/session/session.ts'
import { paths } from './site/paths.ts'

/*
 * Small, and there before React is: asks for what the page will ask for first, and then starts the application. While React travels and is
 * read, the answers travel beside it.
 */
const here = () => location.pathname + location.search
const texts = loadLocale('ja')
storeLocale('ja')

// What the document came with is shown before the long work begins; where that is nothing yet, nobody waits for it.
const shown = document.querySelector('[data-first-paint]') === null ? Promise.resolve() : painted()
const application = shown.then(() =>
  loadChunk(
    () => import('./app/start.tsx'),
    here,
    () => location.reload(),
  ),
)
const hostTemplate = (document.querySelector<HTMLMetaElement>('meta[name=api-host-template]')?.content ?? '').replace(/\/$/, '')
connect({
  caller: knownUser,
  hostTemplate,
  expired: () => void application.then(({ goTo }) => goTo(expireSession(here()))),
  missing: () => void application.then(({ goTo }) => goTo(paths.not_found(), { replace: true })),
})

// The first guard asks who this is; asked now, the answer travels while texts and page do.
void currentUser()
readAhead(location, hostTemplate)

void Promise.all([application, texts]).then(([{ start }]) => start())
