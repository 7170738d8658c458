import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { t } from '../../../platform/i18n.ts'
import { beforeSignOut, type SessionUser, signOut } from '../../../platform/session/session.ts'
import { Glyph } from '../../../ui/icons/Glyph.tsx'
import { paths } from '../../../site/paths.ts'
import button from './HeaderButton.module.css'
import styles from './UserMenu.module.css'

/** The way to the other half of the application, in words. */
export interface OtherHalf {
  to: string
  label: string
  testId: string
}

/** The person's name, a craftsman's with the contractor in brackets, and what belongs to them: own page and the way out. */
export const UserMenu = ({ user, other = null }: { user: SessionUser; other?: OtherHalf | null }) => {
  const navigate = useNavigate()
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const menu = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  // Going anywhere closes the menu.
  const open = openAt === key

  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) setOpenAt(null)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [open])

  const leave = () => {
    const ask = beforeSignOut.get()
    if (ask === null) void leaveNow()
    else ask(() => void leaveNow())
  }
  const leaveNow = async () => {
    const login = await signOut()
    await navigate(login)
  }
  const name = user.contractor_name ? `${user.name ?? ''}（${user.contractor_name}）` : (user.name ?? '')
  const resident = user.role_id === 6
  const platform = user.role_id === 1 || user.role_id === 5

  return (
    <div className={styles.menu} ref={menu}>
      <button
        type="button"
        ref={opener}
        className={button.user}
        data-testid="header-user"
        aria-expanded={open}
        {...(name === '' ? { 'aria-label': t('shell.menu') } : {})}
        onClick={() => setOpenAt(open ? null : key)}
      >
        <Glyph name="user" />
        <span>{name}</span>
        <Glyph name="chevron_down" size={14} />
      </button>
      {open ? (
        <ul className={styles.items}>
          <li>
            <Link to={resident ? paths.resident_edit() : paths.mypage()}>
              <Glyph name="user" />
              {t('shell.mypage')}
            </Link>
          </li>
          {other === null ? null : (
            <li>
              <Link to={other.to} data-testid={other.testId}>
                <Glyph name="swap" />
                {other.label}
              </Link>
            </li>
          )}
          {platform ? (
            <li>
              <Link to={paths.admins_top()}>
                <Glyph name="swap" />
                {t('shell.switch_client')}
              </Link>
            </li>
          ) : null}
          <li>
            <button type="button" onClick={leave}>
              <Glyph name="logout" />
              {t('shell.logout')}
            </button>
          </li>
        </ul>
      ) : null}
    </div>
  )
}
