import type { ReactNode } from 'react'
import { Read } from './Read.tsx'
import './plain.css'

/** One matter on paper. */
export const Card = ({ children, title }: { children: ReactNode; title?: string }) => (
  <section className="plain-card">
    <Read>
      {title === undefined ? null : <h2>{title}</h2>}
      {children}
    </Read>
  </section>
)

/** The heading of a plain page; focus comes here when the page is opened. */
export const Title = ({ children }: { children: ReactNode }) => (
  <h1 className="plain-title">
    <Read>{children}</Read>
  </h1>
)
