import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface Props {
  /** What is not there; 「データがありません。」 unless said (G-LAY-16). */
  title?: string
  /** Why, or what to do next. */
  text?: ReactNode
  action?: ReactNode
}

export const EmptyState = ({ title = 'データがありません。', text, action }: Props) => (
  <div className={styles.empty}>
    <strong>{title}</strong>
    {text === undefined ? null : <p>{text}</p>}
    {action}
  </div>
)
