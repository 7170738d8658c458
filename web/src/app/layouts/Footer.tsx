import { Link } from 'react-router'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { t } from '../../platform/i18n.ts'
import { useUser } from '../../platform/session/use-user.ts'
import { paths } from '../../site/paths.ts'
import { Read } from '../../ui/plain/Read.tsx'
import styles from './Footer.module.css'

/**
 * Specification section 2: the installation's about text and subsidy note where it says them (G-LAY-03), the links when signed in;
 * 特定商取引法 for everybody (D-16).
 */
export const Footer = () => {
  const user = useUser()
  const settings = useConfiguration()
  return (
    <footer className={styles.footer} data-testid="footer">
      {settings?.footer_about ? (
        <p data-testid="footer-about">
          <Read>{settings.footer_about}</Read>
        </p>
      ) : null}
      {settings?.footer_subsidy ? (
        <p data-testid="footer-subsidy">
          <Read>{settings.footer_subsidy}</Read>
        </p>
      ) : null}
      <nav>
        <Read>
          {user === null ? null : (
            <>
              <Link to={paths.terms()}>{t('shell.terms')}</Link>
              <Link to={paths.privacy_policy()}>{t('shell.privacy_policy')}</Link>
            </>
          )}
          <Link to={paths.legal_notice()}>{t('shell.legal_notice')}</Link>
        </Read>
      </nav>
    </footer>
  )
}
