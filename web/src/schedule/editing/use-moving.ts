import type { FramePlace } from '@toguchi/domain/schedule/place'
import { formatDayShort, formatTimeFrame } from '@toguchi/domain/calendar/day'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { moveReasonLabels, type ScheduleUnit } from '@toguchi/domain/schedule/placement'
import { useState } from 'react'
import { type Draft, moveRooms } from '../draft/draft.ts'
import { judge, unitOf, type Verdict, whyNotPickUp } from '../draft/moves.ts'
import type { ScheduleDraft } from './use-schedule-draft.ts'

/** A move that waits for somebody's reason in writing. */
export interface Undecided {
  verdict: Verdict
  where: string
  /** What was asked for, to be judged again when the reason is there: somebody may have taken the frame meanwhile. */
  judgeAgain: (draft: Draft) => Verdict
}

/** A place as it is spoken and written: 12/3（木） 09:00–12:00 枠2. */
export const placeText = (place: FramePlace | null, schedule: DetailSchedule): string => {
  if (place === null) return '未割当'
  const { date, construction_time_frame_id, frame_number } = place
  const frame = schedule.construction_time_frames.find(({ id }) => id === construction_time_frame_id)
  const spare = frame !== undefined && frame_number > frame.frame_number ? '予備枠' : '枠'
  return `${formatDayShort(date)} ${frame === undefined ? '' : formatTimeFrame(frame.start_at, frame.end_at)} ${spare}${frame_number}`
}

/** Where several rooms go, in words. */
export const datesText = ({ moves }: Verdict): string => {
  const dates = [...new Set(moves.flatMap(({ to }) => (to === null ? [] : [to.date])))].toSorted()
  const [first] = dates
  if (first === undefined) return '未割当'
  return dates.length === 1 ? formatDayShort(first) : `${formatDayShort(first)}ほか${dates.length - 1}日`
}

