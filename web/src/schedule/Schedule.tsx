import type { FramePlace } from '@toguchi/domain/schedule/place'
import type { DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { isOffice } from '@toguchi/domain/access/actor'
import { type ComponentType, type MouseEvent, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useActor } from '../platform/session/actor.ts'
import { toast } from '../platform/toast.ts'
import { paths } from '../site/paths.ts'
import { Button } from '../ui/Button.tsx'
import type { GridHandle } from '../ui/grid/Grid.tsx'
import { LeaveGuard } from '../ui/dialog/LeaveGuard.tsx'
import { EditAnnouncement } from './editing/EditAnnouncement.tsx'
import { missingSpareFrames, spareFramesShort } from './arrange/arrange-input.ts'
import { propose } from './draft/draft.ts'
import type { RoomMove } from './draft/moves.ts'
import { LostMoves } from './editing/moves/LostMoves.tsx'
import { type OpenDialog, ScheduleDialogs } from './editing/dialogs/ScheduleDialogs.tsx'
import { useCellActions } from './editing/use-cell-actions.ts'
import { useEditCommands } from './editing/use-edit-commands.ts'
import { placeText, useMoving } from './editing/use-moving.ts'
import { useScheduleDraft } from './editing/use-schedule-draft.ts'
import { useLiveSchedule } from './live/use-live-schedule.ts'
import { Viewers } from './live/Viewers.tsx'
import type { RoomBeside } from './RoomBeside.ts'
import { refreshRoomBeside, refreshSchedule } from './schedule-reads.ts'
import { ScheduleBar } from './tools/ScheduleBar.tsx'
import { ScheduleSheet } from './ScheduleSheet.tsx'
import { Legend } from './views/Legend.tsx'
import { useRoomBeside } from './use-room-beside.ts'
import { useKeptScroll } from './views/use-kept-scroll.ts'
import { useScheduleView } from './views/use-schedule-view.ts'
import styles from './Schedule.module.css'
import { Note } from './Note.ts'

interface Props {
  constructionId: number
  schedule: DetailSchedule
  title: string
  note: string
  /** Shows a room beside the sheet. */
  roomBeside: ComponentType<RoomBeside>
}

/** The detail schedule that exists: looked at, corrected by hand as a draft, completed and printed. */
export const Schedule = ({ constructionId, schedule, title, note, roomBeside: Beside }: Props) => {
  const scheduleDraft = useScheduleDraft(constructionId, schedule)
  const { draft, mode, changes } = scheduleDraft
  const moving = useMoving(scheduleDraft)
  const office = isOffice(useActor())
  const beside = useRoomBeside({
    enabled: office && mode === 'view',
    onClosed: id => {
      const room = draft.rooms.get(id)
      if (room !== undefined) showRoom(room)
    },
  })
  const lookedAt = useMemo(() => new Set(beside.roomId === null ? [] : [beside.roomId]), [beside.roomId])
  const view = useScheduleView(scheduleDraft, { grabbed: moving.grabbed, selected: beside.roomId === null ? moving.selected : lookedAt })
  const { viewers, connected } = useLiveSchedule(constructionId, {
    state: schedule.state,
    editing: mode !== 'view',
    onChanged: () => {
      refreshRoomBeside()
      return refreshSchedule(constructionId)
    },
  })
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const page = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const grid = useRef<GridHandle>(null)
  const navigate = useNavigate()
  const openRoom = (id: number) => (office ? beside.open(id) : void navigate(paths.room(constructionId, id)))
  const actions = useCellActions({ scheduleDraft, moving, view, stage, grid, onRoom: openRoom })
  // The sheet of the save before would stand open again.
  const commands = useEditCommands({ scheduleDraft, moving, view, page, onEnter: () => setOpen(null) })

  useFocusInSheet(stage)

  const fillSpares = () => {
    const frames = missingSpareFrames(draft)
    const filled = propose(draft, [], frames)
    if (filled === null || frames.length === 0)
      return toast.failure('予備枠を入れられる日がありません。工期を延ばすか、時間枠を増やしてください。')
    if (mode === 'view') commands.enter('edit')
    scheduleDraft.change(filled)
    const missing = spareFramesShort(draft) - frames.length
    const short = missing > 0 ? `時間枠がいっぱいのため、あと${missing}枠は入りません。` : ''
    moving.announce(`予備枠を${frames.length}枠入れました。${short}「変更を保存」を押すまでは下書きです。`)
  }

  const layRebuilt = (moves: readonly RoomMove[]) => {
    const rebuilt = propose(draft, moves, [], '工程表の作り直し')
    if (rebuilt === null) return toast.failure('開いている間に工程表が変わりました。もう一度「工程表を作り直す」を開いてください。')
    commands.enter('edit')
    scheduleDraft.change(rebuilt)
    moving.announce(`${moves.length}戸を下書きで動かしました。「変更を保存」を押すまでは、保存も通知もされません。`)
  }

  useKeptScroll(grid, {
    name: `${constructionId}/${view.name}`,
    today: schedule.today,
    firstColumn: view.firstColumn,
    columnWidth: view.measures.columnWidth,
  })

  const showRoom = (room: RoomCard) => {
    const position = view.model.positionOf(room.id)
    if (position !== null && (view.name !== 'room' || draft.plan.places.get(room.id) !== null)) actions.goTo(position)
    else focusInTray(stage.current, room.id)
  }

  const showPlaced = (roomId: number, place: FramePlace) => {
    const position = view.model.positionAt(roomId, place) ?? view.model.positionOf(roomId)
    if (position !== null) actions.goTo(position)
  }

  return (
    <div className={styles.page} ref={page} onClick={openCards(openRoom)}>
      <ScheduleBar
        constructionId={constructionId}
        title={title}
        note={note}
        scheduleDraft={scheduleDraft}
        moving={moving}
        view={view}
        commands={commands}
        viewers={<Viewers viewers={viewers} connected={connected} />}
        onFillSpares={draft.base.can_override ? fillSpares : null}
        onRebuild={layRebuilt}
        onRoom={showRoom}
        onOpen={setOpen}
      />
      {scheduleDraft.merged && open?.kind !== 'save' ? <MergedNote onClose={scheduleDraft.forgetMerged} /> : null}
      <LostMoves lost={scheduleDraft.lost} textOf={place => placeText(place, schedule)} onClose={scheduleDraft.forgetLost} />
      <EditAnnouncement scheduleDraft={scheduleDraft} moving={moving} view={view} actions={actions} onOpen={setOpen} />
      <div className={styles.beside}>
        <ScheduleSheet
          constructionId={constructionId}
          scheduleDraft={scheduleDraft}
          moving={moving}
          view={view}
          actions={actions}
          stage={stage}
          grid={grid}
          onOpen={setOpen}
        />
        <Suspense>
          {beside.roomId !== null && draft.rooms.has(beside.roomId) ? (
            <Beside constructionId={constructionId} roomId={beside.roomId} onClose={beside.close} linkOf={beside.linkOf} />
          ) : null}
        </Suspense>
      </div>
      {legend}
      <ScheduleDialogs {...{ constructionId, scheduleDraft, moving, open }} onOpen={setOpen} onPlaced={showPlaced} />
      <LeaveGuard watching={changes.count > 0} />
    </div>
  )
}

/** What was pressed goes with what it began or ended, and a dialog with its own: whoever works by keys goes on at the cell where they were. */
const useFocusInSheet = (stage: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    let last: Element | null = null
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    const goOn = () => {
      const isLost = last !== null && !last.isConnected && document.activeElement === document.body
      if (!isLost || document.querySelector('[role=dialog], [role=alertdialog]') !== null) return
      last = null
      stage.current?.querySelector<HTMLElement>('[data-active=true]')?.focus({ preventScroll: true })
    }
    document.addEventListener('focusin', note)
    // What is taken away with the focus in it tells nobody.
    const observer = new MutationObserver(goOn)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [stage])
}

const MergedNote = ({ onClose }: { onClose: () => void }) => (
  <Note data-tone="info" role="status">
    ほかの変更が保存されたため、最新の工程表に下書きを重ねました。
    <Button size="small" kind="quiet" onClick={onClose}>
      閉じる
    </Button>
  </Note>
)

/** A click on a card's link stays on the page; with a modifier it is the browser's. */
const openCards = (open: (roomId: number) => void) => (event: MouseEvent) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-room-link]') : null
  if (link === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  open(Number(link.dataset['roomLink']))
}

const focusInTray = (stage: HTMLElement | null, roomId: number): void =>
  stage?.querySelector<HTMLElement>(`[data-tray] [data-testid="room-card-${roomId}"]`)?.closest<HTMLElement>('a, button')?.focus()

/** Never drawn anew. */
const legend = <Legend />
