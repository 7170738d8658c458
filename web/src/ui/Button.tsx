import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './icons/Icon.tsx'
import styles from './Button.module.css'

interface Look {
  /** `primary` once per view; `danger` for what cannot be undone; `quiet` inside tables and lists. */
  kind?: 'primary' | 'default' | 'danger' | 'quiet'
  size?: 'normal' | 'small'
  icon?: IconName
  children: ReactNode
}

interface ButtonProps extends Look {
  type?: 'button' | 'submit'
  onClick?: () => void
  disabled?: boolean
  /** Why it cannot be pressed; a button with a reason stays readable and is not pressed. Where nothing hovers it is written beneath the label. */
  reason?: string | null
  /** The reason stands beside the button: beneath the label it would stand a second time. It is spoken all the same. */
  saidBeside?: boolean
  testId?: string
}

export const Button = ({
  kind = 'default',
  size = 'normal',
  icon,
  children,
  type = 'button',
  onClick,
  disabled,
  reason,
  saidBeside = false,
  testId,
}: ButtonProps) => {
  const blocked = reason !== undefined && reason !== null
  return (
    <button
      className={styles.button}
      data-kit="button"
      data-kind={kind}
      data-size={size}
      type={blocked ? 'button' : type}
      disabled={disabled}
      {...(testId === undefined ? {} : { 'data-testid': testId })}
      {...(blocked ? { 'aria-disabled': true, title: reason } : onClick === undefined ? {} : { onClick })}
    >
      {icon === undefined ? null : <Icon name={icon} size={16} />}
      {children}
      {blocked ? <span className={saidBeside ? 'sr-only' : `sr-only ${styles.why}`}>（{reason}）</span> : null}
    </button>
  )
}

/** A link that looks like a button: it goes somewhere and changes nothing. */
export const ButtonLink = ({ kind = 'default', size = 'normal', icon, children, to, testId }: Look & { to: string; testId?: string }) => (
  <Link
    className={styles.button}
    data-kit="button"
    data-kind={kind}
    data-size={size}
    to={to}
    {...(testId === undefined ? {} : { 'data-testid': testId })}
  >
    {icon === undefined ? null : <Icon name={icon} size={16} />}
    {children}
  </Link>
)

interface ButtonAnchorProps extends Omit<ComponentProps<'a'>, 'className' | 'target' | 'rel' | 'children'>, Look {
  href: string
}

/** A way out of the application that looks like a button: another site, a file; in a tab of its own. */
export const ButtonAnchor = ({ kind = 'default', size = 'normal', icon, children, ...props }: ButtonAnchorProps) => (
  <a className={styles.button} data-kit="button" data-kind={kind} data-size={size} target="_blank" rel="noreferrer" {...props}>
    {icon === undefined ? null : <Icon name={icon} size={16} />}
    {children}
  </a>
)

interface IconButtonProps {
  icon: IconName
  /** Spoken and shown as tooltip. */
  label: string
  /** `submit` sends the form around. */
  type?: 'button' | 'submit'
  onClick?: () => void
  disabled?: boolean
  /** Why it cannot be pressed now; it keeps the focus of whoever pressed it for the last time. */
  reason?: string | null
}

export const IconButton = ({ icon, label, type = 'button', onClick, disabled, reason = null }: IconButtonProps) => (
  <button
    className={styles.iconButton}
    data-kit="icon-button"
    type={type}
    aria-label={label}
    title={reason ?? label}
    disabled={disabled}
    {...(reason !== null ? { 'aria-disabled': true } : onClick === undefined ? {} : { onClick })}
  >
    <Icon name={icon} />
  </button>
)

interface IconLinkProps {
  icon: IconName
  /** Spoken and shown as tooltip. */
  label: string
  href: string
  /** Saves what is there instead of opening it. */
  download?: boolean
}

/** A file one may take along, as an icon. */
export const IconLink = ({ icon, label, href, download = false }: IconLinkProps) => (
  <a
    className={styles.iconButton}
    data-kit="icon-button"
    href={href}
    aria-label={label}
    title={label}
    {...(download ? { download: '' } : { target: '_blank', rel: 'noreferrer' })}
  >
    <Icon name={icon} />
  </a>
)
