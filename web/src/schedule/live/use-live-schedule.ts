import type { ScheduleNews, Viewer } from '@toguchi/domain/schedule/live-contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { watchEvents } from '../../platform/live/live.ts'
import { newUuid } from '../../platform/new-uuid.ts'
import { send } from '../../platform/api/request.ts'

export interface LiveSchedule {
  /** Who has the schedule open, oneself included (`mine`). */
  viewers: readonly Viewer[]
  /** Whether changes of others come by themselves; they are looked for every 15 seconds otherwise. */
  connected: boolean
}

interface Options {
  /** Of the schedule that is shown: streams tell of what happened after it. */
  state: string
  /** Whether this tab edits: the others are told. */
  editing: boolean
  /** Something was saved, by oneself too, or may have been: fetch again, silently. False when that failed; it is asked for again. */
  onChanged: () => Promise<boolean>
}

/** Milliseconds. What is saved together is fetched once. */
const together = 200
/** What could not be fetched is tried again after so long, and each time after twice as long. */
const again = { first: 1_000, longest: 30_000 }
/** The server takes a tab for gone that says nothing for 45 seconds. */
const presenceEvery = 20_000

/** Takes part in a schedule that several people have open (issue 4, Live): hears what was saved and who is here, and says that one is. */
export const useLiveSchedule = (constructionId: number, { state, editing, onChanged }: Options): LiveSchedule => {
  const [viewers, setViewers] = useState<readonly Viewer[]>([])
  const [connected, setConnected] = useState(true)
  const [tab] = useState(newUuid)
  const announce = useEffectEvent(onChanged)
  const currentState = useEffectEvent(() => state)
  const sayHere = useEffectEvent(async (signal: AbortSignal) => {
    const { viewers: others } = await send(
      'PUT /api/constructions/:construction_id/detail_schedule/presence',
      { params: { construction_id: constructionId }, body: { tab, editing } },
      { silent: true, errors: 'nobody', signal },
    )
    setViewers(others)
  })

  useEffect(() => {
    const leaving = new AbortController()
    let telling: ReturnType<typeof setTimeout> | undefined
    let behind = false
    let wait = again.first
    const announceAfter = (milliseconds: number) => {
      telling ??= setTimeout(async () => {
        telling = undefined
        behind = !(await announce())
        if (leaving.signal.aborted) return
        if (behind) announceAfter(wait)
        wait = behind ? Math.min(2 * wait, again.longest) : again.first
      }, milliseconds)
    }
    const announceSoon = () => announceAfter(together)
    const catchUp = () => {
      if (!behind) return
      clearTimeout(telling)
      telling = undefined
      announceSoon()
    }
    addEventListener('online', catchUp)
    const stop = watchEvents(
      'GET /api/constructions/:construction_id/detail_schedule/live',
      { params: { construction_id: constructionId } },
      {
        pageEventId: currentState,
        onEvent: ({ name, data }) => {
          if (name === 'changed') announceSoon()
          if (name === 'viewers') setViewers(JSON.parse(data) as ScheduleNews['viewers'])
        },
        onConnected: setConnected,
        // Whether the server can be reached at all is found out by what says nothing when it fails.
        onLook: () => void sayHere(leaving.signal).then(announceSoon, () => {}),
      },
    )
    return () => {
      leaving.abort()
      stop()
      removeEventListener('online', catchUp)
      clearTimeout(telling)
    }
  }, [constructionId])

  // Every 20 seconds while the page is in sight, and at once when one begins or stops editing.
  useEffect(() => {
    const leaving = new AbortController()
    const say = () => {
      // Said again soon; until then nobody knows who is here.
      if (!document.hidden) sayHere(leaving.signal).catch(() => leaving.signal.aborted || setViewers([]))
    }
    say()
    const saying = setInterval(say, presenceEvery)
    document.addEventListener('visibilitychange', say)
    return () => {
      leaving.abort()
      clearInterval(saying)
      document.removeEventListener('visibilitychange', say)
    }
  }, [constructionId, tab, editing])

  useEffect(() => sayGoodBye(constructionId, tab), [constructionId, tab])
  return { viewers, connected }
}

/** Says that this tab is gone when the page is left, also by closing it. */
const sayGoodBye = (constructionId: number, tab: string): (() => void) => {
  const go = () => {
    send(
      'DELETE /api/constructions/:construction_id/detail_schedule/presence/:tab_uuid',
      { params: { construction_id: constructionId, tab_uuid: tab } },
      // The request outlives its page.
      { silent: true, errors: 'nobody', transport: (url, request) => fetch(url, { ...request, keepalive: true }) },
    ).catch(() => {})
  }
  addEventListener('pagehide', go)
  return () => {
    removeEventListener('pagehide', go)
    go()
  }
}
