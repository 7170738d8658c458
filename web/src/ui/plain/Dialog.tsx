import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { closeByBack } from '../dialog/back-closes.ts'
import { Read } from './Read.tsx'
import styles from './Dialog.module.css'

interface Props {
  title: string
  children: ReactNode
  /** Buttons, the way out first. */
  actions: ReactNode
  /** What was agreed to is being sent: nothing closes it meanwhile. */
  held?: boolean
  onClose: () => void
}

/** A question that must be answered before anything else; shown as long as it is rendered. Escape and the browser's Back close. */
export const Dialog = ({ title, children, actions, held = false, onClose }: Props) => {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    // An element that is taken away gives nothing back by itself, as one that is closed would.
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  const close = useEffectEvent(() => {
    if (!held) onClose()
  })
  // Before it is painted: whoever sees it and goes back closes it.
  useLayoutEffect(() => closeByBack(() => close()), [])
  return (
    <dialog className={styles.dialog} ref={dialog} aria-labelledby={id} onClose={held ? () => dialog.current?.showModal() : onClose}>
      <h2 id={id}>
        <Read>{title}</Read>
      </h2>
      <Read>{children}</Read>
      <div className={styles.dialogActions} data-keep-clear>
        {actions}
      </div>
    </dialog>
  )
}
