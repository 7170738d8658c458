import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../icons/Icon.tsx'
import { Actions } from './Layout.ts'
import styles from './PageHead.module.css'

interface Props {
  title: ReactNode
  /** The list or page this one belongs to. */
  back?: { to: string; label: string }
  /** One line under the title: state, counts, what the page is for. */
  note?: ReactNode
  /** What can be done with the whole page; the primary action last. */
  actions?: ReactNode
}

/** The head of every staff page, with its one h1. */
export const PageHead = ({ title, back, note, actions }: Props) => (
  <div className={styles.head} data-kit="head">
    <div className={styles.headText}>
      {back === undefined ? null : (
        <Link className={styles.headBack} to={back.to}>
          <Icon name="chevron_left" size={14} />
          {back.label}
        </Link>
      )}
      <h1>{title}</h1>
      {note === undefined ? null : <div className={styles.headNote}>{note}</div>}
    </div>
    {actions === undefined ? null : <Actions>{actions}</Actions>}
  </div>
)
