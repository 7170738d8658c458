import { sessionSubject } from './session/credentials.ts'

/** What was typed and not sent, field by field: Android's Back and a reload throw a page away, and with it all that stands in its fields (R11). */
export type Typed = Readonly<Record<string, string>>

const prefix = 'typed '

/** Under the account and the address: in this tab alone, and nobody who signs in after finds it. */
export const typedKey = (form: string): string => prefix + JSON.stringify([sessionSubject(), location.pathname, form])

export const readTyped = (key: string): Typed => {
  const stored = sessionStorage.getItem(key)
  return stored === null ? {} : (JSON.parse(stored) as Typed)
}

export const keepTyped = (key: string, name: string, value: string): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...readTyped(key), [name]: value }))
  } catch {
    // The browser keeps no more: it stands in its field alone.
  }
}

export const dropTyped = (key: string): void => sessionStorage.removeItem(key)

/** With the session goes all that was typed in it. */
export const forgetTyped = (): void => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}
