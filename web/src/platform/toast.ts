import { createStore } from './store.ts'

export interface Toast {
  id: number
  kind: 'success' | 'failure' | 'info'
  title: string
  /** One line each. */
  lines: readonly string[]
  /** An offered way back, such as 元に戻す. */
  action?: { label: string; run: () => void }
}

/** Milliseconds a toast stays (G-ERR-03). */
export const toastDuration = { success: 5_000, info: 5_000, failure: 10_000 } as const

export const toasts = createStore<readonly Toast[]>([])

let latest = 0

const show = (kind: Toast['kind'], title: string, text: string | readonly string[], action?: Toast['action']): void => {
  const lines = typeof text === 'string' ? [text] : text
  const id = ++latest
  // The same news twice (two parallel requests that fail alike) is one toast.
  const others = toasts.get().filter(toast => toast.kind !== kind || toast.lines.join('\n') !== lines.join('\n'))
  toasts.set([...others.slice(-3), { id, kind, title, lines, ...(action === undefined ? {} : { action }) }])
  setTimeout(dismissToast, toastDuration[kind], id)
}

export const dismissToast = (id: number): void => toasts.set(toasts.get().filter(toast => toast.id !== id))

/** Short news about something the person did. Titles are those of G-ERR-03; failures stay twice as long. */
export const toast = {
  success: (text: string, action?: Toast['action']): void => show('success', '成功', text, action),
  failure: (text: string | readonly string[]): void => show('failure', '失敗', text),
  info: (title: string, text: string): void => show('info', title, text),
}
