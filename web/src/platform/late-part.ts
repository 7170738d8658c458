import { type ComponentType, createElement, lazy, type ReactNode } from 'react'
import { painted } from './after-paint.ts'
import { t } from './i18n.ts'
import { toast } from './toast.ts'

/** Milliseconds before the second attempt where no browser says that the line is back; each one after it waits twice as long, up to the most. */
const firstPause = 2_000
const longestPause = 15_000

/** What is fetched late may find no line any more: it is fetched again, at once when the device has one, and never fails. */
export const untilFetched = async <Module>(fetchPart: () => Promise<Module>): Promise<Module> => {
  for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 2)) {
    try {
      return await fetchPart()
    } catch {
      await new Promise<void>(done => {
        const timer = setTimeout(again, pause)
        function again() {
          clearTimeout(timer)
          removeEventListener('online', again)
          done()
        }
        addEventListener('online', again)
      })
    }
  }
}

/**
 * A part that nobody needs at first sight: it is fetched once the page is on the screen, and the page goes without it until it has come. Stands
 * in a Suspense. Where the page must do without it for good, see ./optional-part.ts.
 */
export const latePart = <Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await painted()
    const Part = await untilFetched(fetchPart)
    return { default: (props: Props) => createElement(Late, null, createElement(Part, props)) }
  })

/**
 * A part that somebody asks for, a dialog mostly. Where its file does not arrive, the page stays as it is, with all that was typed into it: it
 * says so, and the part comes when the line is back. Stands in a Suspense.
 */
export const partOnDemand = <Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await fetchPart() }
    } catch {
      toast.failure(t('error.part'))
      return { default: await untilFetched(fetchPart) }
    }
  })

/** Around what comes after the first picture: no box of its own, and no part of what a phone keeps of it (platform/offline/day-snapshot.ts). */
export const Late = ({ children }: { children?: ReactNode }) => createElement('span', { 'data-late': '', style: late }, children)
const late = { display: 'contents' }
