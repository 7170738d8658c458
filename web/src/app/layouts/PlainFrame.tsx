import { type ReactNode, useLayoutEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { adoptReading, showReading, useReading } from '../../residents/reading/reading.ts'
import { useMobile } from '../../platform/screen.ts'
import { useUser } from '../../platform/session/use-user.ts'
import type { LayoutName } from '../site.ts'
import { Footer } from './Footer.tsx'
import { Header } from './header/Header.tsx'
import { ReadingSwitch } from './ReadingSwitch.tsx'
import { Frame } from './Frame.ts'
import styles from './PlainFrame.module.css'

/** One column under the header: the login, resident and default layouts. Residents choose how theirs are written. */
export const PlainFrame = ({ layout, foot }: { layout: LayoutName; foot?: ReactNode }) => {
  const residents = useForResidents(layout)
  useDarkOfDevice(residents || layout === 'login')
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

const useDarkOfDevice = (isAllowed: boolean) =>
  useLayoutEffect(() => {
    if (!isAllowed) return
    const { dataset } = document.documentElement
    dataset['dark'] = 'allowed'
    return () => void delete dataset['dark']
  }, [isAllowed])

const useForResidents = (layout: LayoutName): boolean => {
  const { pathname } = useLocation()
  const user = useUser()
  const residents = layout === 'resident' || pathname.startsWith('/residents/') || user?.role_id === 6
  const reading = useReading()
  const { reading_size, reading_words } = user ?? {}
  useLayoutEffect(() => {
    if (reading_size !== undefined && reading_words !== undefined) adoptReading({ reading_size, reading_words })
  }, [reading_size, reading_words])
  useLayoutEffect(() => {
    showReading(residents ? reading : undefined)
    // Whoever signs in to the office next reads it as usual.
    return () => showReading()
  }, [residents, reading])
  return residents
}
