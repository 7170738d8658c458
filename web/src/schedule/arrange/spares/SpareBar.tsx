import styles from './SpareBar.module.css'

/** How much of the spare frames that are expected to be needed there is. */
export const SpareBar = ({ stock, needed, level }: { stock: number; needed: number; level: string }) => (
  <span className={styles.bar} data-level={level} aria-hidden="true">
    <i style={{ width: `${needed === 0 ? 100 : Math.min(100, (stock / needed) * 100)}%` }} />
  </span>
)
