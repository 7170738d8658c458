import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { Icon, type IconName } from '../icons/Icon.tsx'
import styles from './Disclosure.module.css'

/** What opens under a button, and closes by Escape, by a press beside it, or when the focus goes elsewhere. */
export const useDisclosure = () => {
  const [open, setOpen] = useState(false)
  const id = useId()
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (event.target instanceof Node && !whole.current?.contains(event.target)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Escape closes this and puts nothing down that the grid holds.
      event.stopPropagation()
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', escape, { capture: true })
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', escape, { capture: true })
    }
  }, [open])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return { open, id, whole, button, close, toggle: () => setOpen(!open) }
}

interface Props {
  /** Names the panel, and the button where it shows only an icon. */
  label: string
  icon?: IconName
  /** What is seen on the button; without it the icon stands alone. */
  face?: ReactNode
  title?: string
  /** Something in it is in use. */
  on?: boolean
  testId?: string
  children: (close: () => void) => ReactNode
}

/** A button of the bar and what it unfolds. */
export const Disclosure = ({ label, icon, face, title, on = false, testId, children }: Props) => {
  const { open, id, whole, button, close, toggle } = useDisclosure()
  return (
    <div className={styles.disclosure} ref={whole}>
      <DisclosureButton {...{ label, icon, face, title, on, testId, open, id, button, toggle }} />
      {open ? (
        <div className={styles.panel} id={id} role="group" aria-label={label}>
          {children(close)}
        </div>
      ) : null}
    </div>
  )
}

interface ButtonProps extends Pick<Props, 'label' | 'face'> {
  icon: IconName | undefined
  title: string | undefined
  testId: string | undefined
  on: boolean
  open: boolean
  id: string
  button: Ref<HTMLButtonElement>
  toggle: () => void
}

const DisclosureButton = ({ label, icon, face, title, on, testId, open, id, button, toggle }: ButtonProps) => (
  <button
    type="button"
    ref={button}
    className={styles.button}
    data-testid={testId}
    data-on={on || undefined}
    aria-expanded={open}
    aria-controls={id}
    aria-label={face === undefined ? label : undefined}
    title={title ?? (face === undefined ? label : undefined)}
    onClick={toggle}
  >
    {icon === undefined ? null : <Icon name={icon} size={16} />}
    {face}
  </button>
)
