import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './Button.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** Pixels; 800 is the widest (specification section 9). */
  width?: number
  /** As large as the screen and dark, for pictures and papers that are looked at. */
  stage?: boolean
  children: ReactNode
  testId?: string
}

export const widestModal = 800

/** A task beside the page. Keeps the focus, closes by Escape; not by a click outside, which would lose what was typed. */
export const Modal = ({ opened, ...frame }: Props) => (opened ? createPortal(<Frame {...frame} />, document.body) : null)

const focusable = 'input:not([type=hidden]), select, textarea, button, a[href], [tabindex="0"]'

// Not a <dialog>: its top layer would lie above the dropdowns and the toasts, which belong to the page.
const Frame = ({ onClose, title, width = 560, stage = false, children, testId }: Omit<Props, 'opened'>) => {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const before = document.activeElement
    const release = holdBackground(element)
    const first =
      element.querySelector<HTMLElement>('[data-autofocus]') ??
      element.querySelector<HTMLElement>(`.k-modal-body :is(${focusable})`) ??
      element
    first.focus()
    return () => {
      release()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    event.stopPropagation()
    onClose()
  }

  return (
    <div className="k-modal-ground" data-stage={stage} ref={frame} tabIndex={-1} onKeyDown={closeByEscape}>
      <div
        className="k-modal"
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        style={stage ? {} : { maxWidth: Math.min(width, widestModal) }}
        {...(testId === undefined ? {} : { 'data-testid': testId })}
      >
        <div className="k-modal-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label="閉じる" onClick={onClose} />
        </div>
        <div className="k-modal-body">{children}</div>
      </div>
    </div>
  )
}

/** Everything behind the newest modal is out of reach for keyboard, pointer and screen reader; modals may stand on one another. */
const holdBackground = (element: HTMLElement): (() => void) => {
  const behind = [...document.querySelectorAll<HTMLElement>('[data-layout], .k-modal-ground')].filter(
    each => each !== element && !each.inert,
  )
  for (const each of behind) each.inert = true
  document.documentElement.classList.add('k-held')
  return () => {
    for (const each of behind) each.inert = false
    if (document.querySelectorAll('.k-modal-ground').length <= 1) document.documentElement.classList.remove('k-held')
  }
}

/** The buttons of a modal; the way out first. */
export const ModalFoot = ({ children }: { children: ReactNode }) => (
  <div className="k-modal-foot" data-keep-clear>
    {children}
  </div>
)
