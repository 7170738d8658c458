import type { Api } from '@toguchi/domain/routes'
import { useEffect, useEffectEvent } from 'react'
import { invalidate, type ReadKey } from '../api/api.ts'
import type { OtherAccount } from '../api/request.ts'
import { painted } from '../after-paint.ts'
import { untilFetched } from '../late-part.ts'
import type { hearChanges as hearChangesNow } from './hear-changes.ts'

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
    let isOver = false
    let stop = () => {}
    const wanted = { construction_id, overAll, room_id: photos?.room_id ?? null, accounts: [undefined, ...accounts] }
    void fetchedLive().then(hearChanges => {
      if (!isOver) stop = hearChanges({ ...wanted, readAnew: () => readAnew(), readPhotosAnew: () => readPhotosAnew() })
    })
    return () => {
      isOver = true
      stop()
    }
  })
  const names = accounts.map(({ account }) => account).join(' ')
  useEffect(() => begin(), [construction_id, overAll, names, photos?.room_id])
}

/** What comes by itself is listened for once the page stands; where the line ends before the code for it has come, it is fetched later. */
const fetchedLive = async (): Promise<typeof hearChangesNow> => {
  await painted()
  return untilFetched(async () => (await import('./hear-changes.ts')).hearChanges)
}
