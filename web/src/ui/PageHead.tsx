import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from './Icon.tsx'

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
  <div className="k-head">
    <div className="k-head-text">
      {back === undefined ? null : (
        <Link className="k-head-back" to={back.to}>
          <Icon name="chevron_left" size={14} />
          {back.label}
        </Link>
      )}
      <h1>{title}</h1>
      {note === undefined ? null : <div className="k-head-note">{note}</div>}
    </div>
    {actions === undefined ? null : <div className="k-actions">{actions}</div>}
  </div>
)
