import { formatDayShort } from '@toguchi/domain/calendar/day'
import { moveReasonLabels, type SoftReason } from '@toguchi/domain/schedule/placement'
import type { Draft } from '../../draft/draft.ts'
import type { Verdict } from '../../draft/moves.ts'
import { MoveList } from './MoveList.tsx'
import styles from './MoveList.module.css'

/** More than these are a sum first. */
const listed = 6

/** What would move: a few rooms one by one, many (縦系統) as a sum, with each of them behind it. */
export const MoveSum = ({ draft, verdict }: { draft: Draft; verdict: Verdict }) => {
  const { moves, soft } = verdict
  const list = <MoveList draft={draft} moves={moves} soft={new Map(soft.map(({ room, reasons }) => [room.id, reasons]))} />
  if (moves.length <= listed) return list
  const notes = notesOf(draft, verdict)
  return (
    <div data-testid="move-sum">
      <p>
        <strong>{moves.length}戸が移動します</strong>（{spanText(draft, verdict)}）
      </p>
      {notes.length === 0 ? null : <p>{notes.join('・')}</p>}
      <details className={styles.each}>
        <summary>部屋ごとの移動先</summary>
        {list}
      </details>
    </div>
  )
}

/** 12/3（木）〜12/8（火）, of the days that rooms leave and come to. */
const spanText = ({ plan }: Draft, { moves }: Verdict): string => {
  const days = moves
    .flatMap(({ roomId, to }) => [plan.places.get(roomId)?.date, to?.date])
    .filter(day => day !== undefined)
    .toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return '未割当'
  return first === last ? formatDayShort(first) : `${formatDayShort(first)}〜${formatDayShort(last)}`
}

/** What its list marks room by room, counted: it must not be hidden by folding. */
const notesOf = ({ rooms }: Draft, { moves, soft }: Verdict): string[] => {
  const moved = moves.flatMap(({ roomId, to }) => {
    const room = rooms.get(roomId)
    return room === undefined ? [] : [{ room, to }]
  })
  const count = (label: string, matching: number) => (matching === 0 ? [] : [`${label} ${matching}戸`])
  const reasons = new Map<SoftReason, number>()
  for (const reason of soft.flatMap(each => each.reasons)) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  return [
    ...count('同意済み', moved.filter(({ room }) => room.construction_schedule_confirmed_at !== null).length),
    ...count('日程固定', moved.filter(({ room }) => room.wish?.pinned === true).length),
    ...count('都合の悪い日', moved.filter(({ room, to }) => to !== null && room.wish?.unavailable_dates.includes(to.date) === true).length),
    ...[...reasons].flatMap(([reason, matching]) => count(moveReasonLabels[reason], matching)),
  ]
}
