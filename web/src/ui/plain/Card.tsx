import type { ReactNode } from 'react'
import './plain.css'

/** One matter on paper. */
export const Card = ({ children, title }: { children: ReactNode; title?: string }) => (
  <section className="plain-card">
    {title === undefined ? null : <h2>{title}</h2>}
    {children}
  </section>
)

/** The heading of a plain page; focus comes here when the page is opened. */
export const Title = ({ children }: { children: ReactNode }) => <h1 className="plain-title">{children}</h1>
