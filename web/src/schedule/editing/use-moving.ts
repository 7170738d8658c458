import type { FramePlace } from '@toguchi/domain/schedule/place'
import { formatDayShort, formatTimeFrame } from '@toguchi/domain/calendar/day'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { moveReasonLabels, type ScheduleUnit } from '@toguchi/domain/schedule/placement'
import { useState } from 'react'
import { type Draft, moveRooms } from '../draft/draft.ts'
import { judge, judgeSwap, type Landing, landingsOf, type Swap, swapAt, unitOf, type Verdict, whyNotPickUp } from '../draft/moves.ts'
import type { Allowed } from '../../ui/grid/grid-model.ts'
import type { ScheduleDraft } from './use-schedule-draft.ts'

/** A move in words: as it is about to be done (…へ移動します), and done. */
interface Telling {
  task: string
  done: string
}

/** A move that waits for somebody's reason in writing. */
export interface Undecided {
  verdict: Verdict
  telling: Telling
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

/** What stands against a move, or has to be said of it. */
export interface Objection {
  text: string
  /** It cannot be done. */
  hard: boolean
  /** Somebody is there: both can change places. */
  swap?: Swap
}

/** Rooms that move together, and a place that does not take them: others are proposed. */
export interface RefusedGroup {
  roomIds: readonly number[]
  to: FramePlace
  text: string
}

/** Taking cards, choosing several, and putting them somewhere: by pointer, by key or by a form, always the same way. */
export const useMoving = ({ draft, change, mode }: Pick<ScheduleDraft, 'draft' | 'change' | 'mode'>) => {
  /** Picked up by key or click, the one that was pointed at first. */
  const [grabbed, setGrabbed] = useState<readonly number[]>(nobody)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [unit, setUnit] = useState<ScheduleUnit>(draft.base.schedule_unit)
  const [undecided, setUndecided] = useState<Undecided | null>(null)
  const [swapping, setSwapping] = useState<Swap | null>(null)
  const [refusedGroup, setRefusedGroup] = useState<RefusedGroup | null>(null)
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

  /** What a verdict has against it; null when nothing. */
  const objectionTo = ({ refusal, soft, moves }: Verdict): Objection | null => {
    if (refusal !== null) return { text: refusal.text, hard: true }
    if (soft.length === 0) return moves.some(({ roomId }) => isPinned(roomId)) ? { text: '日程固定の部屋です。', hard: false } : null
    const words = [...new Set(soft.flatMap(({ reasons }) => reasons))].map(reason => moveReasonLabels[reason]).join('・')
    return draft.base.can_override
      ? { text: `${words}（理由を入力して移動）`, hard: false }
      : { text: `${words}：移動は事務所に依頼してください。`, hard: true }
  }
  /** Why a group cannot be put there, or what has to be said for it; null when nothing stands against it. */
  const whyNot = (roomIds: readonly number[], to: FramePlace | null): Objection | null => {
    const verdict = judged(roomIds, to)
    const swap = verdict.refusal === null ? null : swapAt(draft, roomIds, to, together(roomIds) ? unit : null)
    if (swap === null) return objectionTo(verdict)
    const against = objectionTo(judgeSwap(draft, swap))
    if (against?.hard === true) return against
    return { text: `${namesOf(swap.withIds)}と入れ替える${against === null ? '' : `：${against.text}`}`, hard: false, swap }
  }
  /** Where each card of a group would land, as what stands against it allows. */
  const landings = (roomIds: readonly number[], to: FramePlace): readonly (Landing & { allowed: Allowed })[] => {
    const against = whyNot(roomIds, to)
    const allowed = against === null ? 'true' : against.hard ? 'false' : 'ask'
    const own = new Set(roomIds)
    if (against?.swap !== undefined)
      return judgeSwap(draft, against.swap).moves.flatMap(({ roomId, to: place }) =>
        place !== null && own.has(roomId) ? [{ roomId, to: place, fits: true, allowed }] : [],
      )
    const refusal = judged(roomIds, to).refusal !== null
    return landingsOf(draft, roomIds, to, { together: together(roomIds) }).map(landing => ({
      ...landing,
      allowed: refusal ? (landing.fits ? 'true' : 'false') : allowed,
    }))
  }
  const tellingOf = (verdict: Verdict, place?: string): Telling => {
    const where = place ?? datesText(verdict)
    const names = namesOf(verdict.moves.map(({ roomId }) => roomId))
    return {
      task: `${verdict.moves.length}戸を${where}へ移動します。`,
      done: `${names}を${where === '未割当' ? '未割当に戻しました。' : `${where}に移動しました。`}`,
    }
  }
  const apply = (verdict: Verdict, { done }: Telling, reason?: string) => {
    change(moveRooms(draft, verdict, reason))
    setGrabbed(nobody)
    setUndecided(null)
    setSelected(new Set())
    announce(done)
  }
  /** Carries out what is judged right: at once, after a reason was given, or not at all. Says which. */
  const carryOut = (judgeIt: (draft: Draft) => Verdict, told?: Telling): 'done' | 'asked' | 'refused' => {
    const verdict = judgeIt(draft)
    const telling = told ?? tellingOf(verdict)
    if (verdict.refusal !== null) {
      announce(`移動できません。${verdict.refusal.text}`)
      return 'refused'
    }
    if (verdict.moves.length === 0) {
      announce('動かせる部屋がありません。')
      return 'refused'
    }
    if (verdict.soft.length === 0) {
      apply(verdict, telling)
      return 'done'
    }
    if (!draft.base.can_override) {
      announce(`移動できません。${verdict.soft.map(({ room }) => room.name).join('、')}は担当スタッフだけが移動できます。`)
      return 'refused'
    }
    setUndecided({ verdict, telling, judgeAgain: judgeIt })
    return 'asked'
  }
  const decide = (reason: string) => {
    if (undecided === null) return
    const verdict = undecided.judgeAgain(draft)
    if (verdict.refusal === null) return apply(verdict, undecided.telling, reason)
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
    objectionTo,
    whyNot,
    landings,
    carryOut,
    setUnit,
    decide,
    dismissUndecided: () => setUndecided(null),
    grab: (roomId: number) => {
      const refusal = whyNotPickUp(draft.rooms.get(roomId))
      if (refusal !== null) {
        setGrabbed(nobody)
        announce(`${nameOf(roomId)}：${refusal.text}`)
        return
      }
      const group = groupOf(roomId)
      // A promised date is the office's to move, wherever to: better said now than in every cell.
      const promised = draft.base.can_override ? [] : judge(draft, group, null).soft
      if (promised.length > 0) {
        setGrabbed(nobody)
        announce(`${promised.map(({ room }) => room.name).join('、')}：締切後確定済みです。移動は事務所に依頼してください。`)
        return
      }
      setGrabbed(group)
      announce(`${namesOf(group)}を選びました。移動先を選んでください。Escで取り消します。`)
    },
    put: (roomIds: readonly number[], to: FramePlace | null) => {
      const judgeIt = (now: Draft) => judge(now, roomIds, to, { together: together(roomIds) })
      return carryOut(judgeIt, tellingOf(judgeIt(draft), placeText(to, draft.base)))
    },
    /** Rooms for which another place is looked for. */
    refusedGroup: idle ? null : refusedGroup,
    /** Asks for other places where several rooms were let go together and the place is what refuses them. */
    proposeOthers: (roomIds: readonly number[], to: FramePlace | null) => {
      const { refusal } = judged(roomIds, to)
      const movable = roomIds.filter(id => whyNotPickUp(draft.rooms.get(id)) === null)
      if (to !== null && refusal !== null && movable.length > 1) setRefusedGroup({ roomIds: movable, to, text: refusal.text })
    },
    dismissRefused: () => setRefusedGroup(null),
    /** A swap that waits for somebody's yes. */
    swapping: idle ? null : swapping,
    offerSwap: setSwapping,
    dismissSwap: () => {
      setSwapping(null)
      setGrabbed(nobody)
      announce('入れ替えを取り消しました。')
    },
    swap: (swap: Swap) => {
      setSwapping(null)
      const names = `${namesOf(swap.roomIds)}と${namesOf(swap.withIds)}`
      return carryOut(now => judgeSwap(now, swap), { task: `${names}を入れ替えます。`, done: `${names}を入れ替えました。` })
    },
    cancelGrab: () => {
      if (grabbed.length > 0) announce(`${namesOf(grabbed)}の移動を取り消しました。`)
      setGrabbed(nobody)
    },
    release: () => setGrabbed(nobody),
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
      setGrabbed(nobody)
      announce(next.size === 0 ? '選択を解除しました。' : `${next.size}戸を選択中です。`)
    },
    reset: () => {
      setGrabbed(nobody)
      setSelected(new Set())
      setUndecided(null)
      setSwapping(null)
      setRefusedGroup(null)
      announce('')
    },
  }
}

const nobody: readonly number[] = []
const none: ReadonlySet<number> = new Set()

export type Moving = ReturnType<typeof useMoving>
