import type { ClientId, OfficeActor } from '@toguchi/domain/access/actor'
import type { Call } from '@toguchi/domain/answers/contract'
import type { CallOutcome } from '@toguchi/domain/answers/labels'
import type { Day } from '@toguchi/domain/calendar/day'
import { toDay, toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { type CallRow, completeCallBack, listCallsOfDay, listCallsOfWriter, listOpenCallBacks, listWritersOfDay } from './call-queries.ts'
import { dwellingOf } from './search-over-clients.ts'

interface Filter {
  date?: Day | undefined
  outcome?: CallOutcome | undefined
  writer?: string | undefined
}

const mostCalls = 500
const mostCallBacks = 200

/** The calls of a day with what became of them, and every promise to call back that waits, whatever day it was given on. */
export const showCalls = async (platform: Platform, db: Db, clientId: ClientId, { date, outcome, writer }: Filter) => {
  const now = platform.now()
  const day = date ?? toDay(now)
  const filter = { outcome: outcome ?? null, writer: writer || null }
  // One more than is answered says that there are more.
  const calls = await listCallsOfDay(db, clientId, day, filter, mostCalls + 1)
  const callBacks = await listOpenCallBacks(db, clientId, filter.writer, mostCallBacks + 1)
  return {
    date: day,
    calls: calls.slice(0, mostCalls).map(row => callOf(row, now)),
    has_more_calls: calls.length > mostCalls,
    call_backs: callBacks.slice(0, mostCallBacks).map(row => callOf(row, now)),
    has_more_call_backs: callBacks.length > mostCallBacks,
    writers: (await listWritersOfDay(db, clientId, day)).map(({ writer: key, written_by }) => ({ writer: key, name: written_by })),
  }
}

/** What an admin or operator wrote down today, at whichever client. */
export const showOwnCalls = async (platform: Platform, db: Db, actor: { kind: 'admin' | 'operator'; id: number }) => {
  const date = toDay(platform.now())
  const rows = await listCallsOfWriter(db, actor, date)
  return { date, calls: rows.map(row => ({ ...dwellingOf(row), ...factsOf(row) })) }
}

/** The promise was kept. 422 `called_back` when somebody kept it already. */
export const completeCall = async (platform: Platform, db: Db, actor: OfficeActor, id: number): Promise<void> => {
  const call = await completeCallBack(db, actor.clientId, id, platform.now())
  if (!call) throw notFound()
  if (!call.is_new) throw refused('この折り返しはすでに完了しています。', 'called_back')
  await recordEvent(db, {
    kind: 'answers.called_back',
    actor,
    clientId: actor.clientId,
    constructionId: call.construction_id,
    roomId: call.room_id,
    channel: 'tel',
    change: { room_answer_id: id },
  })
}

const callOf = (row: CallRow, now: Date): Call => ({
  ...row,
  ...factsOf(row),
  is_overdue: row.call_back_at !== null && row.called_back_at === null && row.call_back_at < now,
})

const factsOf = ({ id, created_at, channel, outcome, call_back_at, called_back_at }: Pick<CallRow, Facts>) => ({
  id,
  created_at: toInstant(created_at),
  channel,
  outcome,
  call_back_at: toInstant(call_back_at),
  called_back_at: toInstant(called_back_at),
})
type Facts = 'id' | 'created_at' | 'channel' | 'outcome' | 'call_back_at' | 'called_back_at'
