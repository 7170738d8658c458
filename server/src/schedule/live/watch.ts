import type { ReachedActor } from '@toguchi/domain/access/actor'
import type { ScheduleNews, Viewer } from '@toguchi/domain/schedule/live-contract'
import { isOpenSession } from '../../accounts/accounts.ts'
import { isOpenTo } from '../../clients/clients.ts'
import { toInstant } from '../../platform/clock.ts'
import { answerWithEvents } from '../../platform/live/event-stream.ts'
import { timersUntil } from '../../platform/live/timers.ts'
import { RawAnswer } from '../../platform/http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import { tooMany } from '../../platform/http/problem.ts'
import { hereFor, listViewers, readState, type ViewerRow } from './queries.ts'

/** What a reader is shown of somebody who is here. */
export const viewerOf = ({ name, kind, editing, mine }: ViewerRow): Viewer => ({ name, kind, editing, mine })

/** Milliseconds: the statements of one transaction are one change; people who come and go at once are one piece of news. */
const together = { changes: 10, viewers: 50 }

/**
 * The stream of one reader (issue 4, Live). It begins after the transaction that let the reader in is over, and holds no connection to the
 * database. It says `changed` whenever something is committed, and at its beginning unless the reader names the very state that is found
 * then (Last-Event-ID). It ends with the reader's session, and with the contract. Listening begins before looking, so what was being committed meanwhile is heard of by itself.
 */
export const watchSchedule = (platform: Platform, person: ReachedActor, sessionId: number, constructionId: number): RawAnswer =>
  new RawAnswer(reply => {
    const { live, pool } = platform
    const { clientId } = person
    const leave = live.admit(`${person.kind}:${person.id}`)
    if (!leave) throw tooMany('開いている画面が多すぎます。使っていない画面を閉じてください。')
    const stream = answerWithEvents(reply, live.pace)
    const named = reply.request.headers['last-event-id']
    let lastState = typeof named === 'string' ? named : null
    let lastViewers: string | null = null

    const changed = (id: string) => {
      lastState = id
      stream.send({ name: 'changed', id, data: { at: toInstant(platform.now()) } satisfies ScheduleNews['changed'] })
    }
    const show = (rows: readonly ViewerRow[], now: Date) => {
      const data = rows.map(viewerOf) satisfies ScheduleNews['viewers']
      const text = JSON.stringify(data)
      if (text !== lastViewers) stream.send({ name: 'viewers', data })
      lastViewers = text
      // Nobody tells of those who vanish.
      timers.cancel('vanishing')
      if (rows.length > 0) {
        const first = Math.min(...rows.map(({ seen_at }) => seen_at.getTime())) + hereFor
        timers.begin('vanishing', lookAtViewers, Math.max(1_000, first - now.getTime()))
      }
    }

    let looking: Promise<void> = Promise.resolve()
    /** One look after the other: what was read later is told later. Whoever comes again finds what cannot be read now. */
    const inTurn = (work: () => Promise<void>) => {
      looking = looking.then(() => (stream.gone.aborted ? undefined : work())).catch(stream.end)
    }
    const look = () =>
      inTurn(async () => {
        const now = platform.now()
        const current = await pool.read(clientId, async db => ({
          // The session of an admin or operator is no company's: its contract is looked at by itself.
          isLetIn: (await isOpenSession(db, sessionId)) && (await isOpenTo(db, person)),
          state: await readState(db, clientId, constructionId),
          viewers: await listViewers(db, person, constructionId, now),
        }))
        // Its end may have been told while nobody heard.
        if (!current.isLetIn) return stream.end()
        if (current.state !== lastState) changed(current.state)
        show(current.viewers, now)
      })
    const lookAtViewers = () =>
      inTurn(async () => {
        const now = platform.now()
        show(await pool.read(clientId, db => listViewers(db, person, constructionId, now)), now)
      })

    const timers = timersUntil(stream.gone)
    let newest = 0
    const end = live.subscribe(clientId, constructionId, news => {
      if (news.kind === 'closed') stream.end()
      if (news.kind === 'look') look()
      if (news.kind === 'presence') timers.begin('viewers', lookAtViewers, together.viewers)
      if (news.kind === 'changed') {
        newest = Math.max(newest, news.eventId)
        timers.begin('changes', () => changed(String(newest)), together.changes)
      }
    })
    const endWatchingSession = live.onSessionEnd(sessionId, stream.end)
    const close = () => {
      leave()
      end()
      endWatchingSession()
    }
    if (stream.gone.aborted) close()
    else stream.gone.addEventListener('abort', close)
    return reply
  })
