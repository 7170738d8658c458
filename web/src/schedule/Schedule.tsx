import { formatDayShort, formatTimeFrame, todayInTokyo, formatDay } from '@toguchi/domain/calendar/day'
import { isDraggable, type ScheduleMode } from '@toguchi/domain/schedule/cell-kind'
import type { FramePlace } from '@toguchi/domain/schedule/construction-order'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { canGenerateSchedule } from '@toguchi/domain/schedule/policy'
import { type KeyboardEvent, useCallback, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../app/paths.ts'
import { DocumentJobButton } from '../documents/documents.tsx'
import { queryClient, send, useApiMutation } from '../platform/api.ts'
import { useActor } from '../platform/actor.ts'
import { useMobile } from '../platform/screen.ts'
import { toast } from '../platform/toast.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/ConfirmDialog.tsx'
import { LeaveGuard } from '../ui/LeaveGuard.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { DateHead } from './DateHead.tsx'
import {
  changesOf,
  type Draft,
  type LostMove,
  moveRoom,
  rebase,
  redo,
  requestOf,
  startDraft,
  toggleSpareFrame,
  undo,
  whyNotMove,
  whyNotToggle,
} from './draft.ts'
import { type DateColumn, type FrameRow, frameView } from './frame-view.ts'
import { GenerateModal } from './GenerateModal.tsx'
import { type GridCell, nextCell, type Position } from './grid-model.ts'
import { Legend } from './Legend.tsx'
import { LostMoves } from './LostMoves.tsx'
import { RoomCard } from './RoomCard.tsx'
import { RoomSearch } from './RoomSearch.tsx'
import { type GridHandle, ScheduleGrid } from './ScheduleGrid.tsx'
import { scheduleOf, scheduleReads } from './schedule-reads.ts'
import { StaleDialog } from './StaleDialog.tsx'
import { UnassignedTray } from './UnassignedTray.tsx'
import { type DropTarget, useCardDrag } from './use-card-drag.ts'
import { measuresOf, ZoomChoice, zoomOf } from './ZoomChoice.tsx'
import './schedule.css'

interface Props {
  constructionId: number
  schedule: DetailSchedule
  title: string
  note: string
}

/** The detail schedule that exists: looked at, corrected by hand as a draft, completed and printed. */
export const Schedule = ({ constructionId, schedule, title, note }: Props) => {
  const actor = useActor()
  const navigate = useNavigate()
  const mobile = useMobile()
  const [search] = useSearchParams()
  const [mode, setMode] = useState<ScheduleMode>('view')
  const [edited, setEdited] = useState<Draft | null>(null)
  const [held, setHeld] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const [generating, setGenerating] = useState(false)
  const [stale, setStale] = useState(false)
  const [lost, setLost] = useState<readonly LostMove[]>([])
  const [dialog, ask] = useConfirm()
  const stage = useRef<HTMLDivElement>(null)
  const grid = useRef<GridHandle>(null)

  const unedited = useMemo(() => startDraft(schedule), [schedule])
  const draft = edited ?? unedited
  const changes = useMemo(() => changesOf(draft), [draft])
  const changedRooms = useMemo(() => new Set(changes.moves.map(({ room }) => room.id)), [changes])
  const view = useMemo(() => frameView(draft, mode), [draft, mode])
  const zoom = zoomOf(search)
  const measures = useMemo(() => measuresOf(zoom, mobile), [zoom, mobile])
  const [active, setActive] = useState<Position>(() => firstPosition(view.columns))
  const here = clamp(active, view.rows.length, view.columns.length)
  const tray = [...draft.rooms.values()].filter(room => draft.plan.places.get(room.id) === null)

  const openAtToday = useEffectEvent(() => {
    const box = grid.current?.scroller()
    if (box) box.scrollLeft = firstPosition(view.columns).column * measures.columnWidth
  })
  useLayoutEffect(() => openAtToday(), [])

  const nameOf = (target: Exclude<DropTarget, null>): string => {
    if (target === 'tray') return '未割当に戻す'
    const { place } = view.cellAt(target.row, target.column)
    return placeText(place, schedule)
  }
  const placeAt = (target: Exclude<DropTarget, null>): FramePlace | null =>
    target === 'tray' ? null : view.cellAt(target.row, target.column).place
  const whyNot = (roomId: number, target: Exclude<DropTarget, null>) => whyNotMove(draft, roomId, placeAt(target))
  const roomName = (roomId: number) => draft.rooms.get(roomId)?.name ?? ''

  const goTo = (position: Position) => {
    setActive(position)
    grid.current?.reveal(position)
  }
  const take = (roomId: number) => {
    const room = draft.rooms.get(roomId)
    if (room === undefined) return
    const why = whyNotMove(draft, roomId, null)
    setHeld(why === null ? roomId : null)
    setSaid(why === null ? `${room.name}を選びました。移動先を選んでください。Escで取り消します。` : `${room.name}：${why}`)
  }
  const put = (roomId: number, target: Exclude<DropTarget, null>) => {
    const why = whyNot(roomId, target)
    if (why !== null) return setSaid(`${roomName(roomId)}：移動できません。${why}`)
    setEdited(moveRoom(draft, roomId, placeAt(target)))
    setHeld(null)
    setSaid(`${roomName(roomId)}を${target === 'tray' ? '未割当に戻しました。' : `${nameOf(target)}に移動しました。`}`)
    if (target !== 'tray') goTo(target)
  }
  const letGo = () => {
    if (held === null) return
    const home = view.positionOf(held)
    setSaid(`${roomName(held)}の移動を取り消しました。`)
    setHeld(null)
    if (home !== null) goTo(home)
  }

  const goToNextFree = () => {
    const next = nextCell(view, here, cell => cell.kind === 'droppable')
    if (next === null) setSaid('空いている枠がありません。「枠編集」で予備枠を追加できます。')
    else goTo(next)
  }

  useCardDrag({
    stage,
    grid,
    enabled: mode === 'edit',
    whyNot,
    nameOf,
    onTake: () => setHeld(null),
    onDrop: (roomId, target) => {
      if (target === null) setHeld(null)
      else if (whyNot(roomId, target) === null) put(roomId, target)
      else {
        setHeld(null)
        setSaid(`${roomName(roomId)}：移動できません。${whyNot(roomId, target) ?? ''}`)
      }
    },
  })

  const act = (position: Position, by: 'key' | 'pointer') => {
    const cell = view.cellAt(position.row, position.column)
    if (mode === 'view') {
      // A pointer is on the card's own link.
      if (by === 'key' && cell.room !== null) void navigate(paths.room(constructionId, cell.room.id))
    } else if (mode === 'frame') {
      if (cell.kind !== 'assignable') return setSaid(cell.room === null ? cell.text : '部屋が割り当てられているため変更できません。')
      const why = whyNotToggle(draft, cell.place)
      if (why !== null) return setSaid(why)
      setEdited(toggleSpareFrame(draft, cell.place))
      setSaid(`${placeText(cell.place, schedule)}：予備枠を${cell.spare ? '削除' : '追加'}しました。`)
    } else if (held !== null) {
      if (cell.room?.id === held) letGo()
      else put(held, position)
    } else if (cell.room !== null) take(cell.room.id)
  }

  const point = (position: Position) => {
    setActive(position)
    if (held === null) return
    const why = whyNot(held, position)
    setSaid(`${nameOf(position)}。${why === null ? 'ここに移動できます。' : `移動できません。${why}`}`)
  }

  const save = useApiMutation('PATCH /api/constructions/:construction_id/detail_schedule', {
    invalidates: scheduleReads,
    onSuccess: saved => {
      queryClient.setQueryData(scheduleOf(constructionId).queryKey, saved)
      leaveEditing()
    },
    onError: error => setStale(error.code === 'stale'),
    errors: 'caller',
    message: '保存しています…',
  })
  const leaveEditing = () => {
    setEdited(null)
    setMode('view')
    setHeld(null)
    setSaid('')
    setLost([])
    save.reset()
  }
  const cancel = () => {
    const thrownAway = edited
    const was = mode
    leaveEditing()
    if (thrownAway === null || changes.count === 0) return
    const bringBack = () => {
      setEdited(thrownAway)
      setMode(was)
    }
    toast.success(`変更 ${changes.count}件を取り消しました。`, { label: '元に戻す', run: bringBack })
  }
  const enter = (next: ScheduleMode) => {
    setEdited(draft)
    setMode(next)
    setHeld(null)
    setSaid('')
  }
  const fetchFresh = () => queryClient.fetchQuery({ ...scheduleOf(constructionId), staleTime: 0 })
  const layOver = async () => {
    const result = rebase(draft, await fetchFresh())
    setEdited(result.draft)
    setLost(result.lost)
    setSaid('')
    setStale(false)
    save.reset()
  }
  const startOver = async () => {
    await fetchFresh()
    setStale(false)
    leaveEditing()
  }

  const complete = useApiMutation('POST /api/constructions/:construction_id/detail_schedule/completion', {
    invalidates: scheduleReads,
    message: '確定しています…',
  })
  const askToComplete = async () => {
    const yes = await ask({
      title: '詳細工程表を確定しますか？',
      text: `${draft.rooms.size}戸の工事日が決まり、居住者が日程を確認・変更できるようになります。関係者に通知が送られます。`,
      confirm: '確定する',
    })
    if (yes) complete.mutate({ params: { construction_id: constructionId } })
  }

  const editing = mode !== 'view'
  const shortcuts = (event: KeyboardEvent) => {
    if (!editing || !(event.ctrlKey || event.metaKey)) return
    const again = event.key === 'y' || (event.key.toLowerCase() === 'z' && event.shiftKey)
    if (!again && event.key !== 'z') return
    event.preventDefault()
    setEdited(again ? redo(draft) : undo(draft))
  }

  const cardSize = zoom === 'day' ? 'large' : zoom === 'week' ? 'normal' : 'small'
  const content = useCallback(
    (cell: GridCell) => {
      if (cell.room !== null)
        return (
          <RoomCard
            room={cell.room}
            size={cardSize}
            to={mode === 'view' ? paths.room(constructionId, cell.room.id) : null}
            movable={mode === 'edit' && isDraggable(cell.room)}
            held={cell.room.id === held}
            changed={changedRooms.has(cell.room.id)}
          />
        )
      if (cell.kind === 'droppable')
        return held === null ? (
          <span className="sg-empty" />
        ) : (
          <button type="button" className="sg-empty" tabIndex={-1}>
            {cardSize === 'small' ? <span aria-label="ここに移動">↓</span> : 'ここに移動'}
          </button>
        )
      if (cell.kind === 'assignable' && mode === 'frame')
        return (
          <button type="button" className="sg-empty" tabIndex={-1} data-frame={cell.spare ? 'remove' : 'add'} aria-label={cell.text}>
            {cell.spare ? (cardSize === 'small' ? '×' : '予備枠を削除') : cardSize === 'small' ? '＋' : '＋ 予備枠'}
          </button>
        )
      return null
    },
    [cardSize, mode, constructionId, held, changedRooms],
  )
  const isDrawn = useCallback((cell: GridCell) => mode !== 'view' || cell.kind !== 'assignable' || cell.spare, [mode])

  const completedAt = schedule.detail_schedule_completed_at
  return (
    <>
      <PageHead
        title={title}
        note={
          <>
            {note}
            {completedAt === null ? null : (
              <>
                {' '}
                <Badge tone="green">確定済 {formatDay(todayInTokyo(new Date(completedAt)))}</Badge>
              </>
            )}
          </>
        }
        actions={
          canGenerateSchedule(actor) ? (
            <>
              <DocumentJobButton
                name={`distribution_sheets/${constructionId}/information`}
                label="案内状を印刷"
                start={() =>
                  send('POST /api/constructions/:construction_id/distribution_sheets', {
                    params: { construction_id: constructionId },
                  })
                }
              />
              {editing ? null : (
                <Button icon="sequence" onClick={() => setGenerating(true)}>
                  工程表を作り直す
                </Button>
              )}
              {completedAt === null ? (
                <Button
                  kind={editing ? 'default' : 'primary'}
                  icon="check"
                  reason={whyNotComplete(editing, tray.length)}
                  onClick={() => void askToComplete()}
                >
                  詳細工程表を確定
                </Button>
              ) : null}
            </>
          ) : null
        }
      />
      <div className="sg-bar" data-editing={editing}>
        <RoomSearch
          rooms={draft.rooms}
          onFound={room => {
            const position = view.positionOf(room.id)
            if (position !== null) goTo(position)
            else
              stage.current
                ?.querySelector<HTMLElement>(`[data-tray] [data-testid="room-card-${room.id}"]`)
                ?.closest<HTMLElement>('a, button')
                ?.focus()
          }}
        />
        <ZoomChoice value={zoom} />
        <span className="k-grow" />
        {editing ? (
          <>
            <div className="sg-choice" role="group" aria-label="編集の種類">
              <button type="button" aria-pressed={mode === 'edit'} onClick={() => enter('edit')}>
                部屋の移動
              </button>
              <button type="button" aria-pressed={mode === 'frame'} onClick={() => enter('frame')}>
                枠編集
              </button>
            </div>
            <Button size="small" disabled={draft.past.length === 0} onClick={() => setEdited(undo(draft))}>
              元に戻す
            </Button>
            <Button size="small" disabled={draft.future.length === 0} onClick={() => setEdited(redo(draft))}>
              やり直す
            </Button>
            <strong className="sg-count" data-testid="draft-count">
              変更 {changes.count}件
            </strong>
            <Button onClick={cancel}>キャンセル</Button>
            <Button
              kind="primary"
              disabled={save.isPending}
              reason={changes.count === 0 ? '変更がありません' : null}
              onClick={() => save.mutate({ params: { construction_id: constructionId }, body: { detail_schedule: requestOf(draft) } })}
            >
              保存
            </Button>
          </>
        ) : schedule.can_edit ? (
          <>
            <Button icon="edit" onClick={() => enter('edit')}>
              編集
            </Button>
            <Button icon="grid" onClick={() => enter('frame')}>
              枠編集
            </Button>
          </>
        ) : null}
      </div>
      {save.error !== null && save.error.code !== 'stale' ? (
        <div className="k-summary" role="alert">
          {save.error.fullMessages.map(text => (
            <p key={text}>{text}</p>
          ))}
          <p>変更はまだ保存されていません。</p>
        </div>
      ) : null}
      <LostMoves lost={lost} textOf={place => (place === null ? '未割当' : placeText(place, schedule))} onClose={() => setLost([])} />
      <div className="sg-said" data-editing={editing}>
        <p role="status" aria-live="polite">
          {said === '' ? (mobile && mode === 'edit' ? touchHint : hints[mode]) : said}
        </p>
        {held === null ? null : (
          <div className="sg-held" data-keep-clear>
            <Button size="small" onClick={goToNextFree}>
              次の空き枠へ
            </Button>
            <Button size="small" kind="quiet" onClick={letGo}>
              移動をやめる
            </Button>
          </div>
        )}
      </div>
      <div className="sg-stage" ref={stage} data-held={held !== null} data-mode={mode} onKeyDown={shortcuts}>
        <UnassignedTray
          rooms={tray}
          editing={mode === 'edit'}
          held={held}
          changed={changedRooms}
          roomTo={roomId => paths.room(constructionId, roomId)}
          onTake={roomId => {
            if (roomId === held) return letGo()
            take(roomId)
            goTo(here)
          }}
          onPutBack={held !== null && draft.plan.places.get(held) !== null ? () => put(held, 'tray') : null}
        />
        <ScheduleGrid<FrameRow, DateColumn>
          ref={grid}
          label="詳細工程表"
          model={view}
          measures={measures}
          active={here}
          onActive={point}
          onAct={act}
          onEscape={letGo}
          isDrawn={isDrawn}
          cornerHead={mobile ? '時間枠' : '時間枠 ／ 枠'}
          columnHead={column => <DateHead column={column} small={zoom === 'month'} />}
          rowHead={row => <RowHead row={row} />}
          columnTone={toneText}
          content={content}
        />
      </div>
      <Legend />
      <GenerateModal constructionId={constructionId} schedule={schedule} opened={generating} onClose={() => setGenerating(false)} />
      <StaleDialog
        opened={stale}
        count={changes.count}
        onLayOver={() => void layOver()}
        onStartOver={() => void startOver()}
        onClose={() => setStale(false)}
      />
      <LeaveGuard watching={changes.count > 0} />
      {dialog}
    </>
  )
}

const hints: Readonly<Record<ScheduleMode, string>> = {
  view: '',
  edit: 'カードをドラッグするか、カードを選んでから「ここに移動」を押します。キーボードでは Enter で選び、矢印で動かし、Enter で置き、Esc で取り消します。',
  frame: '「＋ 予備枠」で枠を足し、空いている予備枠を押すと削除します。予備枠は急な不在などに使う枠です。',
}

const touchHint = 'カードを長押しして動かすか、カードを押してから「ここに移動」を押します。'

const RowHead = ({ row }: { row: FrameRow }) => (
  <>
    <span>{row.frame_number}</span>
    {row.spare ? <small>予備</small> : null}
  </>
)

const toneText = (column: DateColumn): string | null => {
  const tones = [column.tone === 'plain' ? null : column.tone, column.past ? 'past' : null, column.today ? 'today' : null].filter(
    tone => tone !== null,
  )
  return tones.length === 0 ? null : tones.join(' ')
}

const placeText = ({ date, construction_time_frame_id, frame_number }: FramePlace, schedule: DetailSchedule): string => {
  const frame = schedule.construction_time_frames.find(({ id }) => id === construction_time_frame_id)
  return `${formatDayShort(date)} ${frame === undefined ? '' : formatTimeFrame(frame.start_at, frame.end_at)} 枠${frame_number}`
}

const whyNotComplete = (editing: boolean, unassigned: number): string | null => {
  if (editing) return '編集を終えてから確定してください'
  return unassigned > 0 ? `未割当の部屋が${unassigned}戸あります` : null
}

const firstPosition = (columns: readonly DateColumn[]): Position => {
  const today = columns.findIndex(column => !column.past)
  return { row: 0, column: Math.max(0, today) }
}

const clamp = ({ row, column }: Position, rows: number, columns: number): Position => ({
  row: Math.min(row, Math.max(0, rows - 1)),
  column: Math.min(column, Math.max(0, columns - 1)),
})
