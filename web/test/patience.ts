import { configure } from '@testing-library/dom'
import { vi } from 'vitest'

// What a test waits for comes when it comes: the usual second is over while a machine with two cores does something else. It is a limit and
// measures nothing. Each test has longer than one of its waits.
configure({ asyncUtilTimeout: 10_000 })

const { waitFor, waitUntil } = vi
const patient = (options: number | { timeout?: number; interval?: number } = {}) => ({
  timeout: 10_000,
  ...(typeof options === 'number' ? { timeout: options } : options),
})
Object.assign(vi, {
  waitFor: (callback, options) => waitFor(callback, patient(options)),
  waitUntil: (callback, options) => waitUntil(callback, patient(options)),
} satisfies Pick<typeof vi, 'waitFor' | 'waitUntil'>)
