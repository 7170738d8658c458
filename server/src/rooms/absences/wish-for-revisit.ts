import { randomBytes } from 'node:crypto'
import type { ReachedActor, ClientId } from '@toguchi/domain/access/actor'
import { formatDayWithoutYear } from '@toguchi/domain/calendar/day'
import { callByOf, mostWishes, type WishedDay } from '@toguchi/domain/rooms/absence'
import type { Db } from '../../platform/database/database.ts'
import { type NewEvent, recordEvent } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { invalid } from '../../platform/http/problem.ts'
import { sha256 } from '../../platform/secrets.ts'
import { insertSlip, insertWish, settleWish } from './absence-queries.ts'

/** 128 bits (D-34): nobody guesses one, and a QR on a small slip still holds it. */
const tokenBytes = 16

/** A token for the QR of one 不在票: only its hash is kept, so every printing makes its own (D-34). */
export const issueSlipToken = async (platform: Platform, db: Db, clientId: ClientId, roomId: number, visitOn: string): Promise<string> => {
  const token = randomBytes(tokenBytes).toString('base64url')
  await insertSlip(db, clientId, { room_id: roomId, token_hash: sha256(token), visit_on: visitOn, issued_at: platform.now() })
  return token
}

export interface Wished {
  wishes: readonly WishedDay[]
  phone?: string | null | undefined
  note?: string | null | undefined
}

/** Takes down by which days a dwelling wishes to be visited, for the office to call about; a newer wish replaces it. 422 under `wishes`. */
export const wishForRevisit = async (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  room: {
    id: number
    constructionId: number
    /** What can be wished for. */
    days: readonly string[]
    phone: string | null
  },
  { wishes, phone, note }: Wished,
  event: Pick<NewEvent, 'change' | 'personal'>,
): Promise<{ wishes: WishedDay[]; call_by: string }> => {
  const now = platform.now()
  const days = [...new Map(wishes.map(wish => [`${wish.date}/${wish.daypart}`, wish])).values()].slice(0, mostWishes)
  const impossible = days.find(({ date }) => !room.days.includes(date))
  if (impossible) throw invalid({ wishes: [`のうち${formatDayWithoutYear(impossible.date)}は、お選びいただけません`] })
  if (!phone && !room.phone) throw invalid({ phone: ['を入力してください'] })
  const call_by = callByOf(now)
  await settleWish(db, actor.clientId, room.id, now)
  await insertWish(db, actor.clientId, {
    room_id: room.id,
    dates: days.map(({ date }) => date),
    dayparts: days.map(({ daypart }) => daypart),
    phone: phone ?? null,
    note: note ?? null,
    call_by,
    wished_at: now,
  })
  await recordEvent(db, {
    kind: 'rooms.revisit_wished',
    actor,
    clientId: actor.clientId,
    constructionId: room.constructionId,
    roomId: room.id,
    residentVisible: true,
    change: { ...event.change, wishes: days, call_by },
    personal: { ...event.personal, ...(phone ? { phone } : {}), ...(note ? { note } : {}) },
  })
  return { wishes: days, call_by }
}
