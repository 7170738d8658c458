import { Outlet } from 'react-router'
import { useMobile } from '../../platform/screen.ts'
import type { LayoutName } from '../site.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import styles from './Shell.module.css'

/** One column under the header: the login, resident and default layouts. */
export const PlainFrame = ({ layout }: { layout: LayoutName }) => (
  <div className={styles.root} data-layout={layout} data-mobile={useMobile()}>
    <Header />
    <main className={styles.plain} id="main">
      <Outlet />
    </main>
    <Footer />
  </div>
)
