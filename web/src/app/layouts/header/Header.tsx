import type { ReactNode } from 'react'
import { useUser } from '../../../platform/session/use-user.ts'
import { Logo } from './Logo.tsx'
import styles from './Header.module.css'
import { type OtherHalf, UserMenu } from './UserMenu.tsx'

interface Props {
  /** In front of the logo: the button of the drawer. */
  before?: ReactNode
  /** Beside the user's name: the switch between the two halves. */
  children?: ReactNode
  /** The way to the other half, where the head has no room for it: beside what belongs to the person. */
  other?: OtherHalf | null
}

export const Header = ({ before, children, other = null }: Props) => {
  const user = useUser()
  return (
    <header className={styles.header} data-testid="header">
      {before}
      <Logo />
      <span className={styles.spacer} />
      {children}
      {user === null ? null : <UserMenu user={user} other={other} />}
    </header>
  )
}
