import { Link } from 'react-router'
import { t } from '../../platform/i18n.ts'
import { useUser } from '../../platform/session/session.ts'
import { errorHome } from './way-home.ts'
import styles from './ErrorContent.module.css'
import { ErrorFrame } from './ErrorFrame.ts'

interface Props {
  status: number
  /** The device knows that it has no connection: nothing is wrong with the server (D-43). */
  offline?: boolean
  /** The error object's own English message (G-ERR-05), for tests and logs: never shown. */
  message: string
}

/** What went wrong, what is safe, and the way out (specification section 2, "Error page"). */
export const ErrorContent = ({ status, offline = false, message }: Props) => {
  const user = useUser()
  const missing = status === 404
  return (
    <ErrorFrame data-testid="error-page" data-error-message={message}>
      {offline ? null : <p className={styles.status}>{missing ? '404' : t('error.status', { status })}</p>}
      <h1>{offline ? '圏外のため開けません' : t(missing ? 'error.not_found_heading' : 'error.server_heading')}</h1>
      <p>{offline ? t('error.connection') : t(missing ? 'error.not_found_help' : 'error.server_help')}</p>
      <Link className={styles.home} data-testid="error-home" to={errorHome(user)}>
        {t('error.home')}
      </Link>
    </ErrorFrame>
  )
}
