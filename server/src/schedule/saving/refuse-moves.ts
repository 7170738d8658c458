import { judgeSoftReasons } from '@toguchi/domain/schedule/judge-moves'
import { type FramePlace, framePlaceKey } from '@toguchi/domain/schedule/place'
import type { Actor, WorkerActor } from '@toguchi/domain/access/actor'
import { decidesOverOrders, moveAsksForDecision, type OrderDecision } from '@toguchi/domain/rooms/order-decision'
import { firstNames } from '@toguchi/domain/rooms/room-names'
import { formatDayWithoutYear } from '@toguchi/domain/calendar/day'
import { isDraggable } from '@toguchi/domain/schedule/cell-kind'
import { channelsFor, isMessageChannel, type MessageChannel, type MoveChannel } from '@toguchi/domain/schedule/channels'
import {
  hardReasonOf,
  hardReasonTexts,
  moveReasonLabels,
  type PlacementFacts,
  type SoftFacts,
  type SoftReason,
} from '@toguchi/domain/schedule/placement'
import { canOverrideReasons } from '@toguchi/domain/schedule/policy'
import { conflict, refused } from '../../platform/http/problem.ts'
import { ordersUndecided, refuseDecision } from '../../rooms/rooms.ts'
import { placeOf } from '../places.ts'
import type { CardRow } from '../queries.ts'

/** One room of a draft, with where it stood and where it goes; null is the tray. */
export interface Move {
  card: CardRow
  from: FramePlace | null
  to: FramePlace | null
  reason: string | undefined
  /** As it was asked for; absent: the way that reaches the resident. */
  channel: MoveChannel | undefined
  /** What becomes of the room's orders; absent: nobody was asked. */
  decision: OrderDecision | undefined
}

/** Where every room stands once all moves of the save are done. */
export const placesAfter = (cards: readonly CardRow[], moves: readonly Pick<Move, 'card' | 'to'>[]): Map<number, FramePlace> => {
  const moved = new Map(moves.map(move => [move.card.id, move.to]))
  return new Map(
    cards.flatMap(card => {
      const moveTo = moved.get(card.id)
      const place = moveTo === undefined ? placeOf(card) : moveTo
      return place === null ? [] : [[card.id, place] as const]
    }),
  )
}

/** Refuses a place that nobody can be put into, and one that a resident is looking at just now (G-SCH-20, D-06). */
export const refuseHardReasons = (moves: readonly Move[], facts: PlacementFacts, reserved: ReadonlySet<string>): void => {
  for (const { card, to } of moves) {
    if (to === null) continue
    const reason = hardReasonOf(to, facts)
    if (reason !== null)
      throw refused(`${card.name}：${hardReasonTexts[reason]}`, 'place_refused', { rooms: [{ room_id: card.id, reasons: [reason] }] })
    if (reserved.has(framePlaceKey(to))) throw frameReserved(card.name)
  }
}

/** Refuses places that two rooms would share, with all who would; the unique key settles what happens at the same moment (D-06). */
export const refuseTakenPlaces = (moves: readonly Move[], after: ReadonlyMap<number, FramePlace>): void => {
  const placesByKey = Map.groupBy(after.values(), framePlaceKey)
  const clashing = moves.filter(({ to }) => to !== null && (placesByKey.get(framePlaceKey(to))?.length ?? 0) > 1)
  if (clashing.length > 0)
    throw frameTaken(`${firstNames(clashing.map(({ card }) => card.name))}：`, {
      rooms: clashing.map(({ card }) => ({ room_id: card.id })),
    })
}

/**
 * What becomes of the orders of rooms that go to a day inside their preparation, by room; 409 `orders_undecided` while nobody said of one.
 * What was said of other rooms decides nothing.
 */
export const orderDecisionsOf = (
  actor: WorkerActor,
  moves: readonly Move[],
  facts: { today: string; option_preparation_days: number },
): Map<number, OrderDecision> => {
  const asked = decidesOverOrders(actor) ? moves.filter(move => moveAsksForDecision(move.card, move, facts)) : []
  const open = asked.filter(({ decision }) => decision === undefined)
  if (open.length > 0)
    throw ordersUndecided(
      `${firstNames(open.map(({ card }) => card.name))}：`,
      open.map(({ card }) => card.id),
    )
  return new Map(
    asked.flatMap(({ card, decision }) => {
      if (decision === undefined) return []
      refuseDecision(actor, 'move', decision)
      return [[card.id, decision] as const]
    }),
  )
}

