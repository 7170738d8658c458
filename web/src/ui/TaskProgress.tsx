import styles from './TaskProgress.module.css'

interface Props {
  /** What is counted: 「進捗」. */
  label: string
  notYet: number
  error: number
  done: number
}

/** A bar of three parts, done first (G-LAY-06); its numbers are spoken and shown on hover. */
export const TaskProgress = ({ label, notYet, error, done }: Props) => {
  const total = Math.max(1, notYet + error + done)
  const text = `${label} 完了 ${done} / 残り ${error} / 未着手 ${notYet}`
  const parts = [
    ['done', done],
    ['error', error],
    ['not-yet', notYet],
  ] as const
  return (
    <div className={styles.progress} data-testid="task-progress" role="img" aria-label={text} title={text}>
      {parts.map(([state, count]) => (
        <span key={state} data-state={state} style={{ width: `${(count / total) * 100}%` }} />
      ))}
    </div>
  )
}
