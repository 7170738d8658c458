import type { FramePlace } from '@toguchi/domain/schedule/place'
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import type { GridHandle } from '../../ui/grid/Grid.tsx'
import { type Mark, nextCell, type Position } from '../../ui/grid/grid-model.ts'
import { toggleSpareFrame, whyNotToggle } from '../draft/draft.ts'
import type { LiveCell } from '../views/schedule-model.ts'
import type { ScheduleView } from '../views/use-schedule-view.ts'
import { type DropTarget, useCardDrag } from './dragging/use-card-drag.ts'
import { type Moving, type Objection, placeText } from './use-moving.ts'
import type { ScheduleDraft } from './use-schedule-draft.ts'

interface Settings {
  scheduleDraft: ScheduleDraft
  moving: Moving
  view: ScheduleView
  stage: RefObject<HTMLElement | null>
  grid: RefObject<GridHandle | null>
  /** A room is looked at. */
  onRoom: (roomId: number) => void
}

/** What a key, a click or a dragged card does to a cell of the sheet or to the tray, whatever is being edited. */
export const useCellActions = ({ scheduleDraft, moving, view, stage, grid, onRoom }: Settings) => {
  const { draft, mode } = scheduleDraft
  const { grabbed } = moving
  const { model, here } = view

  const placeAt = (target: Exclude<DropTarget, null>): FramePlace | null =>
    target === 'tray' ? null : model.cellAt(target.row, target.column).place
  const whyNot = (roomIds: readonly number[], target: Exclude<DropTarget, null>): Objection | null =>
    target === 'tray' || view.name !== 'building'
      ? moving.whyNot(roomIds, placeAt(target))
      : { text: '建物の表示では「日付を選んで移動」を使ってください。', hard: true }
  const goTo = (position: Position) => {
    view.setHere(position)
    grid.current?.reveal(position)
  }
  const put = (roomIds: readonly number[], target: Exclude<DropTarget, null>) => {
    const against = whyNot(roomIds, target)
    if (against?.hard === true) {
      if (target === 'tray' || view.name !== 'building') moving.proposeOthers(roomIds, placeAt(target))
      return moving.announce(`${moving.namesOf(roomIds)}：移動できません。${against.text}`)
    }
    if (against?.swap !== undefined) return moving.offerSwap(against.swap)
    if (moving.put(roomIds, placeAt(target)) === 'done') goTo(target === 'tray' ? here : target)
  }
  const cancelGrab = () => {
    const home = grabbed[0] === undefined ? null : model.positionOf(grabbed[0])
    moving.cancelGrab()
    if (home !== null) goTo(home)
  }
  const goToNextFree = () => {
    const next = nextCell(view.plain, here, cell => cell.kind === 'droppable')
    if (next === null) moving.announce('空いている枠がありません。「枠編集」で予備枠を追加できます。')
    else goTo(next)
  }

  /** Each card where it lands; the pointer's own cell too, where a row is a room and the card lands in its own. */
  const marksOf = (roomIds: readonly number[], target: Position): readonly Mark[] => {
    const place = placeAt(target)
    const landings = place === null ? [] : moving.landings(roomIds, place)
    const marks = landings.flatMap(({ roomId, to, allowed }): Mark[] => {
      const position = model.positionAt(roomId, to)
      return position === null ? [] : [{ position, allowed, label: roomIds.length > 1 ? moving.namesOf([roomId]) : '' }]
    })
    if (marks.some(({ position }) => position.row === target.row && position.column === target.column)) return marks
    const against = whyNot(roomIds, target)
    return [...marks, { position: target, allowed: against === null ? 'true' : against.hard ? 'false' : 'ask', label: '' }]
  }
  const showLandings = useEffectEvent(() => grid.current?.outline(marksOf(grabbed, here)))
  useLayoutEffect(() => {
    if (grabbed.length === 0) return
    const sheet = grid.current
    showLandings()
    return () => sheet?.outline([])
  }, [grabbed, here.row, here.column, model, grid])

  useCardDrag({
    stage,
    grid,
    enabled: mode === 'edit',
    groupOf: moving.groupOf,
    whyNot,
    marksOf,
    nameOf: (roomIds, target) => {
      const where = target === 'tray' ? '未割当に戻す' : placeText(placeAt(target), draft.base)
      return roomIds.length > 1 ? `${where}から${roomIds.length}戸` : where
    },
    onGrab: moving.release,
    onDrop: (roomIds, target) => {
      moving.release()
      if (target === null) moving.announce(`${moving.namesOf(roomIds)}の移動を取り消しました。`)
      else put(roomIds, target)
    },
  })

  const toggleFrame = (cell: LiveCell) => {
    if (cell.place === null || cell.kind !== 'assignable')
      return moving.announce(cell.room === null ? cell.text : '部屋が割り当てられているため変更できません。')
    const refusal = whyNotToggle(draft, cell.place)
    if (refusal !== null) return moving.announce(refusal)
    scheduleDraft.change(toggleSpareFrame(draft, cell.place))
    moving.announce(`${placeText(cell.place, draft.base)}：予備枠を${cell.spare ? '削除' : '追加'}しました。`)
  }
  const act = (position: Position, by: 'key' | 'pointer') => {
    const cell = model.cellAt(position.row, position.column)
    if (mode === 'view') {
      // A pointer is on the card's own link.
      if (by === 'key' && cell.room !== null) onRoom(cell.room.id)
    } else if (mode === 'frame') toggleFrame(cell)
    else if (grabbed.length > 0) {
      if (cell.room !== null && grabbed.includes(cell.room.id)) cancelGrab()
      else {
        if (by === 'pointer') goTo(position)
        put(grabbed, position)
      }
    } else if (cell.room !== null && moving.selected.size > 0 && by === 'pointer') moving.toggleSelected([cell.room.id])
    else if (cell.room !== null) {
      moving.grab(cell.room.id)
      // A press on a card moves no focus by itself, and the keys that are named now belong to its cell.
      if (by === 'pointer') goTo(position)
    }
  }
  /** Moves the active cell; with a card in hand it says what putting it there would mean. */
  const point = (position: Position) => {
    view.setHere(position)
    if (grabbed.length === 0) return
    const against = whyNot(grabbed, position)
    const cell = model.cellAt(position.row, position.column)
    const where = cell.place === null ? '' : `${placeText(cell.place, draft.base)}。`
    const outcome = against === null ? 'ここに移動できます。' : against.hard ? `移動できません。${against.text}` : against.text
    moving.announce(`${where}${outcome}${against?.swap === undefined ? '' : '（Enter）'}`)
  }
  return { act, point, put, goTo, cancelGrab, goToNextFree }
}

export type CellActions = ReturnType<typeof useCellActions>
