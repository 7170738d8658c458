import { createStore } from '../store.ts'

interface Running {
  count: number
  /** The message of the request that began last and has one (G-LAY-07). */
  message: string | null
}

const idle: Running = { count: 0, message: null }
export const running = createStore<Running>(idle)

/** A request begins: the overlay shows while the count is above zero. */
export const begin = (message?: string): void => {
  const { count, message: runningMessage } = running.get()
  running.set({ count: count + 1, message: message ?? runningMessage })
}

export const end = (): void => {
  const { count, message } = running.get()
  running.set(count <= 1 ? idle : { count: count - 1, message })
}

/** How far the running request is, in place of its message. What comes late, when nothing runs any more, is not shown. */
export const say = (message: string): void => {
  const now = running.get()
  if (now.count > 0 && now.message !== message) running.set({ ...now, message })
}
