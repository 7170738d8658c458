import { Link, type LinkProps } from 'react-router'
import { Icon } from '../../../ui/icons/Icon.tsx'
import styles from './BackLink.module.css'

/** The way back to what the page belongs to. */
export const BackLink = ({ children, ...link }: LinkProps) => (
  <Link {...link} className={styles.back}>
    <Icon name="chevron_left" size={16} />
    {children}
  </Link>
)
