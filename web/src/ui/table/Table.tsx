import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { part } from '../part.ts'
import styles from './Table.module.css'

/** A table by hand, for rows that are written in or that DataTable does not know. */
export const Table = part('table', styles.table)
/** A row's name that opens something. */
export const TableButton = ({ children, ...props }: Omit<ComponentProps<'button'>, 'type' | 'className'>) => (
  <button type="button" className={styles.tableLink} data-row-link {...props}>
    {children}
  </button>
)
/** A row's name that leads to its page. */
export const TableLink = (props: Omit<ComponentProps<typeof Link>, 'className'>) => (
  <Link className={styles.tableLink} data-row-link {...props} />
)
