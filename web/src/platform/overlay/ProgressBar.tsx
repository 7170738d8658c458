import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import styles from './ProgressBar.module.css'

/** Milliseconds and pixels of specification section 9. */
export const progressBar = { duration: 5_000, throttle: 200, height: 2 } as const

type Phase = 'hidden' | 'running' | 'done'

/** Shows that a page is being fetched (G-LAY-08): nothing for 200 ms, then nearly full within 5 s, full on arrival. */
export const ProgressBar = () => {
  const pending = useNavigation().state !== 'idle'
  const [phase, setPhase] = useState<Phase>('hidden')

  useEffect(() => {
    const timer = pending
      ? setTimeout(() => setPhase('running'), progressBar.throttle)
      : setTimeout(() => setPhase(now => (now === 'running' ? 'done' : 'hidden')), 0)
    return () => clearTimeout(timer)
  }, [pending])

  useEffect(() => {
    if (phase !== 'done') return
    const timer = setTimeout(() => setPhase('hidden'), progressBar.throttle)
    return () => clearTimeout(timer)
  }, [phase])

  if (phase === 'hidden') return null
  const failed = phase === 'done' && document.querySelector('[data-testid=error-page]') !== null
  return (
    <div
      data-testid="progress-bar"
      className={styles.bar}
      data-phase={phase}
      data-failed={failed}
      style={{ height: progressBar.height, animationDuration: `${progressBar.duration}ms` }}
    />
  )
}