/** 409: somebody was faster (D-06). */
export const frameTaken = (whose = '', details?: Record<string, unknown>) =>
  conflict(`${whose}選択した日時は空きがなくなりました。`, 'frame_taken', details)

export const frameReserved = (room: string) =>
  conflict(
    `${room}：居住者が選択中か、早い枠として案内中の枠です。数分後にもう一度お試しいただくか、部屋の画面で案内を終了してください。`,
    'frame_held',
  )

/**
 * Soft reasons, judged on the state after all moves: the office decides over them in writing, and others leave the room where it is.
 * Returns the reasons against each move that has any.
 */
export const refuseSoftReasons = (
  actor: Actor,
  moves: readonly Move[],
  cards: readonly CardRow[],
  after: ReadonlyMap<number, FramePlace>,
  facts: SoftFacts,
): Map<number, SoftReason[]> => {
  const reasonsOf = new Map(
    judgeSoftReasons(
      moves.map(({ card, from, to }) => ({ room: card, from, to })),
      cards,
      after,
      facts,
    ).map(({ room, reasons }) => [room.id, reasons]),
  )
  const judged = moves.map(move => ({ ...move, reasons: reasonsOf.get(move.card.id) ?? [] })).filter(({ reasons }) => reasons.length > 0)
  const open = canOverrideReasons(actor) ? judged.filter(move => move.reason === undefined) : judged
  if (open.length > 0) {
    const rooms = open.map(({ card, reasons }) => ({ room_id: card.id, reasons }))
    throw canOverrideReasons(actor)
      ? refused(`${sentenceOf(open)}理由を入力してください。`, 'reason_required', { rooms })
      : refused(`${sentenceOf(open)}移動は事務所に依頼してください。`, 'reason_not_allowed', { rooms })
  }
  return new Map(judged.map(({ card, reasons }) => [card.id, reasons]))
}

/** 1203、1204：締切後確定済み。1305：職人不在・系統不一致。 */
const sentenceOf = (open: readonly { card: CardRow; reasons: readonly SoftReason[] }[]): string =>
  [...Map.groupBy(open, ({ reasons }) => reasons.map(reason => moveReasonLabels[reason]).join('・'))]
    .map(([reasons, moves]) => `${moves.map(({ card }) => card.name).join('、')}：${reasons}。`)
    .join('')

/** A new day off on which rooms still wait is refused: nothing is kept there in silence. What is done may stay, and past days are past. */
export const refuseOccupiedDaysOff = (
  added: readonly string[],
  today: string,
  cards: readonly CardRow[],
  after: ReadonlyMap<number, FramePlace>,
): void => {
  const waiting = cards.flatMap(card => {
    const date = after.get(card.id)?.date
    return date !== undefined && date >= today && added.includes(date) && isDraggable(card) ? [{ card, date }] : []
  })
  if (waiting.length === 0) return
  const sentences = [...Map.groupBy(waiting, ({ date }) => date)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([date, rooms]) =>
        `${formatDayWithoutYear(date)}を休工日にするには、次の部屋を移してください：${firstNames(rooms.map(({ card }) => card.name))}`,
    )
  throw refused(sentences.join('\n'), 'day_off_occupied', {
    rooms: waiting.map(({ card, date }) => ({ room_id: card.id, date })),
  })
}

const unreachableTexts: Readonly<Record<MessageChannel, string>> = {
  mail: 'メールアドレスが登録されていません。',
  line: 'LINEが連携されていません。',
  sms: '携帯電話番号が登録されていません。',
}

/** Whoever asks for a mail or a short message wants it to arrive. */
export const refuseUnreachable = (moves: readonly Move[]): void => {
  for (const { card, channel } of moves)
    if (isMessageChannel(channel) && !channelsFor(card).includes(channel))
      throw refused(`${card.name}：${unreachableTexts[channel]}`, 'channel_unreachable', { rooms: [{ room_id: card.id }] })
}
