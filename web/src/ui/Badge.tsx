import type { ReactNode } from 'react'
import styles from './Badge.module.css'

export type Tone = 'neutral' | 'brand' | 'red' | 'blue' | 'green' | 'amber'

/** A word in a tone. The word carries the meaning, the tone only helps the eye. */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
)

interface StatusProps {
  tone?: Tone
  /** Tells states apart without colour: not begun, in progress, finished, needs attention. */
  mark?: 'empty' | 'half' | 'full' | 'square'
  children: ReactNode
  /** The mark alone is red: somebody is still to look at it, and nothing is wrong. */
  unseen?: boolean
  /** The state's own key, for scripts and tests. */
  value?: string
  testId?: string
}

/** A state: word, shape and tone. */
export const StatusBadge = ({ tone = 'neutral', mark = 'empty', unseen = false, children, value, testId }: StatusProps) => (
  <span
    className={styles.badge}
    data-tone={tone}
    data-unseen={unseen || undefined}
    {...(value === undefined ? {} : { 'data-value': value, 'data-status': value })}
    {...(testId === undefined ? {} : { 'data-testid': testId })}
  >
    <StateMark mark={mark} />
    {children}
  </span>
)

/** The shape of a state, without its word. */
export const StateMark = ({ mark }: { mark: NonNullable<StatusProps['mark']> }) => (
  <span className={styles.badgeMark} data-mark={mark} aria-hidden="true" />
)
