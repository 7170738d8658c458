import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { useSending } from './form/PlainForm.tsx'
import { Read } from './Read.tsx'
import { useJustCome } from './use-just-come.ts'
import styles from './Button.module.css'

interface Look {
  kind?: 'primary' | 'secondary' | 'danger'
  /** As wide as its column. */
  wide?: boolean
  children: ReactNode
}

/**
 * A button of the plain kit; one that submits rests while its form is being sent. One that `waits` takes no press for a moment after it has
 * come by one: it may stand where the button of the step before stood, and does what nobody should do unread.
 */
export const Button = ({
  kind = 'primary',
  wide = false,
  children,
  type = 'button',
  disabled = false,
  waits = false,
  onClick,
}: Look & { type?: 'button' | 'submit'; disabled?: boolean; waits?: boolean; onClick?: () => void }) => {
  const busy = useSending()
  const justCome = useJustCome(waits)
  return (
    <button
      className={styles.button}
      data-kit="button"
      data-kind={kind}
      data-wide={wide}
      type={type}
      disabled={disabled || justCome || (type === 'submit' && busy)}
      {...(onClick === undefined ? {} : { onClick })}
    >
      <Read>{children}</Read>
    </button>
  )
}

/** A link that looks like the button it stands for. */
export const ButtonLink = ({ kind = 'primary', wide = false, children, to }: Look & { to: string }) => (
  <Link className={styles.button} data-kit="button" data-kind={kind} data-wide={wide} to={to}>
    <Read>{children}</Read>
  </Link>
)

/** A link to somewhere else, such as a paper to download, that looks like a button. */
export const ButtonAnchor = (props: ComponentProps<'a'>) => <a {...props} className={styles.button} data-kit="button" />
