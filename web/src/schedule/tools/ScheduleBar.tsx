import type { RoomCard } from '@toguchi/domain/schedule/contract'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EditTools } from '../editing/EditTools.tsx'
import type { OpenDialog } from '../editing/dialogs/ScheduleDialogs.tsx'
import { UndoSaved } from '../editing/saving/UndoSaved.tsx'
import type { EditCommands } from '../editing/use-edit-commands.ts'
import type { Moving } from '../editing/use-moving.ts'
import type { ScheduleDraft } from '../editing/use-schedule-draft.ts'
import { ScheduleTools } from './ScheduleTools.tsx'
import type { ScheduleView } from '../views/use-schedule-view.ts'
import { Spacer } from '../../ui/layout/Layout.ts'
import styles from './ScheduleBar.module.css'
import { Tools } from './Tools.ts'

interface Props {
  scheduleDraft: ScheduleDraft
  moving: Moving
  view: ScheduleView
  commands: EditCommands
  onRoom: (room: RoomCard) => void
  onOpen: (dialog: OpenDialog) => void
}

/** What stays at hand over the sheet: search, view and filters, and while one edits the tools of the edit. */
export const ScheduleBar = ({ scheduleDraft, moving, view, commands, onRoom, onOpen }: Props) => {
  const { draft, mode } = scheduleDraft
  const editing = mode !== 'view'
  /** On a phone search and filters are folded away while one edits. */
  const [searching, setSearching] = useState(false)
  return (
    <div className={styles.bar} data-schedule="bar" data-editing={editing} data-searching={searching}>
      <Tools>
        {editing ? (
          <span className={styles.more}>
            <Button size="small" icon="search" aria-expanded={searching} onClick={() => setSearching(!searching)}>
              検索・絞り込み
            </Button>
          </span>
        ) : null}
        <ScheduleTools draft={draft} onRoom={onRoom} matchCount={view.matchCount} />
        {editing || !draft.base.can_edit ? null : <EditEntry scheduleDraft={scheduleDraft} view={view} commands={commands} />}
      </Tools>
      {editing ? (
        <EditTools
          scheduleDraft={scheduleDraft}
          moving={moving}
          commands={commands}
          day={view.hereDay}
          withFrames={view.name === 'frame' || mode === 'frame'}
          onOpen={onOpen}
        />
      ) : null}
    </div>
  )
}

const EditEntry = ({ scheduleDraft, view, commands }: Pick<Props, 'scheduleDraft' | 'view' | 'commands'>) => (
  <>
    <Spacer />
    <UndoSaved batch={scheduleDraft.draft.base.undoable_batch} undoing={scheduleDraft.undoing} onUndo={scheduleDraft.undoSaved} />
    <Button icon="edit" onClick={() => commands.enter('edit')}>
      編集
    </Button>
    {view.name === 'frame' ? (
      <Button icon="grid" onClick={() => commands.enter('frame')}>
        枠編集
      </Button>
    ) : null}
  </>
)
