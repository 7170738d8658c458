import type { ReactNode } from 'react'
import { Read } from './Read.tsx'
import styles from './Card.module.css'
import { Paper } from './Paper.ts'

/** One matter on paper. */
export const Card = ({ children, title }: { children: ReactNode; title?: string }) => (
  <Paper>
    <Read>
      {title === undefined ? null : <h2>{title}</h2>}
      {children}
    </Read>
  </Paper>
)

/** The heading of a plain page; focus comes here when the page is opened. */
export const Title = ({ children }: { children: ReactNode }) => (
  <h1 className={styles.title}>
    <Read>{children}</Read>
  </h1>
)
