import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Button, IconButton } from '../Button.tsx'
import { closeByBack } from './back-closes.ts'
import styles from './Modal.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** Pixels; 800 is the widest (specification section 9). */
  width?: number
  /** As large as the screen and dark, for pictures and papers that are looked at. */
  stage?: boolean
  /** As high as a phone's screen, for what is read there rather than asked. */
  sheet?: boolean
  /** A click outside closes it too: for what is only looked at. */
  closesOutside?: boolean
  /** The browser's Back closes it, instead of leaving the page; not where Back itself is what it asks about. */
  closesByBack?: boolean
  children: ReactNode
  testId?: string
}

export const widestModal = 800

interface Task {
  /** Closes, after asking when something would be lost. */
  leave: () => void
  hold: (guard: symbol) => () => void
}
const CurrentTask = createContext<Task | null>(null)

/**
 * A task beside the page. Keeps the focus, closes by Escape and by the browser's Back; not by a click outside, which would lose what was typed. A form in it that
 * was changed is not left without being asked.
 */
export const Modal = ({ opened, ...frame }: Props) => (opened ? createPortal(<Frame {...frame} />, document.body) : null)

const focusable = 'input:not([type=hidden]), select, textarea, button, a[href], [tabindex="0"]'

// Not a <dialog>: its top layer would lie above the dropdowns and the toasts, which belong to the page.
const Frame = ({
  onClose,
  title,
  width = 560,
  stage = false,
  sheet = false,
  closesOutside = false,
  closesByBack = true,
  children,
  testId,
}: Omit<Props, 'opened'>) => {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const guards = useRef(new Set<symbol>())
  const [asking, setAsking] = useState(false)
  const [rendered] = useState(() => document.activeElement)
  const leave = () => (guards.current.size > 0 ? setAsking(true) : onClose())
  const hold = useCallback((guard: symbol) => {
    guards.current.add(guard)
    return () => void guards.current.delete(guard)
  }, [])

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    // A modal that this one takes the place of has given the focus back by now, unless what stands in this one took it already.
    const before = element.contains(document.activeElement) ? rendered : document.activeElement
    const release = holdBackground(element)
    const first =
      element.querySelector<HTMLElement>('[data-autofocus]') ??
      element.querySelector<HTMLElement>(`[data-modal-body] :is(${focusable})`) ??
      element
    // What stands in it may have said already where the work begins.
    if (!element.contains(document.activeElement)) first.focus()
    return () => {
      release()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [rendered])

  const leaveByBack = useEffectEvent(leave)
  useEffect(() => (closesByBack ? closeByBack(() => leaveByBack()) : undefined), [closesByBack])

  // With what was focused gone, a key is pressed on the page, and the newest modal is still what it means.
  const leaveFromNowhere = useEffectEvent(({ key, target, defaultPrevented, isComposing }: globalThis.KeyboardEvent) => {
    if (key === 'Escape' && target === document.body && !defaultPrevented && !isComposing && !frame.current?.inert) leave()
  })
  useEffect(() => {
    const pressed = (event: globalThis.KeyboardEvent) => leaveFromNowhere(event)
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])

  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    event.stopPropagation()
    leave()
  }

  // Marking text that ends outside is no press outside.
  const pressedOutside = useRef(false)
  const pressFromOutside = (event: MouseEvent) => {
    pressedOutside.current = event.target === event.currentTarget
  }
  const closeFromOutside = (event: MouseEvent) => {
    if (pressedOutside.current && event.target === event.currentTarget) leave()
  }

  return (
    <div
      className={styles.modalGround}
      data-modal
      data-stage={stage}
      data-sheet={sheet || undefined}
      ref={frame}
      tabIndex={-1}
      onKeyDown={closeByEscape}
      {...(closesOutside ? { onMouseDown: pressFromOutside, onClick: closeFromOutside } : {})}
    >
      <div
        className={styles.modal}
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        style={stage ? {} : { maxWidth: Math.min(width, widestModal) }}
        {...(testId === undefined ? {} : { 'data-testid': testId })}
      >
        <div className={styles.modalHead}>
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label="閉じる" onClick={leave} />
        </div>
        <div className={styles.modalBody} data-modal-body>
          <CurrentTask value={{ leave, hold }}>{children}</CurrentTask>
        </div>
      </div>
      <Modal opened={asking} onClose={() => setAsking(false)} title="保存していない変更があります" width={440}>
        変更内容が破棄されます。よろしいですか？
        <ModalFoot>
          <Button onClick={() => setAsking(false)}>入力に戻る</Button>
          <Button kind="danger" onClick={onClose}>
            保存せずに閉じる
          </Button>
        </ModalFoot>
      </Modal>
    </div>
  )
}

/** Everything behind the newest modal is out of reach for keyboard, pointer and screen reader; modals may stand on one another. */
const holdBackground = (element: HTMLElement): (() => void) => {
  const behind = [...document.querySelectorAll<HTMLElement>('[data-layout], [data-skip], [data-modal]')].filter(
    each => each !== element && !each.inert,
  )
  for (const each of behind) each.inert = true
  document.documentElement.dataset.behindModal = ''
  return () => {
    for (const each of behind) each.inert = false
    if (document.querySelectorAll('[data-modal]').length <= 1) delete document.documentElement.dataset.behindModal
  }
}

/** The buttons of a modal; the way out first. */
export const ModalFoot = ({ children }: { children: ReactNode }) => (
  <div className={styles.modalFoot} data-keep-clear>
    {children}
  </div>
)

/** Says that the modal around it holds work which closing would lose. Outside of a modal it says nothing. */
export const ModalGuard = ({ watching }: { watching: boolean }) => {
  const hold = use(CurrentTask)?.hold
  useEffect(() => (watching && hold !== undefined ? hold(Symbol('work')) : undefined), [watching, hold])
  return null
}

/** The way out of a modal's form, which asks as Escape does. Outside of a modal there is none. */
export const ModalCancel = ({ label = 'キャンセル' }: { label?: string }) => {
  const task = use(CurrentTask)
  return task === null ? null : <Button onClick={task.leave}>{label}</Button>
}
