import './platform/older-browsers.ts'
import './ui/base.css'
import { readAhead } from './app/ahead/read-ahead.ts'
import { loadChunk } from './app/chunk-reload.ts'
import { fetchLaterFiles } from './app/ahead/later-files.ts'
import { nextTask, painted } from './platform/after-paint.ts'
import { connect } from './platform/api/request.ts'
import { loadLocale, storeLocale } from './platform/i18n.ts'
import { currentUser, expireSession, fetchOtherAccountsBy, goesOnElsewhere, knownUser } from './platform/session/session.ts'
import { paths } from './site/paths.ts'

/*
 * Small, and there before React is: asks for what the page will ask for first, and then starts the application. While React travels and is
 * read, the answers travel beside it.
 */
const here = () => location.pathname + location.search
storeLocale('ja')
const hostTemplate = (document.querySelector<HTMLMetaElement>('meta[name=api-host-template]')?.content ?? '').replace(/\/$/, '')
connect({
  caller: knownUser,
  hostTemplate,
  expired: wrote => {
    // At once: another tab that hears of it, too, may go on meanwhile.
    const goesOn = goesOnElsewhere()
    void application.then(async ({ goTo }) => {
      if (await goesOn) return goTo(paths.constructions())
      if (!(await staysToSignIn(wrote))) goTo(expireSession(here()))
    })
  },
  missing: () => void application.then(({ showMissing }) => showMissing()),
  clientLost: sentence => void application.then(({ leaveClient }) => leaveClient(sentence)),
})

/** Late: most sessions never end while somebody works. */
const staysToSignIn = (wrote: boolean): Promise<boolean> =>
  import('./platform/session/sign-in-again.ts').then(
    ({ waitForSignIn }) => waitForSignIn(wrote),
    () => false,
  )

fetchOtherAccountsBy(() => import('./platform/session/joined-accounts.ts'))

// The first guard asks who this is; asked now, the answer travels while texts and page do.
const readRest = readAhead(location, hostTemplate)
void currentUser()

/** Milliseconds that the application waits for the first paint, and for answers to be written into it. */
const patience = 1_000
const paintAhead = () => import('./app/ahead/paint-ahead.ts').then(module => module.paintAhead())

// What the document came with, or what this phone showed last, is shown before the long work begins; where nothing of it is for this person,
// nobody waits.
const showFirst = async (): Promise<void> => {
  // A style sheet of which nothing is heard keeps nobody.
  if (globalThis.daySnapshot !== undefined)
    await Promise.race([globalThis.daySnapshot, new Promise(done => setTimeout(done, patience))]).catch(() => {})
  const firstPaint = document.querySelector<HTMLElement>('[data-first-paint]')?.dataset['firstPaint']
  if (firstPaint === undefined || firstPaint !== document.documentElement.dataset['visitor']) return
  const hasTextsToCome = document.querySelector('template[data-texts-to-come]') !== null
  if (hasTextsToCome) await Promise.race([paintAhead(), new Promise(done => setTimeout(done, patience))]).catch(() => {})
  await painted()
}
const shown = showFirst()
// Step by step, each in a task of its own: taken in at once, React, the router and our own code keep a telephone from answering a press.
const application = shown.then(async () => {
  fetchLaterFiles()
  await nextTask()
  readRest()
  return loadChunk(
    async () => {
      await import('react-dom/client')
      await nextTask()
      return import('./app/start.tsx')
    },
    here,
    () => location.reload(),
  )
})

void application
  .then(async ({ start }) => {
    await Promise.all([loadLocale('ja'), nextTask()])
    await start()
  })
  .catch((error: unknown) => {
    globalThis.startFailed?.()
    throw error
  })
