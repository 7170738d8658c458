import { QueryClientProvider } from '@tanstack/react-query'
import { roleIds } from '@toguchi/domain/access/actor'
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { Link, Outlet, useLocation, useMatches, useParams } from 'react-router'
import { queryClient } from '../../platform/api/api.ts'
import { addTexts, t } from '../../platform/i18n.ts'
import { texts } from '../../platform/locales/site/ja.ts'
import { latePart, untilFetched } from '../../platform/late-part.ts'
import { whenIdle } from '../../platform/when-idle.ts'
import { useMobile } from '../../platform/screen.ts'
import type { SessionUser } from '../../platform/session/session.ts'
import { useUser } from '../../platform/session/use-user.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import '../../ui/kit.css.ts'
import type { LayoutName, Place } from '../site.ts'
import { Footer } from './Footer.tsx'
import { Header } from './header/Header.tsx'
import type { OtherHalf } from './header/UserMenu.tsx'
import { PropertyBand } from './staff/PropertyBand.tsx'
import { Frame } from './Frame.ts'
import button from './header/HeaderButton.module.css'
import styles from './StaffShell.module.css'
import { loadNavigation, type Navigation, navigationAtOnce, useNavigation } from './staff/load-navigation.ts'

addTexts(texts)

// What a device holds is looked for once the page stands.
const Unsent = latePart(async () => (await import('../../ui/unsent/Unsent.tsx')).Unsent)

/**
 * The frame of the seven layouts where people work (specification section 2). One frame for all, so that going from a list to a detail
 * changes the sidebar's entries and nothing else.
 */
export const StaffShell = () => {
  const user = useUser()
  const layout = useLayout(user)
  const mobile = useMobile()
  const params = useParams()
  const { key } = useLocation()
  const [folded, fold] = useFolded()
  const [drawerAt, setDrawerAt] = useState<string | null>(null)

  useCarriedDays(user)
  useSunlight(user?.role_id === roleIds.craftsman)

  // Of what is pressed before it has come, the answer comes with it.
  const navigation = useNavigation()
  const openDrawer = () => {
    setDrawerAt(key)
    void loadNavigation().catch(() => setDrawerAt(null))
  }

  const entries = user === null ? null : (navigation?.sidebarOf(layout, user, params) ?? null)
  const hasEntries = entries !== null || (navigation === null && user !== null && !withoutEntries.has(layout))
  const other = otherHalfOf(user === null ? null : (navigation?.switchOf(layout, user) ?? null))
  const menuButton =
    mobile && hasEntries ? (
      <button type="button" className={button.bare} aria-label={t('shell.menu')} aria-haspopup="dialog" onClick={openDrawer}>
        <Icon name="menu" size={22} />
      </button>
    ) : null

  return (
    <QueryClientProvider client={queryClient}>
      <Frame data-layout={layout} data-mobile={mobile}>
        <Header before={menuButton} other={mobile ? other : null}>
          <Suspense>{user === null ? null : <Unsent />}</Suspense>
          {other === null || mobile ? null : (
            <Link className={button.switch} data-testid={other.testId} to={other.to}>
              <Icon name="swap" size={16} />
              <span>{other.label}</span>
            </Link>
          )}
        </Header>
        {layout === 'construction_form' && navigation !== null ? <navigation.StepHeader /> : null}
        {layout === 'property' && params.construction_id !== undefined ? (
          <PropertyBand construction_id={Number(params.construction_id)} />
        ) : null}
        <div className={styles.body}>
          {navigation === null || entries === null || mobile ? null : (
            <navigation.Sidebar entries={entries} folded={folded} onFold={fold} />
          )}
          {navigation !== null && entries !== null && mobile && drawerAt === key ? (
            <navigation.Drawer onClose={() => setDrawerAt(null)}>
              <navigation.Sidebar entries={entries} folded={false} />
            </navigation.Drawer>
          ) : null}
          <main className={styles.main} id="main">
            <Outlet />
          </main>
        </div>
        <Footer />
      </Frame>
    </QueryClientProvider>
  )
}

/** Before a page of it is shown (app/site.ts). */
export const prepare = navigationAtOnce

/** Layouts of pages that have the way back in their head instead of a menu. */
const withoutEntries: ReadonlySet<LayoutName> = new Set(['property', 'construction_form'])

const otherHalfOf = (other: ReturnType<Navigation['switchOf']>): OtherHalf | null =>
  other && {
    to: other.to,
    label: t(other.target === 'master' ? 'shell.to_master' : 'shell.to_client'),
    testId: `header-switch-${other.target}`,
  }

const fetchedCarrying = () => untilFetched(async () => (await import('../../carried-days/carried-days.ts')).startCarrying)

/** A craftsman's phone carries the rooms of today and tomorrow; nobody else's device does. */
const useCarriedDays = (user: SessionUser | null) =>
  useEffect(() => {
    if (user?.role_id !== roleIds.craftsman) return
    // What is on the screen comes first.
    return whenIdle(() => void fetchedCarrying().then(startCarrying => startCarrying()))
  }, [user])

/** On the whole document: dialogs lie beside the frame. */
const useSunlight = (isWanted: boolean) =>
  useLayoutEffect(() => {
    if (!isWanted) return
    const { dataset } = document.documentElement
    dataset['sunlight'] = ''
    return () => void delete dataset['sunlight']
  }, [isWanted])

const useLayout = (user: SessionUser | null): LayoutName => {
  const layout = useMatches()
    .map(({ handle }) => (handle as Place | undefined)?.layout)
    .findLast(layout => layout !== undefined)
  return typeof layout === 'function' ? layout(user) : (layout ?? 'client')
}

/** Kept from visit to visit (G-LAY-05). */
const useFolded = (): [folded: boolean, toggle: () => void] => {
  const [folded, setFolded] = useState(() => localStorage.getItem('sidebar_collapsed') === 'true')
  const toggle = () => {
    localStorage.setItem('sidebar_collapsed', String(!folded))
    setFolded(!folded)
  }
  return [folded, toggle]
}
