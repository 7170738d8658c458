import styles from './FieldParts.module.css'

/** 必須, beside a label. */
export const RequiredMark = () => (
  <span className={styles.required} data-testid="required-mark">
    必須
  </span>
)
