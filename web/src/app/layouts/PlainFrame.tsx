import { type ReactNode, useLayoutEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { adoptReading, showReading, useReading } from '../../residents/reading/reading.ts'
import { useMobile } from '../../platform/screen.ts'
import { useUser } from '../../platform/session/session.ts'
import type { LayoutName } from '../site.ts'
import { Footer } from './Footer.tsx'
import { Header } from './header/Header.tsx'
import { ReadingSwitch } from './ReadingSwitch.tsx'
import { Frame } from './Frame.ts'
import styles from './PlainFrame.module.css'

/** One column under the header: the login, resident and default layouts. Residents choose how theirs are written. */
export const PlainFrame = ({ layout, foot }: { layout: LayoutName; foot?: ReactNode }) => {
  const residents = useForResidents(layout)
  return (
    <Frame data-layout={layout} data-mobile={useMobile()}>
      <Header />
      {residents ? <ReadingSwitch /> : null}
      <main className={styles.plain} id="main">
        <Outlet />
      </main>
      <Footer />
      {foot}
    </Frame>
  )
}

const useForResidents = (layout: LayoutName): boolean => {
  const { pathname } = useLocation()
  const user = useUser()
  const residents = layout === 'resident' || pathname.startsWith('/residents/') || user?.role_id === 6
  const mode = useReading()
  const remembered = user?.reading_mode
  useLayoutEffect(() => {
    if (remembered !== undefined) adoptReading(remembered)
  }, [remembered])
  useLayoutEffect(() => {
    showReading(residents ? mode : 'normal')
    // Whoever signs in to the office next reads it as usual.
    return () => showReading('normal')
  }, [residents, mode])
  return residents
}
