import { lazy, Suspense, useEffect, useRef } from 'react'
import { type Location, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { useConfiguration } from '../platform/session/configuration.ts'
import { t } from '../platform/i18n.ts'
import { LoadingOverlay } from '../platform/overlay/LoadingOverlay.tsx'
import { usePageTitleOverride } from '../platform/page-title.ts'
import { ProgressBar } from '../platform/overlay/ProgressBar.tsx'
import { Toasts } from '../ui/toasts/Toasts.tsx'
import { awaitsSignIn } from '../platform/session/awaited-sign-in.ts'
import { useStore } from '../platform/use-store.ts'
import styles from './Root.module.css'
import type { Place } from './site.ts'

/** Around every page: what is announced, what covers, what reports. */
export const Root = () => (
  <>
    <a className={styles.skip} href="#main" data-skip>
      {t('shell.skip')}
    </a>
    <ProgressBar />
    <Outlet />
    <Toasts />
    <LoadingOverlay />
    <SignedOutMeanwhile />
    <Announcer />
    <ScrollRestoration getKey={pageInHistory} />
  </>
)

const SignInAgain = lazy(async () => ({ default: (await import('../accounts/signing-in/SignInAgain.tsx')).SignInAgain }))

const SignedOutMeanwhile = () =>
  useStore(awaitsSignIn) ? (
    <Suspense fallback={null}>
      <SignInAgain />
    </Suspense>
  ) : null

/** A page that was loaded anew has the key `default`, whichever it is: by that alone it would open where another one was left. */
const pageInHistory = ({ pathname, key }: Location): string => `${pathname} ${key}`

/** Names the document, and takes keyboard and screen reader to the heading of a new page. */
const Announcer = () => {
  const { pathname } = useLocation()
  const title = useTitle()
  const arrived = useRef(pathname)

  useEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => {
    if (arrived.current === pathname) return
    arrived.current = pathname
    // A page that begins with its search has begun already: whoever is on the line does not wait for a click.
    if (document.activeElement?.matches('main input')) return
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (heading === null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])

  return (
    <p className="sr-only" role="status">
      {title}
    </p>
  )
}

const useTitle = (): string => {
  const place = useMatches()
    .map(({ handle }) => handle as Place | undefined)
    .findLast(handle => handle?.title !== undefined)
  const override = usePageTitleOverride()
  const app = useConfiguration()?.app_name ?? t('app.name')
  const page = override ?? (place?.title === undefined ? t('page.not_found') : t(place.title))
  return t('app.title', { page, app })
}
