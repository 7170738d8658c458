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
  /** Of one construction, over the stream of all of them, which another part of the page holds open anyway. */
  overAll?: boolean
  /** What is read anew once a room got a photo: of photos only those hear who ask for their room. */
  photos?: { room_id: number; reads: readonly LiveRead[] }
}

/** News comes at once, and a read that may lag would answer it with what was before (decision 105). */
type LiveRead = { [K in ReadKey]: Api[K] extends { mayLag: true } ? never : K }[ReadKey]

/**
 * Reads what the page shows anew when somebody else acts where it comes from (feature 16), in silence; one's own acts, also those of another
 * device, are heard of, too. While no news comes it is read every quarter of a minute, where the device has a connection at all. Parts of a page
 * that listen to the same share one stream.
 */
export const useLiveChanges = (reads: readonly LiveRead[], { construction_id, accounts = [], overAll = false, photos }: Options): void => {
  const readAnew = useEffectEvent(() => invalidate(reads).catch(() => {}))
  const readPhotosAnew = useEffectEvent(() => invalidate(photos?.reads ?? []).catch(() => {}))
  const begin = useEffectEvent(() => {
    const [tellSoon, endTelling] = inTurn(() => readAnew())
    const [tellPhotosSoon, endTellingPhotos] = inTurn(() => readPhotosAnew())
    const hear: Listener = (changed, photographed) => {
      if (photographed !== null) {
        if (photographed === photos?.room_id) tellPhotosSoon()
      } else if (construction_id === null || changed === null || changed === construction_id) tellSoon()
    }
    const stops = [undefined, ...accounts].map(as =>
      listen({ construction_id: overAll ? null : construction_id, room_id: photos?.room_id ?? null, as }, hear),
    )
    return () => {
      endTelling()
      endTellingPhotos()
      for (const stop of stops) stop()
    }
  })
  const names = accounts.map(({ account }) => account).join(' ')
  useEffect(() => begin(), [construction_id, overAll, names, photos?.room_id])
}

/** One read after the other: on a slow line news that comes faster than its answers would end every one of them. */
const inTurn = (readAnew: () => Promise<unknown>): [tellSoon: () => void, end: () => void] => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let isDue = false
  let isOver = false
  const tellSoon = () => {
    if (isOver) return
    if (isReading) isDue = true
    else timer ??= setTimeout(() => void read(), together)
  }
  const read = async () => {
    timer = undefined
    isReading = true
    await readAnew()
    isReading = false
    if (!isDue) return
    isDue = false
    tellSoon()
  }
  const end = () => {
    isOver = true
    clearTimeout(timer)
  }
  return [tellSoon, end]
}

/** Hears of the construction that was changed (null: of any), or of the room that got a photo. */
type Listener = (construction_id: number | null, photographed: number | null) => void

interface Watched {
  construction_id: number | null
  /** The room of whose photos is told, too. */
  room_id: number | null
  as: OtherAccount | undefined
}

interface Stream extends Watched {
  listeners: Set<Listener>
  /** Whether it has told something already. */
  hasTold: boolean
  stop: () => void
}

const streams = new Set<Stream>()

const listen = (watched: Watched, listener: Listener): (() => void) => {
  const stream = [...streams].find(each => tells(each, watched)) ?? opened(watched)
  stream.listeners.add(listener)
  // Whoever comes later may have missed what was told before.
  if (stream.hasTold) listener(null, null)
  return () => {
    stream.listeners.delete(listener)
    if (stream.listeners.size > 0) return
    streams.delete(stream)
    stream.stop()
  }
}

/** Whether a stream tells all that is asked for. */
const tells = (stream: Watched, { construction_id, room_id, as }: Watched): boolean =>
  stream.construction_id === construction_id && stream.as?.account === as?.account && (room_id === null || stream.room_id === room_id)

const opened = (watched: Watched): Stream => {
  const stream: Stream = { ...watched, listeners: new Set(), hasTold: false, stop: () => {} }
  streams.add(stream)
  stream.stop = watchAccount(watched, (...news) => {
    stream.hasTold = true
    for (const listener of stream.listeners) listener(...news)
  })
  return stream
}

type WatchEvents = typeof watchEventsNow

/** What comes by itself is listened for once the page stands; where the line ends before the code for it has come, it is fetched later. */
const fetchedLive = async (): Promise<WatchEvents> => {
  await painted()
  return untilFetched(async () => (await import('./live.ts')).watchEvents)
}

const watchAccount = (watched: Watched, tell: Listener): (() => void) => {
  let isOver = false
  let stop = () => {}
  void fetchedLive().then(watchEvents => {
    if (!isOver) stop = watchNow(watchEvents, watched, tell)
  })
  return () => {
    isOver = true
    stop()
  }
}

/** A stream that begins says so: between the page's own read and that moment something may have been missed. */
const watchNow = (watchEvents: WatchEvents, { construction_id, room_id, as }: Watched, tell: Listener): (() => void) =>
  watchEvents(
    'GET /api/live',
    { query: { ...(construction_id === null ? {} : { construction_id }), ...(room_id === null ? {} : { room_id }) } },
    {
      // SAFETY: what events of these names say.
      onEvent: ({ name, data }) => {
        if (name === ('changed' satisfies keyof ChangeNews)) tell((JSON.parse(data) as ChangeNews['changed']).construction_id, null)
        if (name !== ('photographed' satisfies keyof ChangeNews)) return
        const { construction_id: at, room_id: photographed } = JSON.parse(data) as ChangeNews['photographed']
        tell(at, photographed)
      },
      onConnected: () => {},
      onLook: () => {
        if (navigator.onLine) tell(null, null)
      },
      ...(as === undefined ? {} : { as }),
    },
  )
