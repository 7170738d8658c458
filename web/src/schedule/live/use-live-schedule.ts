import type { ScheduleNews, Viewer } from '@toguchi/domain/schedule/live-contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { watchEvents } from '../../platform/live.ts'
import { newUuid } from '../../platform/new-uuid.ts'
import { send } from '../../platform/request.ts'

export interface LiveSchedule {
  /** Who has the schedule open, oneself included (`mine`). */
  viewers: readonly Viewer[]
  /** Whether changes of others come by themselves; they are looked for every 15 seconds otherwise. */
  connected: boolean
}

interface Options {
  /** Whether this tab edits: the others are told. */
  editing: boolean
  /** Something was saved, by oneself too, or may have been: fetch again, silently. */
  onChanged: () => void
}

/** Milliseconds. What is saved together is fetched once. */
const together = 200
/** The server takes a tab for gone that says nothing for 45 seconds. */
const presenceEvery = 20_000

/** Takes part in a schedule that several people have open (issue 4, Live): hears what was saved and who is here, and says that one is. */
export const useLiveSchedule = (constructionId: number, { editing, onChanged }: Options): LiveSchedule => {
  const [viewers, setViewers] = useState<readonly Viewer[]>([])
  const [connected, setConnected] = useState(true)
  const [tab] = useState(newUuid)
  const tell = useEffectEvent(onChanged)

  useEffect(() => {
    let telling: ReturnType<typeof setTimeout> | undefined
    const tellSoon = () => {
      telling ??= setTimeout(() => {
        telling = undefined
        tell()
      }, together)
    }
    const stop = watchEvents(
      'GET /api/constructions/:construction_id/detail_schedule/live',
      { params: { construction_id: constructionId } },
      {
        onEvent: ({ name, data }) => {
          if (name === 'changed') tellSoon()
          if (name === 'viewers') setViewers(JSON.parse(data) as ScheduleNews['viewers'])
        },
        onConnected: setConnected,
        onLook: tellSoon,
      },
    )
    return () => {
      stop()
      clearTimeout(telling)
    }
  }, [constructionId])

  useEffect(() => keepSaying({ constructionId, tab, editing }, setViewers), [constructionId, tab, editing])
  useEffect(() => sayGoodBye(constructionId, tab), [constructionId, tab])
  return { viewers, connected }
}

/** Says every 20 seconds, while the page is in sight, that this tab is here; what one then hears of the others is shown. */
const keepSaying = (
  { constructionId, tab, editing }: { constructionId: number; tab: string; editing: boolean },
  onViewers: (viewers: readonly Viewer[]) => void,
): (() => void) => {
  const leaving = new AbortController()
  const say = () => {
    if (document.hidden) return
    send(
      'PUT /api/constructions/:construction_id/detail_schedule/presence',
      { params: { construction_id: constructionId }, body: { tab, editing } },
      { silent: true, errors: 'nobody', signal: leaving.signal },
    ).then(
      ({ viewers }) => onViewers(viewers),
      // It is said again soon.
      () => {},
    )
  }
  say()
  const saying = setInterval(say, presenceEvery)
  document.addEventListener('visibilitychange', say)
  return () => {
    leaving.abort()
    clearInterval(saying)
    document.removeEventListener('visibilitychange', say)
  }
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
