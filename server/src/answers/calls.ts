import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { Call } from '@toguchi/domain/answers/contract'
import { type CallBackFilter, type CallOutcome, callsAPage } from '@toguchi/domain/answers/labels'
import type { Day } from '@toguchi/domain/calendar/day'
import { toDay, toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import type { ListQuery } from '../platform/database/listing.ts'
import {
  type CallBackRow,
  type CallRow,
  listCallBacks,
  listCallBacksOfClients,
  listCallsOfDay,
  listCallsOfWriter,
  listWritersOfDay,
  lockCallBack,
  type OwnCallFilter,
  updateCallBack,
} from './call-queries.ts'
import { clientOf, dwellingOf } from './search-over-clients.ts'

interface Filter {
  date?: Day | undefined
  outcome?: CallOutcome | undefined
  writer?: string | undefined
  call_backs?: CallBackFilter | undefined
  page?: number | undefined
}

/** Whose the promises of whoever asks are: their own, or those of the desk. */
const ownerOf = (actor: OfficeActor): number | null => (actor.kind === 'staff' || actor.kind === 'staffAdmin' ? actor.id : null)

const mostCallBacks = 200

/** The calls of a day with what became of them, and every promise to call back that waits, whatever day it was given on. */
export const showCalls = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  { date, outcome, writer, call_backs, page = 1 }: Filter,
) => {
  const { clientId } = actor
  const now = platform.now()
  const day = date ?? toDay(now)
  const filter = { outcome: outcome ?? null, writer: writer || null }
  // One more than is answered says that there are more.
  const calls = await listCallsOfDay(db, clientId, day, filter, { limit: callsAPage + 1, offset: (page - 1) * callsAPage })
  const callBacks = await listCallBacks(
    db,
    clientId,
    { which: call_backs ?? 'open', own: ownerOf(actor), writer: filter.writer },
    mostCallBacks + 1,
  )
  return {
    date: day,
    calls: calls.slice(0, callsAPage).map(row => callOf(row, actor, now)),
    has_more_calls: calls.length > callsAPage,
    call_backs: callBacks.slice(0, mostCallBacks).map(row => callOf(row, actor, now)),
    has_more_call_backs: callBacks.length > mostCallBacks,
    writers: (await listWritersOfDay(db, clientId, day)).map(({ writer: key, written_by }) => ({ writer: key, name: written_by })),
  }
}

/** What an admin or operator wrote down today, at whichever client. */
export const showOwnCalls = async (
  platform: Platform,
  db: Db,
  actor: { kind: 'admin' | 'operator'; id: number },
  { call: filter = {}, ...query }: ListQuery & { call?: OwnCallFilter | undefined },
) => {
  const date = toDay(platform.now())
  const { rows, ...rest } = await listCallsOfWriter(db, actor, date, filter, query)
  const waiting = await listCallBacksOfClients(db, platform.now())
  return {
    date,
    calls: rows.map(row => ({ ...dwellingOf(row), ...factsOf(row) })),
    call_backs: waiting.map(row => ({ client: clientOf(row), open: row.open_count, overdue: row.overdue_count })),
    ...rest,
  }
}

/** The promise was kept. 422 `called_back` when somebody kept it already. */
export const completeCall = async (platform: Platform, db: Db, actor: OfficeActor, id: number, result: string | null): Promise<void> => {
  const callBack = await lockOpenCallBack(db, actor, id)
  await updateCallBack(db, actor.clientId, id, { called_back_at: platform.now(), call_back_result: result })
  await recordCallBack(db, actor, callBack, 'answers.called_back', { room_answer_id: id, result: result !== null })
}

/** Whoever asks keeps the promise from now on; once more changes nothing. */
export const takeOverCall = async (db: Db, actor: OfficeActor, id: number): Promise<void> => {
  const callBack = await lockOpenCallBack(db, actor, id)
  const after = ownerOf(actor)
  if (callBack.call_back_user_id === after) return
  await updateCallBack(db, actor.clientId, id, { call_back_user_id: after })
  await recordCallBack(db, actor, callBack, 'answers.call_back_taken', { room_answer_id: id, call_back_user_id: after })
}

const lockOpenCallBack = async (db: Db, actor: OfficeActor, id: number): Promise<CallBackRow> => {
  const callBack = await lockCallBack(db, actor.clientId, id)
  if (!callBack) throw notFound()
  if (callBack.called_back_at !== null) throw refused('この折り返しはすでに完了しています。', 'called_back')
  return callBack
}

const recordCallBack = (
  db: Db,
  actor: OfficeActor,
  { construction_id, room_id }: CallBackRow,
  kind: 'answers.called_back' | 'answers.call_back_taken',
  change: Record<string, unknown>,
) => recordEvent(db, { kind, actor, clientId: actor.clientId, constructionId: construction_id, roomId: room_id, channel: 'tel', change })

const callOf = ({ call_back_user_id, ...row }: CallRow, actor: OfficeActor, now: Date): Call => ({
  ...row,
  is_own: row.call_back_at !== null && call_back_user_id === ownerOf(actor),
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
