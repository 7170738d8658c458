import type { RefObject } from 'react'
import { paths } from '../site/paths.ts'
import { Grid, type GridHandle } from '../ui/grid/Grid.tsx'
import type { OpenDialog } from './editing/dialogs/ScheduleDialogs.tsx'
import { UnassignedTray } from './editing/UnassignedTray.tsx'
import type { CellActions } from './editing/use-cell-actions.ts'
import type { Moving } from './editing/use-moving.ts'
import type { ScheduleDraft } from './editing/use-schedule-draft.ts'
import { ColumnHead, RowHead, toneText } from './views/heads/GridHeads.tsx'
import { lineRooms } from './views/line-rooms.ts'
import type { LiveCell } from './views/schedule-model.ts'
import { useCells } from './views/use-cells.tsx'
import type { ScheduleView } from './views/use-schedule-view.ts'
import { type Column, dayOf, type Row } from './views/views.ts'
import styles from './ScheduleSheet.module.css'

interface Props {
  constructionId: number
  scheduleDraft: ScheduleDraft
  moving: Moving
  view: ScheduleView
  actions: CellActions
  stage: RefObject<HTMLDivElement | null>
  grid: RefObject<GridHandle | null>
  onOpen: (dialog: OpenDialog) => void
}

/** The tray of rooms without a frame and the sheet itself: the stage on which cards are dragged. */
export const ScheduleSheet = ({ constructionId, scheduleDraft, moving, view, actions, stage, grid, onOpen }: Props) => {
  const { draft, mode } = scheduleDraft
  const { grabbed, selected } = moving
  const { model, here } = view
  const cells = useCells({ constructionId, draft, mode, view, holding: grabbed.length > 0 })
  const grabFromTray = (roomId: number) => {
    if (grabbed.includes(roomId)) return actions.cancelGrab()
    moving.grab(roomId)
    actions.goTo(here)
  }
  const select = (line: Row | Column) => moving.toggleSelected(lineRooms(line, draft, model.rows[here.row]))
  const openColumn = (column: Column) => {
    const day = dayOf(column)
    if (day === null) select(column)
    else onOpen({ kind: 'day', day })
  }
  return (
    <div
      className={styles.stage}
      data-schedule="stage"
      ref={stage}
      data-grabbing={grabbed.length > 0}
      data-mode={mode}
      data-view={view.name}
      data-zoom={view.zoom}
    >
      <UnassignedTray
        rooms={view.tray}
        editing={mode === 'edit'}
        grabbed={grabbed}
        selected={selected}
        changed={view.changed}
        roomTo={roomId => paths.room(constructionId, roomId)}
        onGrab={grabFromTray}
        onSelect={roomId => moving.toggleSelected([roomId])}
        onPutBack={grabbed.some(id => draft.plan.places.get(id) !== null) ? () => actions.put(grabbed, 'tray') : null}
      />
      {model.rows.length === 0 ? (
        <p className={styles.nothing}>条件に合う部屋がありません。絞り込みを解除してください。</p>
      ) : (
        <Grid<Row, Column, LiveCell>
          ref={grid}
          label="詳細工程表"
          testId="schedule-grid"
          model={model}
          measures={view.measures}
          active={here}
          onActive={actions.point}
          onAct={actions.act}
          onSelect={position => {
            const { room } = model.cellAt(position.row, position.column)
            if (room !== null) moving.toggleSelected([room.id])
          }}
          onEscape={actions.cancelGrab}
          cornerHead={corners[view.name]}
          columnHead={column => <ColumnHead column={column} zoom={view.zoom} opens={mode !== 'view'} />}
          rowHead={row => <RowHead row={row} opens={mode === 'edit' && view.name !== 'frame'} />}
          onColumnHead={openColumn}
          onRowHead={select}
          columnTone={toneText}
          {...cells}
        />
      )}
    </div>
  )
}

const corners = { frame: '時間枠 ／ 枠', room: '部屋', building: '階' } as const
