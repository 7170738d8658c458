import { useLayoutEffect, useRef } from 'react'
import { Read } from '../plain/Read.tsx'
import { t } from '../../platform/i18n.ts'
import { useStore } from '../../platform/use-store.ts'
import { toastOffset } from './toast-place.ts'
import { dismissToast, endNews, type Toast, toasts } from '../../platform/toast.ts'
import styles from './Toasts.module.css'

/** The notices in the corner, clear of buttons. Failures interrupt a screen reader, the rest waits for its turn. */
export const Toasts = () => {
  const visibleToasts = useStore(toasts)
  const stack = useRef<HTMLElement>(null)
  useLayoutEffect(() => (stack.current === null || visibleToasts.length === 0 ? undefined : keepClear(stack.current)), [visibleToasts])
  return (
    <section className={styles.toasts} ref={stack} aria-label={t('shell.notices')} data-print="hide">
      {visibleToasts.map(toast => (
        <Notice key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

const boxesOf = (selector: string) =>
  // Behind a dialog nothing can be pressed anyway.
  [...document.querySelectorAll<HTMLElement>(selector)]
    .filter(each => each.closest('[inert]') === null)
    .map(each => each.getBoundingClientRect())

/** Single buttons, and what a dialog says. */
const othersToSee = '[role=dialog], [data-kit=button]'

/**
 * Holds the toasts away from the buttons of forms and dialogs, which call themselves `data-keep-clear`. Looked at before every picture:
 * a foot moves by scrolling, by what is typed above it, and by a dialog that opens. Other buttons are looked at when the page has changed
 * and not while it is scrolled: a notice that leaps from gap to gap cannot be read.
 */
const keepClear = (stack: HTMLElement): (() => void) => {
  let next = 0
  let others = { of: '', boxes: boxesOf(othersToSee) }
  const place = () => {
    const { width, height } = stack.getBoundingClientRect()
    const page = `${document.querySelectorAll('[role=dialog]').length} ${document.documentElement.scrollHeight}`
    if (page !== others.of) others = { of: page, boxes: boxesOf(othersToSee) }
    const offset = toastOffset(
      { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight },
      { width, height },
      boxesOf('[data-keep-clear]'),
      others.boxes,
    )
    stack.style.bottom = `${offset}px`
    next = requestAnimationFrame(place)
  }
  place()
  // On a telephone they lie over choices whatever their place: the next touch ends the news, so that a finger never has to wait for it.
  const touched = ({ pointerType }: PointerEvent) => (pointerType === 'touch' ? endNews() : undefined)
  document.addEventListener('pointerdown', touched, { capture: true })
  return () => {
    cancelAnimationFrame(next)
    document.removeEventListener('pointerdown', touched, { capture: true })
  }
}

const Notice = ({ toast: { id, kind, title, lines, action } }: { toast: Toast }) => (
  <div className={styles.toast} data-testid="toast" data-kind={kind} role={kind === 'failure' ? 'alert' : 'status'}>
    {title === null ? null : (
      <p className={styles.title} data-testid="toast-title">
        {title}
      </p>
    )}
    <div data-testid="toast-body">
      {lines.map(line => (
        <p key={line}>
          <Read>{line}</Read>
        </p>
      ))}
    </div>
    {action === undefined ? null : (
      <button
        type="button"
        className={styles.action}
        onClick={() => {
          dismissToast(id)
          action.run()
        }}
      >
        {action.label}
      </button>
    )}
    <button type="button" className={styles.close} aria-label={t('shell.close')} onClick={() => dismissToast(id)}>
      ×
    </button>
  </div>
)
