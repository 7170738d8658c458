import { useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { t } from '../../../platform/i18n.ts'
import { Icon } from '../../../ui/icons/Icon.tsx'
import styles from './Sidebar.module.css'
import type { Entry, Group } from './sidebars.ts'

interface Props {
  entries: (Entry | Group)[]
  /** 50 pixels wide, icons with tooltips, groups as fly-outs (G-LAY-18). */
  folded: boolean
  /** Absent in the drawer of phones, which has no two widths. */
  onFold?: () => void
}

export const Sidebar = ({ entries, folded, onFold }: Props) => (
  <nav className={styles.sidebar} data-testid="sidebar" data-folded={folded} aria-label={t('shell.main_navigation')}>
    <ul className={styles.entries}>
      {entries.map(item =>
        'group' in item ? (
          <EntryGroup key={item.group} group={item} folded={folded} />
        ) : (
          <EntryLink key={item.to} entry={item} folded={folded} />
        ),
      )}
    </ul>
    {onFold === undefined ? null : (
      <button
        type="button"
        className={styles.fold}
        data-testid="sidebar-toggle"
        aria-expanded={!folded}
        aria-label={t(folded ? 'shell.expand' : 'shell.collapse')}
        onClick={onFold}
      >
        <Icon name={folded ? 'chevron_right' : 'chevron_left'} />
        {folded ? null : <span>{t('shell.collapse')}</span>}
      </button>
    )}
  </nav>
)

const EntryLink = ({ entry: { to, text, icon }, folded }: { entry: Entry; folded: boolean }) => (
  <li className={styles.item}>
    <NavLink className={styles.entry} to={to} end {...(folded ? { 'aria-label': t(text) } : {})}>
      <Icon name={icon} />
      {folded ? null : t(text)}
    </NavLink>
    {folded ? (
      <span className={styles.tip} aria-hidden="true">
        {t(text)}
      </span>
    ) : null}
  </li>
)

const EntryGroup = ({ group: { group, text, icon, entries }, folded }: { group: Group; folded: boolean }) => {
  const { key } = useLocation()
  const [shut, setShut] = useState(false)
  // A fly-out belongs to the page it was opened on.
  const [flownAt, setFlownAt] = useState<string | null>(null)
  const open = folded ? flownAt === key : !shut
  const toggle = () => (folded ? setFlownAt(open ? null : key) : setShut(open))
  return (
    <li
      className={styles.group}
      data-testid={`sidebar-group-${group}`}
      onKeyDown={event => {
        if (folded && event.key === 'Escape') setFlownAt(null)
      }}
      onBlur={event => {
        if (folded && !event.currentTarget.contains(event.relatedTarget)) setFlownAt(null)
      }}
    >
      <div className={styles.item}>
        <button type="button" className={styles.entry} aria-expanded={open} {...(folded ? { 'aria-label': t(text) } : {})} onClick={toggle}>
          <Icon name={icon} />
          {folded ? null : (
            <>
              {t(text)}
              <span className={styles.chevron}>
                <Icon name={open ? 'chevron_up' : 'chevron_down'} size={14} />
              </span>
            </>
          )}
        </button>
        {folded && !open ? (
          <span className={styles.tip} aria-hidden="true">
            {t(text)}
          </span>
        ) : null}
      </div>
      {open ? (
        <ul>
          {entries.map(({ to, text: name }) => (
            <li key={to}>
              <NavLink className={styles.entry} to={to} end>
                {t(name)}
              </NavLink>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}
