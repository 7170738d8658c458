import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '../../platform/i18n.ts'
import { useUser } from '../../platform/session/use-user.ts'
import { errorHome } from './way-home.ts'
import styles from './ErrorContent.module.css'
import { ErrorFrame } from './ErrorFrame.ts'

interface Props {
  status: number
  /** No answer came, or a file of the page: the device knows that it has no connection (D-43), or the line or the server is silent. */
  unreachable?: 'offline' | 'silent' | null
  /** The address that is opened again, and how: its page never came. */
  here?: string
  onAgain?: () => void
  /** The error object's own English message (G-ERR-05), for tests and logs: never shown. */
  message: string
  /** What else may help, above the way home. */
  children?: ReactNode
}

/** What went wrong, what is safe, and the way out (specification section 2, "Error page"). */
export const ErrorContent = ({ status, unreachable = null, here = '', onAgain, message, children }: Props) => {
  const user = useUser()
  const missing = status === 404
  return (
    <ErrorFrame data-testid="error-page" data-error-message={message}>
      {unreachable === null ? <p className={styles.status}>{missing ? '404' : t('error.status', { status })}</p> : null}
      <h1>{unreachable === null ? t(missing ? 'error.not_found_heading' : 'error.server_heading') : headings[unreachable]}</h1>
      <p>{t(unreachable !== null ? 'error.connection' : missing ? 'error.not_found_help' : 'error.server_help')}</p>
      {unreachable === null ? null : (
        <p>
          <Link
            className={styles.home}
            to={here}
            onClick={event => {
              event.preventDefault()
              onAgain?.()
            }}
          >
            もう一度開く
          </Link>
        </p>
      )}
      {children}
      <Link className={styles.home} data-testid="error-home" to={errorHome(user)}>
        {t('error.home')}
      </Link>
    </ErrorFrame>
  )
}

const headings = { offline: '圏外のため開けません', silent: 'サーバーから応答がありません' }
