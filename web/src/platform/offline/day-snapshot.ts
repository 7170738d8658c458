import { endOfDay, instantOf } from '@toguchi/domain/calendar/day'
import { phoneScreen } from '../screen.ts'
import { forgetDaySnapshot, daySnapshotKey } from './carries.ts'
import { carriedAccounts, lifetime } from './carrying-account.ts'
import { shownSince } from './kept-answers.ts'

/**
 * What a craftsman's phone showed last of the own day: the markup of its first picture, as React has written it. The script inside index.html
 * shows it where the page would be empty until the application has come, and React draws the same in its place (decision 109). It is one
 * person's, of one day, of one version of the application, and goes with the answers that it was made of.
 */
export interface DaySnapshot {
  /** Path and search of the page. */
  address: string
  /** The uid of who is signed in, and the accounts whose answers are carried. */
  accounts: string
  /** Milliseconds since 1970: within that day in Tokyo, and for as long as the answers may be carried. */
  from: number
  until: number
  /** The script that began the application that drew it, the last one of the document: with any file of that its name is another one. */
  entry: string
  /** The media query of its layout. */
  screen: string
  /** The style sheets that it is drawn with, in their order. */
  styles: readonly string[]
  markup: string
}

/**
 * Keeps what stands in the frame of the page on the day that it shows, drawn with these styles; nothing where the phone is full, or where it
 * could not be shown again as it is.
 */
export const keepDaySnapshot = (frame: Element, date: string, styles: readonly string[]): void => {
  const markup = markupOf(frame)
  const entry = [...document.querySelectorAll('script[type=module]')].at(-1)?.getAttribute('src')
  const accounts = carriedAccounts()
  try {
    if (markup === null || entry === null || entry === undefined || styles.length === 0 || accounts.length === 0) throw new Error()
    const snapshot: DaySnapshot = {
      address: location.pathname + location.search,
      accounts: [localStorage.getItem('uid'), ...accounts].join(),
      from: instantOf(date, '00:00').getTime(),
      until: Math.min(endOfDay(date).getTime(), (shownSince.get() ?? Date.now()) + lifetime),
      entry,
      screen: matchMedia(phoneScreen).matches ? phoneScreen : `not all and ${phoneScreen}`,
      styles,
      markup,
    }
    localStorage.setItem(daySnapshotKey, JSON.stringify(snapshot))
  } catch {
    // The one before is not what was shown last any more.
    forgetDaySnapshot()
  }
}

/** What comes after the first picture, what lies over the page, and what is no text. */
const leftOut = '[data-late], [aria-expanded=true] + *, dialog, [role=dialog], script, style, template, iframe, object, embed'

/** The frame as the page draws it first: nothing in it runs, is announced, or says what is being done. */
const markupOf = (frame: Element): string | null => {
  // SAFETY: the clone of an element is one.
  const copy = frame.cloneNode(true) as Element
  for (const part of copy.querySelectorAll(leftOut)) part.remove()
  for (const element of [copy, ...copy.querySelectorAll('*')])
    for (const name of element.getAttributeNames()) if (isMomentary(name, element.getAttribute(name) ?? '')) element.removeAttribute(name)
  for (const opener of copy.querySelectorAll('[aria-expanded]')) opener.setAttribute('aria-expanded', 'false')
  const markup = copy.outerHTML
  const again = document.createElement('template')
  again.innerHTML = markup
  return again.innerHTML === markup ? markup : null
}

const momentary: ReadonlySet<string> = new Set(['disabled', 'autofocus', 'aria-live', 'aria-busy', 'tabindex'])
const isMomentary = (name: string, value: string): boolean =>
  momentary.has(name) ||
  (name === 'role' && (value === 'status' || value === 'alert')) ||
  name.startsWith('on') ||
  /^\s*(javascript|data):/i.test(value)
