import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { randomUUID } from 'node:crypto'
import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { RoomAnswerForm } from '@toguchi/domain/answers/contract'
import { pileUndoMinutes } from '@toguchi/domain/answers/labels'
import type { Day } from '@toguchi/domain/calendar/day'
import type { Db } from '../platform/database/database.ts'
import { recordEvents } from '../platform/events.ts'
import { conflict, notFound, Problem, refused } from '../platform/http/problem.ts'
import { recallMessages } from '../platform/messages/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { offersSms } from '../platform/settings.ts'
import { type CarryOutOrderDecisions, takeBackAnswers } from '../rooms/rooms.ts'
import { lockScheduledConstruction } from '../schedule/schedule.ts'
import { standingOf } from './present.ts'
import { type BoardRoomRow, deletePile, listBoardRooms, listPile } from './queries.ts'
import { saveAnswer } from './save-answer.ts'

interface Slip {
  id: number
  seen: { date: string; construction_time_frame_id: number }
}

/** Writes down a pile of slips that say yes to the proposed date, all or none (O14). */
export const acceptOnPaper = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  constructionId: number,
  { rooms: slips, received_on }: { rooms: readonly Slip[]; received_on?: Day | undefined },
  carryOut: CarryOutOrderDecisions,
): Promise<{ accepted: number; already_answered: number; pile_id: number | null }> => {
  // Held first, so that nobody plans or answers between the reading and the writing.
  if (!(await lockScheduledConstruction(db, actor, constructionId))) throw notFound()
  const rooms = new Map(
    (await listBoardRooms(db, actor.clientId, constructionId, offersSms(platform.settings))).map(room => [room.id, room]),
  )
  const given = [...new Map(slips.map(slip => [slip.id, slip])).values()].map(({ id, seen }) => {
    const room = rooms.get(id)
    if (!room) throw notFound()
    return { room, seen }
  })
  const open = given.filter(({ room }) => standingOf(room) === 'unanswered')
  const pile = { until: new Date(platform.now().getTime() + undoTime), recallKey: `paper_pile:${randomUUID()}` }
  let pileId: number | null = null
  for (const { room, seen } of open)
    pileId = await underItsName(
      room,
      async () =>
        (
          await saveAnswer(
            { platform, db, actor, constructionId, roomId: room.id },
            slipOf(room, seen, received_on),
            undefined,
            carryOut,
            pile,
          )
        ).id,
    )
  return { accepted: open.length, already_answered: given.length - open.length, pile_id: pileId }
}

const undoTime = pileUndoMinutes * 60_000
const tooLate = () => refused(`登録から${pileUndoMinutes}分が過ぎたため元に戻せません。`, 'too_late_to_undo')

/** Takes a pile back while its messages still wait: its dwellings have not answered, as before, and a date that was settled before stays so. */
export const takeBackPile = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  constructionId: number,
  answerId: number,
): Promise<number> => {
  if (!(await lockScheduledConstruction(db, actor, constructionId))) throw notFound()
  const { clientId } = actor
  const now = platform.now()
  const rooms = await listPile(db, clientId, constructionId, answerId)
  const [first] = rooms
  if (!first) throw notFound()
  if (now.getTime() >= first.created_at.getTime() + undoTime) throw tooLate()
  const changed = rooms.find(room => !room.is_untouched)
  if (changed) throw conflict(`${addressedRoom(changed.name)}はそのあとに変更されているため、元に戻せません。`, 'changed_since')
  if (!(await recallMessages(db, clientId, first.pile_key))) throw tooLate()
  const ids = rooms.map(({ id }) => id)
  const settled = rooms.flatMap(room => (room.was_settled ? [room.id] : []))
  await takeBackAnswers(db, clientId, { ids, settled, since: first.created_at }, now)
  await deletePile(db, clientId, first.pile_key)
  await recordEvents(
    db,
    ids.map(roomId => ({
      kind: 'answers.taken_back' as const,
      actor,
      clientId,
      constructionId,
      roomId,
      channel: 'paper' as const,
      residentVisible: true,
      change: {},
    })),
  )
  return ids.length
}

/** A slip in a pile is signed by who lives there, as far as that is known. */
const slipOf = (room: BoardRoomRow, seen: Slip['seen'], received_on: Day | undefined): RoomAnswerForm => ({
  channel: 'paper',
  caller: room.resident_name ?? '居住者',
  verified_fact: null,
  date_answer: 'accept',
  assign: seen,
  received_on,
  call_back_user_id: null,
  call_back_phone: null,
})

/** Of many slips it is said which one does not go. */
const underItsName = async <T>(room: BoardRoomRow, write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'date_changed') throw error
    throw conflict(`${addressedRoom(room.name)}：${error.message}`, error.code)
  }
}
