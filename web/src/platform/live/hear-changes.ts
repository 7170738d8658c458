import type { ChangeNews } from '@toguchi/domain/live-changes/contract'
import type { OtherAccount } from '../api/request.ts'
import { watchEvents } from './live.ts'

/** Milliseconds. What is saved together is read once. */
const together = 200

interface Wanted {
  construction_id: number | null
  overAll: boolean
  room_id: number | null
  accounts: readonly (OtherAccount | undefined)[]
  readAnew: () => Promise<unknown>
  readPhotosAnew: () => Promise<unknown>
}

/** Reads anew when something is told, until the returned function is called (./use-live-changes.ts). */
export const hearChanges = ({ construction_id, overAll, room_id, accounts, readAnew, readPhotosAnew }: Wanted): (() => void) => {
  const [tellSoon, endTelling] = inTurn(readAnew)
  const [tellPhotosSoon, endTellingPhotos] = inTurn(readPhotosAnew)
  const hear: Listener = (changed, photographed) => {
    if (photographed !== null) {
      if (photographed === room_id) tellPhotosSoon()
    } else if (construction_id === null || changed === null || changed === construction_id) tellSoon()
  }
  const stops = accounts.map(as => listen({ construction_id: overAll ? null : construction_id, room_id, as }, hear))
  return () => {
    endTelling()
    endTellingPhotos()
    for (const stop of stops) stop()
  }
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
  stream.stop = watch(watched, (...news) => {
    stream.hasTold = true
    for (const listener of stream.listeners) listener(...news)
  })
  return stream
}

/** A stream that begins says so: between the page's own read and that moment something may have been missed. */
const watch = ({ construction_id, room_id, as }: Watched, tell: Listener): (() => void) =>
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
