import { Read } from './Read.tsx'
import styles from './Stepper.module.css'

/** How far one has come through a few steps; `current` counts from 0. */
export const Stepper = ({ steps, current }: { steps: readonly string[]; current: number }) => (
  <ol className={styles.stepper}>
    {steps.map((step, at) => (
      <li
        key={step}
        data-state={at < current ? 'done' : at === current ? 'current' : 'next'}
        {...(at === current ? { 'aria-current': 'step' } : {})}
      >
        {at < current ? <span className="sr-only">済み </span> : null}
        <Read>{step}</Read>
      </li>
    ))}
  </ol>
)
