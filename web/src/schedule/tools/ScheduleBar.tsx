import type { RoomCard } from '@toguchi/domain/schedule/contract'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { SpareStock } from '../arrange/spares/SpareStock.tsx'
import type { RoomMove } from '../draft/moves.ts'
import type { OpenDialog } from '../editing/dialogs/ScheduleDialogs.tsx'
import { EditTools } from '../editing/EditTools.tsx'
import { UndoSaved } from '../editing/saving/UndoSaved.tsx'
import type { EditCommands } from '../editing/use-edit-commands.ts'
import type { Moving } from '../editing/use-moving.ts'
import type { ScheduleDraft } from '../editing/use-schedule-draft.ts'
import type { ScheduleView } from '../views/use-schedule-view.ts'
import { ScheduleTitle } from './ScheduleTitle.tsx'
import { ScheduleTools } from './ScheduleTools.tsx'
import { WholeSchedule } from './WholeSchedule.tsx'
import styles from './ScheduleBar.module.css'
import { Tools } from './Tools.ts'

interface Props {
  constructionId: number
  title: string
  note: string
  scheduleDraft: ScheduleDraft
  moving: Moving
  view: ScheduleView
  commands: EditCommands
  /** Who else is here. */
  viewers: ReactNode
  /** Lays the missing spare frames into the draft; null for who may not. */
  onFillSpares: (() => void) | null
  /** Lays a schedule that was made anew into a draft. */
  onRebuild: (moves: readonly RoomMove[]) => void
  onRoom: (room: RoomCard) => void
  onOpen: (dialog: OpenDialog) => void
}

/** All that stands over the sheet, in one line of 48 px: the window is the sheet's. While one edits, a second line with the tools of the edit. */
export const ScheduleBar = ({
  constructionId,
  title,
  note,
  scheduleDraft,
  moving,
  view,
  commands,
  viewers,
  onFillSpares,
  onRebuild,
  onRoom,
  onOpen,
}: Props) => {
  const { draft, mode } = scheduleDraft
  const editing = mode !== 'view'
  return (
    <div className={styles.bar} data-schedule="bar" data-editing={editing}>
      <Tools>
        <ScheduleTitle title={title} note={note} completedAt={draft.base.detail_schedule_completed_at} />
        {viewers}
        <ScheduleTools draft={draft} editing={editing} mobile={view.mobile} onRoom={onRoom} matchCount={view.matchCount} />
        {editing && view.mobile ? null : <SpareStock draft={draft} onFill={onFillSpares} />}
        {editing || !draft.base.can_edit ? null : (
          <Button icon="edit" onClick={() => commands.enter('edit')}>
            編集
          </Button>
        )}
        {editing ? null : (
          <WholeSchedule
            constructionId={constructionId}
            draft={draft}
            onRebuild={onRebuild}
            onEditFrames={draft.base.can_edit && view.name === 'frame' ? () => commands.enter('frame') : null}
          />
        )}
      </Tools>
      {editing ? (
        <EditTools
          scheduleDraft={scheduleDraft}
          moving={moving}
          commands={commands}
          day={view.hereDay}
          mobile={view.mobile}
          withFrames={view.name === 'frame' || mode === 'frame'}
          onOpen={onOpen}
        />
      ) : draft.base.can_edit ? (
        // Over the foot of the sheet: in the bar the title and its badge would have to go for it.
        <UndoSaved batch={draft.base.undoable_batch} undoing={scheduleDraft.undoing} onUndo={scheduleDraft.undoSaved} />
      ) : null}
    </div>
  )
}
