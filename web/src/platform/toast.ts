import { createStore } from './store.ts'

export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: number
  kind: 'success' | 'failure' | 'info'
  /** None of what went well: the sentence says it (R13). */
  title: string | null
  /** One line each. */
  lines: readonly string[]
  /** An offered way back, such as 元に戻す. */
  action?: ToastAction
  /** Of a failure: the action that failed, by which its success is known. */
  about?: string
}

/** Milliseconds a toast stays (G-ERR-03). */
export const toastDuration = { success: 5_000, info: 5_000, failure: 10_000 } as const

export const toasts = createStore<readonly Toast[]>([])

let latest = 0

const show = (
  kind: Toast['kind'],
  title: string | null,
  text: string | readonly string[],
  more: Pick<Toast, 'action' | 'about'> = {},
): void => {
  const lines = typeof text === 'string' ? [text] : text
  const id = ++latest
  // The same news twice (two parallel requests that fail alike) is one toast.
  const others = toasts.get().filter(toast => toast.kind !== kind || toast.lines.join('\n') !== lines.join('\n'))
  toasts.set([...others.slice(-3), { id, kind, title, lines, ...more }])
  setTimeout(dismissToast, toastDuration[kind], id)
}

export const dismissToast = (id: number): void => toasts.set(toasts.get().filter(toast => toast.id !== id))

/** What went well was seen by whoever goes on; failures and offered ways back stay. */
export const endNews = (): void => {
  const others = toasts.get().filter(({ kind, action }) => kind === 'failure' || action !== undefined)
  if (others.length < toasts.get().length) toasts.set(others)
}

/** Short news about something the person did. What failed says so first (G-ERR-03); failures stay twice as long. */
export const toast = {
  success: (text: string, action?: ToastAction): void => show('success', null, text, action === undefined ? {} : { action }),
  failure: (text: string | readonly string[], about?: string): void => show('failure', '失敗', text, about === undefined ? {} : { about }),
  /** What failed before has been done: its failure is no news any more. */
  done: (about: string): void => {
    const others = toasts.get().filter(toast => toast.about !== about)
    if (others.length < toasts.get().length) toasts.set(others)
  },
  info: (title: string, text: string): void => show('info', title, text),
}
