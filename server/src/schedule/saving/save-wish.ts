import type { OfficeActor } from '@toguchi/domain/access/actor'
import { formatDayShort } from '@toguchi/domain/calendar/day'
import type { Wish } from '@toguchi/domain/schedule/contract'
import type { WishForm } from '@toguchi/domain/schedule/planning-contract'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { invalid, notFound } from '../../platform/http/problem.ts'
import { saveWishRow } from '../planning/planning-queries.ts'
import { findCard, findScheduledConstruction } from '../queries.ts'

/** Keeps what the resident of a room told us about dates, all of it anew; null when there is nothing left. */
export const saveWish = async (
  db: Db,
  actor: OfficeActor,
  constructionId: number,
  roomId: number,
  form: WishForm,
): Promise<Wish | null> => {
  const { clientId } = actor
  const construction = await findScheduledConstruction(db, actor, constructionId)
  const card = construction && (await findCard(db, clientId, construction.id, roomId))
  if (!card) throw notFound()
  const wish = {
    unavailable_dates: [...new Set(form.unavailable_dates)].toSorted(),
    preferred_dates: [...new Set(form.preferred_dates)].toSorted(),
    pinned: form.pinned,
    note: form.note,
  }
  const both = wish.preferred_dates.filter(day => wish.unavailable_dates.includes(day))
  if (both.length > 0) throw invalid({ preferred_dates: [`が都合の悪い日と重なっています（${both.map(formatDayShort).join('、')}）`] })
  const isEmpty = wish.unavailable_dates.length + wish.preferred_dates.length === 0 && !wish.pinned && wish.note === null
  const after = isEmpty ? null : wish
  await saveWishRow(db, clientId, constructionId, roomId, after)
  await recordEvent(db, {
    kind: 'room_wishes.changed',
    actor,
    clientId,
    constructionId,
    roomId,
    change: { before: datesOf(card.wish), after: datesOf(after) },
    ...(card.wish?.note || after?.note ? { personal: { before: card.wish?.note ?? null, after: after?.note ?? null } } : {}),
  })
  return after
}

const datesOf = (wish: Wish | null) =>
  wish && { unavailable_dates: wish.unavailable_dates, preferred_dates: wish.preferred_dates, pinned: wish.pinned }
