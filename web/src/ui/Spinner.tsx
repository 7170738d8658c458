import styles from './Spinner.module.css'

/** For a part of a page that waits by itself. */
export const Spinner = ({ label = '読み込んでいます' }: { label?: string }) => (
  <span role="status">
    <span className={styles.spinner} aria-hidden="true" />
    <span className="sr-only">{label}</span>
  </span>
)
