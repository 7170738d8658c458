import { t } from '../i18n.ts'
import { running } from './overlay.ts'
import { useStore } from '../use-store.ts'
import styles from './LoadingOverlay.module.css'

/**
 * Covers the screen while requests run (specification section 4). It takes clicks at once, so that nothing is sent twice,
 * but becomes visible only after a moment: quick answers do not flicker.
 */
export const LoadingOverlay = () => {
  const { count, message } = useStore(running)
  if (count === 0) return null
  return (
    <div className={styles.overlay} data-testid="loading-overlay" role="status" aria-busy="true" data-print="hide">
      <div className={styles.box}>
        <span className={styles.ring} aria-hidden="true" />
        {message === null ? <span className="sr-only">{t('shell.loading')}</span> : <p>{message}</p>}
      </div>
    </div>
  )
}