/** Taking cards, choosing several, and putting them somewhere: by pointer, by key or by a form, always the same way. */
export const useMoving = ({ draft, change, mode }: Pick<ScheduleDraft, 'draft' | 'change' | 'mode'>) => {
  /** Picked up by key or click, the one that was pointed at first. */
  const [grabbed, setGrabbed] = useState<readonly number[]>([])
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [unit, setUnit] = useState<ScheduleUnit>(draft.base.schedule_unit)
  const [undecided, setUndecided] = useState<Undecided | null>(null)
  const [announcement, announce] = useState('')

  const isPinned = (roomId: number) => draft.rooms.get(roomId)?.wish?.pinned === true
  const nameOf = (roomId: number) => draft.rooms.get(roomId)?.name ?? ''
  const namesOf = (roomIds: readonly number[]) =>
    roomIds.length === 1 ? nameOf(roomIds[0] ?? 0) : `${nameOf(roomIds[0] ?? 0)}ほか${roomIds.length - 1}戸`
  /** What moves when this room does: the selected ones, or its stack or floor. */
  const groupOf = (roomId: number): number[] =>
    selected.has(roomId) ? [roomId, ...[...selected].filter(id => id !== roomId)] : unitOf(draft, roomId, unit)
  const together = (roomIds: readonly number[]) => unit !== 'room' && !selected.has(roomIds[0] ?? 0)
  const judged = (roomIds: readonly number[], to: FramePlace | null): Verdict => judge(draft, roomIds, to, { together: together(roomIds) })

  /** Why a group cannot be put there, or what has to be said for it; null when nothing stands against it. */
  const whyNot = (roomIds: readonly number[], to: FramePlace | null): { text: string; hard: boolean } | null => {
    const { refusal, soft } = judged(roomIds, to)
    if (refusal !== null) return { text: refusal.text, hard: true }
    if (soft.length === 0) return roomIds.some(isPinned) ? { text: '日程固定の部屋です。', hard: false } : null
    const words = [...new Set(soft.flatMap(({ reasons }) => reasons))].map(reason => moveReasonLabels[reason]).join('・')
    return draft.base.can_override
      ? { text: `${words}（理由を入力して移動）`, hard: false }
      : { text: `${words}：移動は事務所に依頼してください。`, hard: true }
  }
  const apply = (verdict: Verdict, where: string, reason?: string) => {
    change(moveRooms(draft, verdict, reason))
    setGrabbed([])
    setUndecided(null)
    setSelected(new Set())
    announce(
      `${namesOf(verdict.moves.map(({ roomId }) => roomId))}を${where === '未割当' ? '未割当に戻しました。' : `${where}に移動しました。`}`,
    )
  }
  /** Carries out what is judged right: at once, after a reason was given, or not at all. Says which. */
  const carryOut = (judgeIt: (draft: Draft) => Verdict, place?: string): 'done' | 'asked' | 'refused' => {
    const verdict = judgeIt(draft)
    const where = place ?? datesText(verdict)
    if (verdict.refusal !== null) {
      announce(`移動できません。${verdict.refusal.text}`)
      return 'refused'
    }
    if (verdict.moves.length === 0) {
      announce('動かせる部屋がありません。')
      return 'refused'
    }
    if (verdict.soft.length === 0) {
      apply(verdict, where)
      return 'done'
    }
    if (!draft.base.can_override) {
      announce(`移動できません。${verdict.soft.map(({ room }) => room.name).join('、')}は担当スタッフだけが移動できます。`)
      return 'refused'
    }
    setUndecided({ verdict, where, judgeAgain: judgeIt })
    return 'asked'
  }
  const decide = (reason: string) => {
    if (undecided === null) return
    const verdict = undecided.judgeAgain(draft)
    if (verdict.refusal === null) return apply(verdict, undecided.where, reason)
    setUndecided(null)
    announce(`移動できません。${verdict.refusal.text}`)
  }

  const idle = mode === 'view'
  return {
    grabbed: idle ? nobody : grabbed,
    selected: idle ? none : selected,
    unit,
    announcement: idle ? '' : announcement,
    undecided,
    announce,
    groupOf,
    namesOf,
    whyNot,
    carryOut,
    setUnit,
    decide,
    dismissUndecided: () => setUndecided(null),
    grab: (roomId: number) => {
      const refusal = whyNotPickUp(draft.rooms.get(roomId))
      if (refusal !== null) {
        setGrabbed([])
        announce(`${nameOf(roomId)}：${refusal.text}`)
        return
      }
      const group = groupOf(roomId)
      // A promised date is the office's to move, wherever to: better said now than in every cell.
      const promised = draft.base.can_override ? [] : judge(draft, group, null).soft
      if (promised.length > 0) {
        setGrabbed([])
        announce(`${promised.map(({ room }) => room.name).join('、')}：締切後確定済みです。移動は事務所に依頼してください。`)
        return
      }
      setGrabbed(group)
      announce(`${namesOf(group)}を選びました。移動先を選んでください。Escで取り消します。`)
    },
    put: (roomIds: readonly number[], to: FramePlace | null) =>
      carryOut(now => judge(now, roomIds, to, { together: together(roomIds) }), placeText(to, draft.base)),
    cancelGrab: () => {
      if (grabbed.length > 0) announce(`${namesOf(grabbed)}の移動を取り消しました。`)
      setGrabbed([])
    },
    release: () => setGrabbed([]),
    toggleSelected: (roomIds: readonly number[]) => {
      const movable = roomIds.filter(id => whyNotPickUp(draft.rooms.get(id)) === null)
      if (mode !== 'edit' || movable.length === 0) return
      const all = movable.every(id => selected.has(id))
      const next = new Set(selected)
      for (const id of movable) {
        if (all) next.delete(id)
        else next.add(id)
      }
      setSelected(next)
      setGrabbed([])
      announce(next.size === 0 ? '選択を解除しました。' : `${next.size}戸を選択中です。`)
    },
    reset: () => {
      setGrabbed([])
      setSelected(new Set())
      setUndecided(null)
      announce('')
    },
  }
}

const nobody: readonly number[] = []
const none: ReadonlySet<number> = new Set()

export type Moving = ReturnType<typeof useMoving>
