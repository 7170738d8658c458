import type { ChangeNews } from '@toguchi/domain/live-changes/contract'
import type { Api } from '@toguchi/domain/routes'
import { useEffect, useEffectEvent } from 'react'
import { invalidate, type ReadKey } from '../api/api.ts'
import type { OtherAccount } from '../api/request.ts'
import { painted } from '../after-paint.ts'
import { untilFetched } from '../late-part.ts'
import type { watchEvents as watchEventsNow } from './live.ts'

/** Milliseconds. What is saved together is read once. */
const together = 200

interface Options {
  /** Of one construction; null: of all that the person reaches. */
  construction_id: number | null
  /** Of other accounts of the same person beside the signed-in one's (D-40). */
  accounts?: readonly OtherAccount[]
}

/** News comes at once, and a read that may lag would answer it with what was before (decision 105). */
type LiveRead = { [K in ReadKey]: Api[K] extends { mayLag: true } ? never : K }[ReadKey]

/**
 * Reads what the page shows anew when somebody else acts where it comes from (feature 16), in silence; one's own acts are heard of, too. While
 * no news comes it is read every quarter of a minute, where the device has a connection at all.
 */
export const useLiveChanges = (reads: readonly LiveRead[], { construction_id, accounts = [] }: Options): void => {
  const readAnew = useEffectEvent(() => void invalidate(reads).catch(() => {}))
  const begin = useEffectEvent(() => {
    let telling: ReturnType<typeof setTimeout> | undefined
    const tellSoon = () => {
      telling ??= setTimeout(() => {
        telling = undefined
        readAnew()
      }, together)
    }
    const stops = [undefined, ...accounts].map(as => watchAccount(construction_id, as, tellSoon))
    return () => {
      clearTimeout(telling)
      for (const stop of stops) stop()
    }
  })
  const names = accounts.map(({ account }) => account).join(' ')
  useEffect(() => begin(), [construction_id, names])
}

type WatchEvents = typeof watchEventsNow
type Watched = readonly [construction_id: number | null, as: OtherAccount | undefined, changed: () => void]

/** What comes by itself is listened for once the page stands; where the line ends before the code for it has come, it is fetched later. */
const fetchedLive = async (): Promise<WatchEvents> => {
  await painted()
  return untilFetched(async () => (await import('./live.ts')).watchEvents)
}

const watchAccount = (...[construction_id, as, changed]: Watched): (() => void) => {
  let isOver = false
  let stop = () => {}
  void fetchedLive().then(watchEvents => {
    if (!isOver) stop = watchNow(watchEvents, construction_id, as, changed)
  })
  return () => {
    isOver = true
    stop()
  }
}

/** A stream that begins says so: between the page's own read and that moment something may have been missed. */
const watchNow = (watchEvents: WatchEvents, ...[construction_id, as, changed]: Watched): (() => void) =>
  watchEvents(
    'GET /api/live',
    { query: construction_id === null ? {} : { construction_id } },
    {
      onEvent: ({ name }) => {
        if (name === ('changed' satisfies keyof ChangeNews)) changed()
      },
      onConnected: () => {},
      onLook: () => {
        if (navigator.onLine) changed()
      },
      ...(as === undefined ? {} : { as }),
    },
  )
