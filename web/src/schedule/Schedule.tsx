import type { DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { type MouseEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../ui/Button.tsx'
import type { GridHandle } from '../ui/grid/Grid.tsx'
import { LeaveGuard } from '../ui/dialog/LeaveGuard.tsx'
import { EditAnnouncement } from './editing/EditAnnouncement.tsx'
import { LostMoves } from './editing/moves/LostMoves.tsx'
import { type OpenDialog, ScheduleDialogs } from './editing/dialogs/ScheduleDialogs.tsx'
import { useCellActions } from './editing/use-cell-actions.ts'
import { useEditCommands } from './editing/use-edit-commands.ts'
import { placeText, useMoving } from './editing/use-moving.ts'
import { useScheduleDraft } from './editing/use-schedule-draft.ts'
import { useLiveSchedule } from './live/use-live-schedule.ts'
import { Viewers } from './live/Viewers.tsx'
import { refreshSchedule } from './schedule-reads.ts'
import { ScheduleBar } from './tools/ScheduleBar.tsx'
import { ScheduleHead } from './ScheduleHead.tsx'
import { ScheduleSheet } from './ScheduleSheet.tsx'
import { Legend } from './views/Legend.tsx'
import { useScheduleView } from './views/use-schedule-view.ts'
import styles from './Schedule.module.css'
import { Note } from './Note.ts'

interface Props {
  constructionId: number
  schedule: DetailSchedule
  title: string
  note: string
}

/** The detail schedule that exists: looked at, corrected by hand as a draft, completed and printed. */
export const Schedule = ({ constructionId, schedule, title, note }: Props) => {
  const scheduleDraft = useScheduleDraft(constructionId, schedule)
  const { draft, mode, changes } = scheduleDraft
  const moving = useMoving(scheduleDraft)
  const view = useScheduleView(scheduleDraft, moving)
  const { viewers, connected } = useLiveSchedule(constructionId, {
    state: schedule.state,
    editing: mode !== 'view',
    onChanged: () => refreshSchedule(constructionId),
  })
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const page = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const grid = useRef<GridHandle>(null)
  const actions = useCellActions({ constructionId, scheduleDraft, moving, view, stage, grid })
  // The sheet of the save before would stand open again.
  const commands = useEditCommands({ scheduleDraft, moving, view, page, onEnter: () => setOpen(null) })

  const openAtToday = useEffectEvent(() => {
    grid.current?.scroller()?.scrollTo(view.firstColumn * view.measures.columnWidth, 0)
  })
  useLayoutEffect(() => {
    openAtToday()
  }, [view.name])

  const follow = useCardLinks()
  const showRoom = (room: RoomCard) => {
    const position = view.model.positionOf(room.id)
    if (position !== null && (view.name !== 'room' || draft.plan.places.get(room.id) !== null)) actions.goTo(position)
    else focusInTray(stage.current, room.id)
  }

  return (
    <div className={styles.page} ref={page} onClick={follow}>
      <ScheduleHead
        constructionId={constructionId}
        draft={draft}
        title={title}
        note={note}
        editing={mode !== 'view'}
        viewers={<Viewers viewers={viewers} connected={connected} />}
        unassigned={[...draft.plan.places.values()].filter(place => place === null).length}
      />
      <ScheduleBar scheduleDraft={scheduleDraft} moving={moving} view={view} commands={commands} onRoom={showRoom} onOpen={setOpen} />
      {scheduleDraft.merged && open?.kind !== 'save' ? <MergedNote onClose={scheduleDraft.forgetMerged} /> : null}
      <LostMoves lost={scheduleDraft.lost} textOf={place => placeText(place, schedule)} onClose={scheduleDraft.forgetLost} />
      <EditAnnouncement scheduleDraft={scheduleDraft} moving={moving} view={view} actions={actions} onOpen={setOpen} />
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
      {legend}
      <ScheduleDialogs constructionId={constructionId} scheduleDraft={scheduleDraft} moving={moving} open={open} onOpen={setOpen} />
      <LeaveGuard watching={changes.count > 0} />
    </div>
  )
}

const MergedNote = ({ onClose }: { onClose: () => void }) => (
  <Note data-tone="info" role="status">
    ほかの変更が保存されたため、最新の工程表に下書きを重ねました。
    <Button size="small" kind="quiet" onClick={onClose}>
      閉じる
    </Button>
  </Note>
)

/** A click on a card's link stays in the application; with a modifier it is the browser's. */
const useCardLinks = () => {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-room-link]') : null
    if (link === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(link.pathname)
  }
}

const focusInTray = (stage: HTMLElement | null, roomId: number): void =>
  stage?.querySelector<HTMLElement>(`[data-tray] [data-testid="room-card-${roomId}"]`)?.closest<HTMLElement>('a, button')?.focus()

/** Never drawn anew. */
const legend = <Legend />
