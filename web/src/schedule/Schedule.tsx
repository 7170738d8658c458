import { isDraggable, type ScheduleMode } from '@toguchi/domain/schedule/cell-kind'
import type { FramePlace } from '@toguchi/domain/schedule/construction-order'
import type { DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { type MouseEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../site/paths.ts'
import { Button } from '../ui/Button.tsx'
import { LeaveGuard } from '../ui/LeaveGuard.tsx'
import { toggleSpareFrame, whyNotToggle } from './draft/draft.ts'
import { EditTools } from './editing/EditTools.tsx'
import { ColumnHead, RowHead, toneText } from './views/GridHeads.tsx'
import { nextCell, type Position } from './grid/grid-model.ts'
import { Legend } from './views/Legend.tsx'
import { useLiveSchedule } from './live/use-live-schedule.ts'
import { Viewers } from './live/Viewers.tsx'
import { LostMoves } from './editing/LostMoves.tsx'
import { type GridHandle, ScheduleGrid } from './grid/ScheduleGrid.tsx'
import { type OpenDialog, ScheduleDialogs } from './editing/ScheduleDialogs.tsx'
import { ScheduleHead } from './ScheduleHead.tsx'
import { refreshSchedule } from './schedule-reads.ts'
import { ScheduleTools } from './ScheduleTools.tsx'
import { SelectionBar } from './editing/SelectionBar.tsx'
import { UndoSaved } from './editing/UndoSaved.tsx'
import { UnassignedTray } from './editing/UnassignedTray.tsx'
import { type DropTarget, useCardDrag } from './grid/use-card-drag.ts'
import { useCells } from './views/use-cells.tsx'
import { placeText, useMoving } from './editing/use-moving.ts'
import { useScheduleDraft } from './editing/use-schedule-draft.ts'
import { useScheduleView } from './views/use-schedule-view.ts'
import { type Column, dayOf, type Row } from './views/views.ts'
import './schedule.css'

interface Props {
  constructionId: number
  schedule: DetailSchedule
  title: string
  note: string
}

/** The detail schedule that exists: looked at, corrected by hand as a draft, completed and printed. */
export const Schedule = ({ constructionId, schedule, title, note }: Props) => {
  const navigate = useNavigate()
  const work = useScheduleDraft(constructionId, schedule)
  const { draft, mode, changes } = work
  const moving = useMoving(work)
  const { held, chosen } = moving
  const looking = useScheduleView(work, moving)
  const { name: viewName, model, here, measures, mobile, goes } = looking
  const { content, face, isDrawn } = useCells({ constructionId, draft, mode, view: looking, holding: held.length > 0 })
  const { viewers, connected } = useLiveSchedule(constructionId, {
    state: schedule.state,
    editing: mode !== 'view',
    onChanged: () => refreshSchedule(constructionId),
  })
  const [open, setOpen] = useState<OpenDialog | null>(null)
  /** On a phone search and filters are folded away while one edits. */
  const [lookingFor, setLookingFor] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const grid = useRef<GridHandle>(null)

  const openAtToday = useEffectEvent(() => {
    grid.current?.scroller()?.scrollTo(looking.firstColumn * measures.columnWidth, 0)
  })
  useLayoutEffect(() => {
    openAtToday()
  }, [viewName])

  const placeAt = (target: Exclude<DropTarget, null>): FramePlace | null =>
    target === 'tray' ? null : model.cellAt(target.row, target.column).place
  const isPlace = (target: Exclude<DropTarget, null>) => target === 'tray' || viewName !== 'building'
  const whyNot = (roomIds: readonly number[], target: Exclude<DropTarget, null>) =>
    isPlace(target) ? moving.whyNot(roomIds, placeAt(target)) : { text: '建物の表示では「日付を選んで移動」を使ってください。', hard: true }
  const goTo = (position: Position) => {
    goes(position)
    grid.current?.reveal(position)
  }
  const put = (roomIds: readonly number[], target: Exclude<DropTarget, null>) => {
    const against = whyNot(roomIds, target)
    if (against?.hard === true) return moving.say(`${moving.namesOf(roomIds)}：移動できません。${against.text}`)
    if (moving.put(roomIds, placeAt(target)) === 'done') goTo(target === 'tray' ? here : target)
  }
  const letGo = () => {
    const home = held[0] === undefined ? null : model.positionOf(held[0])
    moving.letGo()
    if (home !== null) goTo(home)
  }
  const goToNextFree = () => {
    const next = nextCell(looking.plain, here, cell => cell.kind === 'droppable')
    if (next === null) moving.say('空いている枠がありません。「枠編集」で予備枠を追加できます。')
    else goTo(next)
  }

  useCardDrag({
    stage,
    grid,
    enabled: mode === 'edit',
    groupOf: moving.groupOf,
    whyNot,
    nameOf: (roomIds, target) => {
      const where = target === 'tray' ? '未割当に戻す' : placeText(placeAt(target), draft.base)
      return roomIds.length > 1 ? `${where}から${roomIds.length}戸` : where
    },
    onTake: moving.drop,
    onDrop: (roomIds, target) => {
      moving.drop()
      if (target === null) moving.say(`${moving.namesOf(roomIds)}の移動を取り消しました。`)
      else put(roomIds, target)
    },
  })

  const act = (position: Position, by: 'key' | 'pointer') => {
    const cell = model.cellAt(position.row, position.column)
    if (mode === 'view') {
      // A pointer is on the card's own link.
      if (by === 'key' && cell.room !== null) void navigate(paths.room(constructionId, cell.room.id))
    } else if (mode === 'frame') {
      if (cell.place === null || cell.kind !== 'assignable')
        return moving.say(cell.room === null ? cell.text : '部屋が割り当てられているため変更できません。')
      const why = whyNotToggle(draft, cell.place)
      if (why !== null) return moving.say(why)
      work.change(toggleSpareFrame(draft, cell.place))
      moving.say(`${placeText(cell.place, draft.base)}：予備枠を${cell.spare ? '削除' : '追加'}しました。`)
    } else if (held.length > 0) {
      if (cell.room !== null && held.includes(cell.room.id)) letGo()
      else put(held, position)
    } else if (cell.room !== null && chosen.size > 0 && by === 'pointer') moving.choose([cell.room.id])
    else if (cell.room !== null) moving.take(cell.room.id)
  }
  const point = (position: Position) => {
    goes(position)
    if (held.length === 0) return
    const against = whyNot(held, position)
    const cell = model.cellAt(position.row, position.column)
    const where = cell.place === null ? '' : `${placeText(cell.place, draft.base)}。`
    moving.say(`${where}${against === null ? 'ここに移動できます。' : against.hard ? `移動できません。${against.text}` : against.text}`)
  }

  const enter = (next: ScheduleMode) => {
    // The sheet of the save before would stand open again.
    setOpen(null)
    work.enter(next)
    moving.forget()
  }
  const leave = () => {
    work.cancel()
    moving.forget()
  }
  const editing = mode !== 'view'
  const wishOf = (roomId: number | undefined) => roomId !== undefined && setOpen({ kind: 'wish', roomId })
  const undo = () => {
    work.undo()
    moving.say(draft.past.length === 0 ? '元に戻す操作はありません。' : '元に戻しました。')
  }
  const redo = () => {
    work.redo()
    moving.say(draft.future.length === 0 ? 'やり直す操作はありません。' : 'やり直しました。')
  }
  const shortcuts = useEffectEvent((event: KeyboardEvent) => {
    // With the focus in the page or nowhere; what is typed into a field or a dialog is theirs.
    const { target } = event
    if (!(target instanceof HTMLElement) || (target !== document.body && page.current?.contains(target) !== true)) return
    if (event.key === 'Escape' && held.length === 0 && chosen.size > 0) return moving.choose([...chosen])
    if (!editing || !(event.ctrlKey || event.metaKey) || target.matches('input, textarea, select')) return
    const key = event.key.toLowerCase()
    if (key === 'a' && mode === 'edit') {
      event.preventDefault()
      moving.choose(
        [...draft.rooms.values()].filter(room => isDraggable(room) && looking.matches(room) && !chosen.has(room.id)).map(room => room.id),
      )
    } else if (key === 'y' || (key === 'z' && event.shiftKey)) {
      event.preventDefault()
      redo()
    } else if (key === 'z') {
      event.preventDefault()
      undo()
    }
  })
  useEffect(() => {
    if (!editing) return
    const press = (event: KeyboardEvent) => shortcuts(event)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [editing])
  /** A click on a card's link stays in the application; with a modifier it is the browser's. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-room-link]') : null
    if (link === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(link.pathname)
  }
  const showRoom = (room: RoomCard) => {
    const position = model.positionOf(room.id)
    if (position !== null && (viewName !== 'room' || draft.plan.places.get(room.id) !== null)) goTo(position)
    else
      stage.current
        ?.querySelector<HTMLElement>(`[data-tray] [data-testid="room-card-${room.id}"]`)
        ?.closest<HTMLElement>('a, button')
        ?.focus()
  }
  const roomsOf = (line: { key: string } & (Row | Column)): number[] => {
    const rooms = [...draft.rooms.values()]
    if ('col' in line) {
      // A stack is a wing's: of several, that of the cell one stands in.
      const floor = model.rows[here.row]
      const wing = floor !== undefined && 'block_position' in floor ? floor.block_position : 1
      return rooms.filter(room => room.col === line.col && room.block_position === wing).map(room => room.id)
    }
    if ('block_position' in line)
      return rooms.filter(room => room.block_position === line.block_position && room.row === line.row).map(room => room.id)
    return 'room' in line ? [line.room.id] : []
  }

  return (
    <div className="sg-page" ref={page} onClick={follow}>
      <ScheduleHead
        constructionId={constructionId}
        draft={draft}
        title={title}
        note={note}
        editing={editing}
        viewers={<Viewers viewers={viewers} connected={connected} />}
        unassigned={[...draft.plan.places.values()].filter(place => place === null).length}
      />
      <div className="sg-bar" data-editing={editing} data-looking={lookingFor}>
        <div className="sg-tools">
          {editing ? (
            <span className="sg-more">
              <Button size="small" icon="search" aria-expanded={lookingFor} onClick={() => setLookingFor(!lookingFor)}>
                検索・絞り込み
              </Button>
            </span>
          ) : null}
          <ScheduleTools draft={draft} onFound={showRoom} found={looking.found} />
          {editing || !schedule.can_edit ? null : (
            <>
              <span className="k-grow" />
              <UndoSaved batch={schedule.undoable_batch} undoing={work.undoing} onUndo={work.undoSaved} />
              <Button icon="edit" onClick={() => enter('edit')}>
                編集
              </Button>
              {viewName === 'frame' ? (
                <Button icon="grid" onClick={() => enter('frame')}>
                  枠編集
                </Button>
              ) : null}
            </>
          )}
        </div>
        {editing ? (
          <EditTools
            work={work}
            moving={moving}
            day={looking.hereDay}
            withFrames={viewName === 'frame' || mode === 'frame'}
            onMode={enter}
            onDay={day => setOpen({ kind: 'day', day })}
            onArrange={() => setOpen({ kind: 'arrange' })}
            onUndo={undo}
            onRedo={redo}
            onCancel={leave}
            onSave={() => setOpen({ kind: 'save' })}
          />
        ) : null}
      </div>
      {work.merged && open?.kind !== 'save' ? (
        <p className="sg-note" data-tone="info" role="status">
          ほかの変更が保存されたため、最新の工程表に下書きを重ねました。
          <Button size="small" kind="quiet" onClick={work.forgetMerged}>
            閉じる
          </Button>
        </p>
      ) : null}
      <LostMoves lost={work.lost} textOf={place => placeText(place, schedule)} onClose={work.forgetLost} />
      <div className="sg-said" data-editing={editing}>
        <p role="status" aria-live="polite">
          {moving.said === '' ? (mobile && mode === 'edit' ? touchHint : hints[mode]) : moving.said}
        </p>
        <SelectionBar
          count={mode === 'edit' ? chosen.size : 0}
          onMove={() => setOpen({ kind: 'move', roomIds: [...chosen] })}
          onTray={() => put([...chosen], 'tray')}
          onWish={chosen.size === 1 && draft.base.can_override ? () => wishOf([...chosen][0]) : null}
          onClear={() => moving.choose([...chosen])}
        />
        {held.length === 0 ? null : (
          <div className="sg-held" data-keep-clear>
            <Button size="small" onClick={() => setOpen({ kind: 'move', roomIds: held })}>
              日付を選んで移動
            </Button>
            {held.length === 1 && draft.base.can_override ? (
              <Button size="small" onClick={() => wishOf(held[0])}>
                希望日
              </Button>
            ) : null}
            {viewName === 'building' ? null : (
              <Button size="small" onClick={goToNextFree}>
                次の空き枠へ
              </Button>
            )}
            <Button size="small" kind="quiet" onClick={letGo}>
              移動をやめる
            </Button>
          </div>
        )}
      </div>
      <div className="sg-stage" ref={stage} data-held={held.length > 0} data-mode={mode} data-view={viewName} data-zoom={looking.zoom}>
        <UnassignedTray
          rooms={looking.tray}
          editing={mode === 'edit'}
          held={held}
          chosen={chosen}
          changed={looking.changed}
          roomTo={roomId => paths.room(constructionId, roomId)}
          onTake={roomId => {
            if (held.includes(roomId)) return letGo()
            moving.take(roomId)
            goTo(here)
          }}
          onChoose={roomId => moving.choose([roomId])}
          onPutBack={held.some(id => draft.plan.places.get(id) !== null) ? () => put(held, 'tray') : null}
        />
        {model.rows.length === 0 ? (
          <p className="sg-nothing">条件に合う部屋がありません。絞り込みを解除してください。</p>
        ) : (
          <ScheduleGrid<Row, Column>
            ref={grid}
            label="詳細工程表"
            model={model}
            measures={measures}
            active={here}
            onActive={point}
            onAct={act}
            onChoose={position => {
              const { room } = model.cellAt(position.row, position.column)
              if (room !== null) moving.choose([room.id])
            }}
            onEscape={letGo}
            isDrawn={isDrawn}
            cornerHead={corners[viewName]}
            columnHead={column => {
              const date = dayOf(column)
              const open = !editing
                ? null
                : date === null
                  ? () => moving.choose(roomsOf(column))
                  : () => setOpen({ kind: 'day', day: date })
              return <ColumnHead column={column} zoom={looking.zoom} onOpen={open} />
            }}
            rowHead={row => (
              <RowHead row={row} onOpen={mode === 'edit' && viewName !== 'frame' ? () => moving.choose(roomsOf(row)) : null} />
            )}
            columnTone={toneText}
            content={content}
            face={face}
          />
        )}
      </div>
      {legend}
      <ScheduleDialogs constructionId={constructionId} work={work} moving={moving} open={open} onOpen={setOpen} />
      <LeaveGuard watching={changes.count > 0} />
    </div>
  )
}

const hints: Readonly<Record<ScheduleMode, string>> = {
  view: '',
  edit: 'カードをドラッグするか、カードを選んでから移動先を押します。キーボードでは Enter でつかみ、矢印で動かし、Enter で置き、Esc で取り消します。Space で複数選択。',
  frame: '「＋ 予備枠」で枠を足し、空いている予備枠を押すと削除します。予備枠は急な不在などに使う枠です。',
}

/** Never drawn anew. */
const legend = <Legend />

const touchHint = 'カードを長押しして動かすか、カードを押してから移動先を押します。'

const corners = { frame: '時間枠 ／ 枠', room: '部屋', building: '階' } as const
