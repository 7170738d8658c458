import type { ReactNode } from 'react'
import { useUser } from '../../../platform/session/session.ts'
import { Logo } from './Logo.tsx'
import styles from './Header.module.css'
import { UserMenu } from './UserMenu.tsx'

interface Props {
  /** In front of the logo: the button of the drawer. */
  before?: ReactNode
  /** Beside the user's name: the switch between the two halves. */
  children?: ReactNode
}

export const Header = ({ before, children }: Props) => {
  const user = useUser()
  return (
    <header className={styles.header} data-testid="header">
      {before}
      <Logo />
      <span className={styles.spacer} />
      {children}
      {user === null ? null : <UserMenu user={user} />}
    </header>
  )
}
