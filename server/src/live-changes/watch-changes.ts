import type { Reached, WorkerActor } from '@toguchi/domain/access/actor'
import type { ChangeNews } from '@toguchi/domain/live-changes/contract'
import { isOpenSession } from '../accounts/accounts.ts'
import { isOpenTo } from '../clients/clients.ts'
import { RawAnswer } from '../platform/http/mount.ts'
import { tooMany } from '../platform/http/problem.ts'
import { answerWithEvents } from '../platform/live/event-stream.ts'
import { timersUntil } from '../platform/live/timers.ts'
import type { Platform } from '../platform/platform.ts'
import { listReached, readProgress } from './queries.ts'

/** Milliseconds: the statements of one transaction are one change. */
const together = 10

interface Watched {
  /** Null: all that the reader reaches. */
  constructionId: number | null
  /** The room of whose photos is told, too. */
  roomId: number | null
}

/**
 * The stream of one reader: it names each construction of theirs at which something is committed, and none (null) where something may have
 * been missed, as at its beginning unless the reader names what is found then (Last-Event-ID). It holds no connection to the database. Who
 * may hear of what is looked at anew whenever something is told, in one read for all that came together.
 */
export const watchChanges = (
  platform: Platform,
  person: Reached<WorkerActor>,
  sessionId: number,
  { constructionId, roomId }: Watched,
): RawAnswer =>
  new RawAnswer(reply => {
    const { live, pool } = platform
    const { clientId } = person
    const leave = live.admit(`${person.kind}:${person.id}`)
    if (!leave) throw tooMany('開いている画面が多すぎます。使っていない画面を閉じてください。')
    const stream = answerWithEvents(reply, live.pace)
    const named = reply.request.headers['last-event-id']
    let progress = typeof named === 'string' ? named : null
    const changed = new Set<number>()
    /** The constructions of photos: rooms' ids are of the database, the reach is told of constructions. */
    const photographed = new Set<number>()

    const say = (construction_id: number | null) =>
      stream.send({
        name: 'changed',
        ...(progress === null ? {} : { id: progress }),
        data: { construction_id } satisfies ChangeNews['changed'],
      })

    let looking: Promise<void> = Promise.resolve()
    /** One look after the other; whoever comes again finds what cannot be read now. */
    const look = (isMissed: boolean) => {
      looking = looking
        .then(async () => {
          if (stream.gone.aborted) return
          const told = [...changed]
          changed.clear()
          const toldPhotos = [...photographed]
          photographed.clear()
          const found = await pool.read(clientId, async db => ({
            // Its end may have been told while nobody heard.
            isLetIn: (await isOpenSession(db, sessionId)) && (await isOpenTo(db, person)),
            reached: new Set((await listReached(db, person, constructionId)).map(({ id }) => id)),
            progress: await readProgress(db, clientId),
          }))
          if (!found.isLetIn || found.reached.size === 0) return stream.end()
          const isOther = progress !== found.progress
          progress = found.progress
          for (const id of told) if (found.reached.has(id)) say(id)
          for (const id of toldPhotos)
            if (found.reached.has(id) && roomId !== null)
              stream.send({ name: 'photographed', data: { construction_id: id, room_id: roomId } satisfies ChangeNews['photographed'] })
          if (isMissed && isOther) say(null)
        })
        .catch(stream.end)
    }

    const timers = timersUntil(stream.gone)
    const end = live.subscribe(clientId, constructionId, news => {
      if (news.kind === 'closed') stream.end()
      if (news.kind === 'look') look(true)
      if (news.kind === 'changed') {
        changed.add(news.constructionId)
        timers.begin('changes', () => look(false), together)
      }
      if (news.kind === 'photographed' && news.roomId === roomId) {
        photographed.add(news.constructionId)
        timers.begin('changes', () => look(false), together)
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
