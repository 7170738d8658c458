import { formatDayShort } from '@toguchi/domain/calendar/day'
import { isDraggable, type ScheduleMode } from '@toguchi/domain/schedule/cell-kind'
import type { FramePlace } from '@toguchi/domain/schedule/construction-order'
import type { DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { scheduleUnitLabels, scheduleUnits } from '@toguchi/domain/schedule/placement'
import { type KeyboardEvent, type MouseEvent, useCallback, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../app/paths.ts'
import { queryClient } from '../platform/api.ts'
import { useMobile } from '../platform/screen.ts'
import { Button } from '../ui/Button.tsx'
import { LeaveGuard } from '../ui/LeaveGuard.tsx'
import { arrangeFactsOf } from './arrange/arrange-input.ts'
import { ArrangeModal } from './arrange/ArrangeModal.tsx'
import { CellContent } from './CellContent.tsx'
import { type DayOff, dayOffOf } from './day-off.ts'
import { DayModal } from './DayModal.tsx'
import { DayOffModal } from './DayOffModal.tsx'
import { changesOf, propose, releaseSpareFrames, toggleHoliday, toggleSpareFrame, whyNotToggle } from './draft.ts'
import type { DateColumn } from './frame-view.ts'
import { ColumnHead, RowHead, toneText } from './GridHeads.tsx'
import { type CellStore, type LiveCell, liveModel, nextCell, type Position } from './grid-model.ts'
import { Legend } from './Legend.tsx'
import { useLiveSchedule } from './live/use-live-schedule.ts'
import { Viewers } from './live/Viewers.tsx'
import { LostMoves } from './LostMoves.tsx'
import { dayToNextWorkingDay, roomsOn, shiftFrom } from './moves.ts'
import { MoveForm } from './MoveForm.tsx'
import { ReasonModal } from './ReasonModal.tsx'
import { SaveSheet } from './SaveSheet.tsx'
import { type GridHandle, ScheduleGrid } from './ScheduleGrid.tsx'
import { ScheduleHead } from './ScheduleHead.tsx'
import { Choices, ScheduleTools } from './ScheduleTools.tsx'
import { scheduleOf } from './schedule-reads.ts'
import { filterOf, isFiltering, matcherOf } from './schedule-filter.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { UndoSaved } from './UndoSaved.tsx'
import { UnassignedTray } from './UnassignedTray.tsx'
import { type DropTarget, useCardDrag } from './use-card-drag.ts'
import { placeText, useMoving } from './use-moving.ts'
import { useScheduleDraft } from './use-schedule-draft.ts'
import { type Column, colourOf, columnOfDay, dayOf, makeView, measuresOf, type Row, type ViewName, viewOf, zoomOf } from './views.ts'
import { WishModal } from './WishModal.tsx'
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
  const mobile = useMobile()
  const [search] = useSearchParams()
  const work = useScheduleDraft(constructionId, schedule)
  const { draft, mode, changes } = work
  const moving = useMoving(work)
  const { held, chosen } = moving
  const { viewers, connected } = useLiveSchedule(constructionId, {
    editing: mode !== 'view',
    onChanged: () => void queryClient.invalidateQueries({ queryKey: scheduleOf(constructionId).queryKey }),
  })
  const [saving, setSaving] = useState(false)
  const [arranging, setArranging] = useState(false)
  const [day, setDay] = useState<DateColumn | null>(null)
  const [dayOff, setDayOff] = useState<DayOff | null>(null)
  const [byForm, setByForm] = useState<readonly number[] | null>(null)
  const [wishing, setWishing] = useState<number | null>(null)
  const wishingRoom = wishing === null ? undefined : draft.rooms.get(wishing)
  const stage = useRef<HTMLDivElement>(null)
  const grid = useRef<GridHandle>(null)

  const [viewName, zoom, colour] = [viewOf(search), zoomOf(search), colourOf(search)]
  const filter = useMemo(() => filterOf(search), [search])
  const changedRooms = useMemo(() => new Set(changes.moves.map(({ room }) => room.id)), [changes])
  const matches = useMemo(() => matcherOf(filter, draft, changedRooms), [filter, draft, changedRooms])
  const plain = useMemo(() => makeView(viewName, draft, mode, matches), [viewName, draft, mode, matches])
  const [store] = useState<CellStore>(() => new Map())
  const view = useMemo(
    () =>
      liveModel(plain, viewName, store, ({ room }) => ({
        changed: room !== null && changedRooms.has(room.id),
        held: room !== null && held.includes(room.id),
        selected: room !== null && chosen.has(room.id),
        dimmed: room !== null && !matches(room),
        at: room === null ? null : (draft.plan.places.get(room.id) ?? null),
      })),
    [plain, changedRooms, held, chosen, matches, draft, store, viewName],
  )
  const hasCrews = view.rowBands.length > 0
  const measures = useMemo(
    () => measuresOf(viewName, zoom, mobile, { wings: draft.base.blocks.length, crews: hasCrews }),
    [viewName, zoom, mobile, draft.base.blocks.length, hasCrews],
  )
  const [active, setActive] = useState<{ in: ViewName; position: Position } | null>(null)
  const goes = (position: Position) => setActive({ in: viewName, position })
  const firstColumn = Math.max(
    0,
    columnOfDay(plain, (_date, past) => !past),
  )
  const here = clamp(active?.in === viewName ? active.position : { row: 0, column: firstColumn }, view.rows.length, view.columns.length)
  const tray = useMemo(
    () => [...draft.rooms.values()].filter(room => draft.plan.places.get(room.id) === null && matches(room)),
    [draft, matches],
  )
  const found = useMemo(
    () => (isFiltering(filter) ? [...draft.rooms.values()].filter(matches).length : null),
    [filter, draft.rooms, matches],
  )

  /** The day of the cell that keys act on: what its head offers is offered here too. */
  const hereDay = dayOf(view.columns[here.column])
  const openAtToday = useEffectEvent(() => {
    grid.current?.scroller()?.scrollTo(firstColumn * measures.columnWidth, 0)
  })
  useLayoutEffect(() => {
    openAtToday()
  }, [viewName])

  const placeAt = (target: Exclude<DropTarget, null>): FramePlace | null =>
    target === 'tray' ? null : view.cellAt(target.row, target.column).place
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
    if (moving.put(roomIds, placeAt(target)) === 'done' && target !== 'tray') goTo(target)
  }
  const letGo = () => {
    const home = held[0] === undefined ? null : view.positionOf(held[0])
    moving.letGo()
    if (home !== null) goTo(home)
  }
  const goToNextFree = () => {
    const next = nextCell(view, here, cell => cell.kind === 'droppable')
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
      if (target !== null) put(roomIds, target)
    },
  })

  const act = (position: Position, by: 'key' | 'pointer') => {
    const cell = view.cellAt(position.row, position.column)
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
    const cell = view.cellAt(position.row, position.column)
    const where = cell.place === null ? '' : `${placeText(cell.place, draft.base)}。`
    moving.say(`${where}${against === null ? 'ここに移動できます。' : against.hard ? `移動できません。${against.text}` : against.text}`)
  }

  const enter = (next: ScheduleMode) => {
    work.enter(next)
    moving.forget()
  }
  const leave = () => {
    work.cancel()
    moving.forget()
  }
  const editing = mode !== 'view'
  const shortcuts = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && held.length === 0 && chosen.size > 0) return moving.choose([...chosen])
    if (!editing || !(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return
    const key = event.key.toLowerCase()
    if (key === 'a' && mode === 'edit') {
      event.preventDefault()
      moving.choose(
        [...draft.rooms.values()].filter(room => isDraggable(room) && matches(room) && !chosen.has(room.id)).map(room => room.id),
      )
    } else if (key === 'y' || (key === 'z' && event.shiftKey)) {
      event.preventDefault()
      work.redo()
    } else if (key === 'z') {
      event.preventDefault()
      work.undo()
    }
  }
  /** A click on a card's link stays in the application; with a modifier it is the browser's. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-room-link]') : null
    if (link === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(link.pathname)
  }
  const showRoom = (room: RoomCard) => {
    const position = view.positionOf(room.id)
    if (position !== null && (viewName !== 'room' || draft.plan.places.get(room.id) !== null)) goTo(position)
    else
      stage.current
        ?.querySelector<HTMLElement>(`[data-tray] [data-testid="room-card-${room.id}"]`)
        ?.closest<HTMLElement>('a, button')
        ?.focus()
  }
  const roomsOf = (line: { key: string } & (Row | Column)): number[] => {
    const rooms = [...draft.rooms.values()]
    if ('col' in line) return rooms.filter(room => room.col === line.col).map(room => room.id)
    if ('block_position' in line)
      return rooms.filter(room => room.block_position === line.block_position && room.row === line.row).map(room => room.id)
    return 'room' in line ? [line.room.id] : []
  }
  const hues = useMemo(() => {
    const dates = draft.base.dates.filter(each => !each.preparation && !draft.plan.holidays.has(each.date)).map(each => each.date)
    return new Map(dates.map((date, at) => [date, at % 10]))
  }, [draft])
  const settings = useMemo(
    () => ({
      constructionId,
      view: viewName,
      zoom,
      mode,
      colour,
      holding: held.length > 0,
      timeFrames: draft.base.construction_time_frames,
      hueOf: (date: string) => hues.get(date) ?? 0,
    }),
    [constructionId, viewName, zoom, mode, colour, held.length, draft.base.construction_time_frames, hues],
  )
  const content = useCallback((cell: LiveCell) => <CellContent cell={cell} settings={settings} />, [settings])
  const isDrawn = useCallback(
    (cell: LiveCell) =>
      cell.room !== null ||
      (viewName === 'frame'
        ? mode !== 'view' || cell.kind !== 'assignable' || cell.spare
        : viewName === 'room' && mode === 'edit' && cell.kind === 'droppable' && held.length > 0),
    [mode, viewName, held.length],
  )
  const takeDayOff = (date: string) => {
    if (draft.plan.holidays.has(date) || roomsOn(draft, date).length === 0) return work.change(toggleHoliday(draft, date))
    setDayOff(dayOffOf(draft, date))
  }
  const spares = [...draft.plan.spareFrames.values()].filter(spare => spare.date === day?.date)

  return (
    <div className="sg-page" onKeyDown={shortcuts} onClick={follow}>
      <ScheduleHead
        constructionId={constructionId}
        draft={draft}
        title={title}
        note={note}
        editing={editing}
        viewers={<Viewers viewers={viewers} connected={connected} />}
        unassigned={[...draft.plan.places.values()].filter(place => place === null).length}
      />
      <div className="sg-bar" data-editing={editing}>
        <div className="sg-tools">
          <ScheduleTools draft={draft} onFound={showRoom} found={found} />
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
          <div className="sg-tools" data-testid="edit-tools">
            <Choices
              label="編集の種類"
              names={['edit', 'frame'] as const}
              labels={{ edit: '部屋の移動', frame: '枠編集' }}
              chosen={mode === 'frame' ? 'frame' : 'edit'}
              onChoose={enter}
            />
            {mode === 'edit' ? (
              <Choices
                label="動かす単位"
                names={scheduleUnits}
                labels={scheduleUnitLabels}
                chosen={moving.unit}
                onChoose={moving.setUnit}
              />
            ) : null}
            <Button size="small" disabled={draft.past.length === 0} onClick={work.undo}>
              元に戻す
            </Button>
            <Button size="small" disabled={draft.future.length === 0} onClick={work.redo}>
              やり直す
            </Button>
            {hereDay === null ? null : (
              <Button size="small" onClick={() => setDay(hereDay)}>
                {formatDayShort(hereDay.date)}の操作
              </Button>
            )}
            {mode === 'edit' && draft.base.can_override ? (
              <Button size="small" icon="sequence" onClick={() => setArranging(true)}>
                自動配置
              </Button>
            ) : null}
            <span className="k-grow" />
            <strong className="sg-count" data-testid="draft-count">
              変更 {changes.count}件
            </strong>
            <Button onClick={leave}>キャンセル</Button>
            <Button kind="primary" reason={changes.count === 0 ? '変更がありません' : null} onClick={() => setSaving(true)}>
              変更を確定して通知
            </Button>
          </div>
        ) : null}
      </div>
      {work.merged && !saving ? (
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
          onMove={() => setByForm([...chosen])}
          onTray={() => put([...chosen], 'tray')}
          onWish={chosen.size === 1 && draft.base.can_override ? () => setWishing([...chosen][0] ?? null) : null}
          onClear={() => moving.choose([...chosen])}
        />
        {held.length === 0 ? null : (
          <div className="sg-held" data-keep-clear>
            <Button size="small" onClick={() => setByForm(held)}>
              日付を選んで移動
            </Button>
            {held.length === 1 && draft.base.can_override ? (
              <Button size="small" onClick={() => setWishing(held[0] ?? null)}>
                希望日
              </Button>
            ) : null}
            <Button size="small" onClick={goToNextFree}>
              次の空き枠へ
            </Button>
            <Button size="small" kind="quiet" onClick={letGo}>
              移動をやめる
            </Button>
          </div>
        )}
      </div>
      <div className="sg-stage" ref={stage} data-held={held.length > 0} data-mode={mode} data-view={viewName} data-zoom={zoom}>
        <UnassignedTray
          rooms={tray}
          editing={mode === 'edit'}
          held={held}
          chosen={chosen}
          changed={changedRooms}
          roomTo={roomId => paths.room(constructionId, roomId)}
          onTake={roomId => {
            if (held.includes(roomId)) return letGo()
            moving.take(roomId)
            goTo(here)
          }}
          onChoose={roomId => moving.choose([roomId])}
          onPutBack={held.some(id => draft.plan.places.get(id) !== null) ? () => put(held, 'tray') : null}
        />
        {view.rows.length === 0 ? (
          <p className="sg-nothing">条件に合う部屋がありません。絞り込みを解除してください。</p>
        ) : (
          <ScheduleGrid<Row, Column>
            ref={grid}
            label="詳細工程表"
            model={view}
            measures={measures}
            active={here}
            onActive={point}
            onAct={act}
            onChoose={position => {
              const { room } = view.cellAt(position.row, position.column)
              if (room !== null) moving.choose([room.id])
            }}
            onEscape={letGo}
            isDrawn={isDrawn}
            cornerHead={corners[viewName]}
            columnHead={column => {
              const date = dayOf(column)
              const open = !editing ? null : date === null ? () => moving.choose(roomsOf(column)) : () => setDay(date)
              return <ColumnHead column={column} zoom={zoom} onOpen={open} />
            }}
            rowHead={row => (
              <RowHead row={row} onOpen={mode === 'edit' && viewName !== 'frame' ? () => moving.choose(roomsOf(row)) : null} />
            )}
            columnTone={toneText}
            content={content}
          />
        )}
      </div>
      {legend}
      <SaveSheet opened={saving && mode !== 'view'} onClose={() => setSaving(false)} schedule={work} />
      {arranging ? (
        <ArrangeModal
          opened
          onClose={() => setArranging(false)}
          facts={arrangeFactsOf(draft)}
          onPropose={(moves, spareFrames) => {
            const moved = propose(draft, moves, spareFrames)
            work.change(moved)
            moving.say(`自動配置の案を下書きに入れました。変更は${changesOf(moved).count}件です。`)
          }}
        />
      ) : null}
      <ReasonModal undecided={moving.undecided} onDecide={moving.decide} onClose={moving.dontDecide} />
      {byForm === null ? null : (
        <MoveForm
          names={moving.namesOf(byForm)}
          count={byForm.length}
          draft={draft}
          whyNot={to => moving.whyNot(byForm, to)}
          onMove={to => {
            setByForm(null)
            moving.put(byForm, to)
          }}
          onClose={() => setByForm(null)}
        />
      )}
      {wishingRoom === undefined ? null : (
        <WishModal constructionId={constructionId} schedule={draft.base} room={wishingRoom} onClose={() => setWishing(null)} />
      )}
      <DayModal
        day={day}
        movable={day === null ? 0 : roomsOn(draft, day.date).length}
        spares={{ all: spares.length, released: spares.filter(({ released }) => released).length }}
        onClose={() => setDay(null)}
        onChooseAll={date => {
          if (mode !== 'edit') work.enter('edit')
          moving.choose(roomsOn(draft, date).map(({ id }) => id))
        }}
        onNextDay={date => moving.carryOut(dayToNextWorkingDay(draft, date))}
        onShift={date => moving.carryOut(shiftFrom(draft, date))}
        onHoliday={takeDayOff}
        onRelease={(date, released) => work.change(releaseSpareFrames(draft, date, released))}
      />
      {dayOff === null ? null : (
        <DayOffModal
          dayOff={dayOff}
          draft={draft}
          onDecide={moves => {
            work.change(toggleHoliday(draft, dayOff.date, moves))
            setDayOff(null)
          }}
          onClose={() => setDayOff(null)}
        />
      )}
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

const clamp = ({ row, column }: Position, rows: number, columns: number): Position => ({
  row: Math.min(row, Math.max(0, rows - 1)),
  column: Math.min(column, Math.max(0, columns - 1)),
})
