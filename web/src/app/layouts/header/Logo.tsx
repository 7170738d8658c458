import { Link, useLocation } from 'react-router'
import { useConfiguration } from '../../../platform/session/configuration.ts'
import { chosenClient, endedClient } from '../../../platform/session/credentials.ts'
import { t } from '../../../platform/i18n.ts'
import { useStore } from '../../../platform/use-store.ts'
import { useUser } from '../../../platform/session/use-user.ts'
import styles from './Logo.module.css'
import { isAboveClients } from '../../../site/redirect.ts'
import { logoTarget } from '../../errors/way-home.ts'

/** The client's logo where there is one: admins and operators see that of the client they chose (specification section 6, G-ADM-13), and none where they are in none. */
export const Logo = () => {
  const user = useUser()
  const app = useConfiguration()?.app_name ?? t('app.name')
  const platform = user?.role_id === 1 || user?.role_id === 5
  const { pathname } = useLocation()
  const chosen = platform && !isAboveClients(pathname) ? chosenClient() : null
  const ended = useStore(endedClient)
  const logo = platform ? chosen?.logo_path : user?.client?.logo_path
  const name = (platform ? chosen?.name : user?.client?.name) || app
  return (
    <>
      <Link
        className={styles.logo}
        data-testid="header-logo"
        to={logoTarget(user)}
        aria-label={t('shell.to_home', { name: logo ? name : app })}
      >
        {logo ? <img src={logo} alt="" /> : <ProductLogo name={app} />}
      </Link>
      {chosen ? <span className={styles.company}>{chosen.name}</span> : null}
      {chosen && chosen.cd === ended ? <span className={styles.ended}>契約終了</span> : null}
    </>
  )
}

/** A door, slightly open: the product's own mark. */
const ProductLogo = ({ name }: { name: string }) => (
  <>
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--brand)" />
      <path
        d="M10 26V7.5A1.5 1.5 0 0 1 11.5 6h9A1.5 1.5 0 0 1 22 7.5V26M7 26h18"
        fill="none"
        stroke="var(--on-brand)"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <circle cx="18.4" cy="16.5" r="1.7" fill="var(--on-brand)" />
    </svg>
    <span>{name}</span>
  </>
)
