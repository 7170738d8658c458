import { createStore, type Store } from '../../platform/store.ts'

/** What was chosen, as it is sent. `id` is made here, so that sending it again is the same upload. */
export interface Chosen<Details> {
  id: string
  file: File
  title: string
  /** What else is said about the file. */
  details: Details
}

export interface Upload<Details> extends Chosen<Details> {
  /** `chosen` waits for the person, `queued` for its turn; `refused` can never be sent as it is. */
  state: 'chosen' | 'queued' | 'sending' | 'failed' | 'refused'
  /** How much has left this device, 0 to 1. */
  share: number
  /** Why it failed or was refused; null otherwise. */
  error: string | null
}

export interface UploadOptions {
  onProgress: (share: number) => void
  signal: AbortSignal
}

interface Settings<Details> {
  /** Sends one file; rejects with an Error whose message is shown. */
  send: (chosen: Chosen<Details>, options: UploadOptions) => Promise<unknown>
  newId: () => string
  /** What a file is called at first. */
  titleOf: (file: File) => string
  details: Details
  /** Why a file cannot be sent at all, or null. */
  refusal: (file: File) => string | null
  /** One has arrived, and is in the queue no more. */
  onArrived: (chosen: Chosen<Details>) => unknown
  /** Nothing is on its way any more: how many arrived since the last time, and how many failed. */
  onDrained?: (arrived: number, failed: number) => unknown
}

export interface UploadQueue<Details> {
  uploads: Store<readonly Upload<Details>[]>
  /** Files as they were chosen; `details` instead of those that are usual. */
  add: (files: readonly File[], details?: (file: File) => Details) => void
  /** Title and details of what has not been sent yet. */
  change: (id: string, change: Partial<Pick<Upload<Details>, 'title' | 'details'>>) => void
  /** Sends everything that was chosen, and what failed before once more. */
  start: () => void
  retry: (id: string) => void
  /** Takes one out; what is on its way is stopped. */
  cancel: (id: string) => void
}

/** Sent side by side; more only share the same line. */
const parallel = 2

/** Files on their way to the server. What fails stays, with the reason, until it is sent again or taken out. */
export const createUploadQueue = <Details>(settings: Settings<Details>): UploadQueue<Details> => {
  const uploads = createStore<readonly Upload<Details>[]>([])
  const stops = new Map<string, AbortController>()
  let arrived = 0

  const find = (id: string) => uploads.get().find(upload => upload.id === id)
  const update = (id: string, change: Partial<Upload<Details>>) =>
    uploads.set(uploads.get().map(upload => (upload.id === id ? { ...upload, ...change } : upload)))
  const drop = (id: string) => uploads.set(uploads.get().filter(upload => upload.id !== id))

  const sendOne = async (upload: Upload<Details>) => {
    const stop = new AbortController()
    stops.set(upload.id, stop)
    update(upload.id, { state: 'sending', share: 0, error: null })
    try {
      const { id, file, title, details } = upload
      await settings.send({ id, file, title, details }, { onProgress: share => update(upload.id, { share }), signal: stop.signal })
      drop(upload.id)
      arrived += 1
      await settings.onArrived(upload)
    } catch (error) {
      // Taken out meanwhile: nobody is left to be told.
      if (!stop.signal.aborted) update(upload.id, { state: 'failed', error: error instanceof Error ? error.message : String(error) })
    } finally {
      stops.delete(upload.id)
      advance()
    }
  }

  const advance = () => {
    const waiting = uploads.get().filter(({ state }) => state === 'queued')
    for (const upload of waiting) if (stops.size < parallel) void sendOne(upload)
    if (stops.size > 0 || waiting.length > 0) return
    const failed = uploads.get().filter(({ state }) => state === 'failed').length
    if (arrived + failed > 0) settings.onDrained?.(arrived, failed)
    arrived = 0
  }

  return {
    uploads,
    add: (files, detailsOf) =>
      uploads.set([
        ...uploads.get(),
        ...files.map((file): Upload<Details> => {
          const error = settings.refusal(file)
          const details = detailsOf?.(file) ?? settings.details
          return {
            id: settings.newId(),
            file,
            title: settings.titleOf(file),
            details,
            state: error === null ? 'chosen' : 'refused',
            share: 0,
            error,
          }
        }),
      ]),
    change: (id, change) => {
      if (find(id)?.state !== 'sending') update(id, change)
    },
    start: () => {
      for (const { id, state } of uploads.get()) if (state === 'chosen' || state === 'failed') update(id, { state: 'queued', error: null })
      advance()
    },
    retry: id => {
      if (find(id)?.state !== 'failed') return
      update(id, { state: 'queued', error: null })
      advance()
    },
    cancel: id => {
      const stop = stops.get(id)
      drop(id)
      stop?.abort()
    },
  }
}

/** Whether leaving would lose something: what was refused is lost anyway. */
export const holdsUnsent = <Details>(uploads: readonly Upload<Details>[]): boolean => uploads.some(({ state }) => state !== 'refused')
