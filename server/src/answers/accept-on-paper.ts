import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { conflict, notFound, Problem } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { offersSms } from '../platform/settings.ts'
import type { CarryOutOrderDecisions } from '../rooms/rooms.ts'
import { lockScheduledConstruction } from '../schedule/schedule.ts'
import { standingOf } from './present.ts'
import { type BoardRoomRow, listBoardRooms } from './queries.ts'
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
  slips: readonly Slip[],
  carryOut: CarryOutOrderDecisions,
): Promise<{ accepted: number; already_answered: number }> => {
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
  for (const { room, seen } of open)
    await underItsName(room, () => acceptOne({ platform, db, actor, constructionId, roomId: room.id }, room, seen, carryOut))
  return { accepted: open.length, already_answered: given.length - open.length }
}

/** A slip in a pile is signed by who lives there, as far as that is known. */
const acceptOne = (target: Parameters<typeof saveAnswer>[0], room: BoardRoomRow, seen: Slip['seen'], carryOut: CarryOutOrderDecisions) =>
  saveAnswer(
    target,
    {
      channel: 'paper',
      caller: room.resident_name ?? '居住者',
      verified_fact: null,
      date_answer: 'accept',
      assign: seen,
      call_back_user_id: null,
      call_back_phone: null,
    },
    undefined,
    carryOut,
  )

/** Of many slips it is said which one does not go. */
const underItsName = async (room: BoardRoomRow, write: () => Promise<unknown>): Promise<void> => {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'date_changed') throw error
    throw conflict(`${room.name}号室：${error.message}`, error.code)
  }
}
