import { formatDayShort } from '@toguchi/domain/calendar/day'
import { scheduleUnitLabels, scheduleUnits } from '@toguchi/domain/schedule/placement'
import { Button, IconButton } from '../../ui/Button.tsx'
import type { DateColumn } from '../views/frame-view.ts'
import { Disclosure } from '../../ui/dialog/Disclosure.tsx'
import { Choices } from '../tools/ScheduleTools.tsx'
import type { OpenDialog } from './dialogs/ScheduleDialogs.tsx'
import type { EditCommands } from './use-edit-commands.ts'
import type { Moving } from './use-moving.ts'
import type { ScheduleDraft } from './use-schedule-draft.ts'
import { Spacer } from '../../ui/layout/Layout.ts'
import styles from './EditTools.module.css'
import { Tools } from '../tools/Tools.ts'

interface Props {
  scheduleDraft: ScheduleDraft
  moving: Pick<Moving, 'unit' | 'setUnit'>
  commands: EditCommands
  /** The day of the cell that keys act on: what its head offers is offered here too. */
  day: DateColumn | null
  mobile: boolean
  /** Frames are edited where they are rows. */
  withFrames: boolean
  onOpen: (dialog: OpenDialog) => void
}

/** What one works with while the schedule is a draft. */
export const EditTools = ({ scheduleDraft, moving, commands, day, mobile, withFrames, onOpen }: Props) => {
  const { mode, draft, changes } = scheduleDraft
  const more = <MoreTools {...{ mode, draft, moving, day, onOpen }} />
  return (
    <Tools data-testid="edit-tools" className={styles.tools}>
      {withFrames ? (
        <Choices
          label="編集の種類"
          names={['edit', 'frame'] as const}
          labels={{ edit: '部屋の移動', frame: '枠編集' }}
          chosen={mode === 'frame' ? 'frame' : 'edit'}
          onChoose={commands.enter}
        />
      ) : null}
      <span className={styles.iconTools}>
        <IconButton
          icon="undo"
          label="元に戻す"
          reason={!scheduleDraft.canUndo ? '元に戻す変更はありません' : null}
          onClick={commands.undo}
        />
        <IconButton
          icon="redo"
          label="やり直す"
          reason={!scheduleDraft.canRedo ? 'やり直す変更はありません' : null}
          onClick={commands.redo}
        />
      </span>
      {mobile ? (
        <Disclosure label="編集のその他" icon="more">
          {() => more}
        </Disclosure>
      ) : (
        more
      )}
      <Spacer />
      <strong className={styles.count} data-testid="draft-count">
        変更 {changes.count}件
      </strong>
      <Button onClick={commands.leave}>キャンセル</Button>
      <Button kind="primary" reason={changes.count === 0 ? '変更なし' : null} onClick={() => onOpen({ kind: 'save' })}>
        変更を保存
      </Button>
    </Tools>
  )
}

type MoreProps = Pick<Props, 'moving' | 'day' | 'onOpen'> & Pick<ScheduleDraft, 'mode' | 'draft'>

/** Beside the edit itself; on a phone behind a button. */
const MoreTools = ({ mode, draft, moving, day, onOpen }: MoreProps) => (
  <>
    {mode === 'edit' ? (
      <Choices label="動かす単位" names={scheduleUnits} labels={scheduleUnitLabels} chosen={moving.unit} onChoose={moving.setUnit} />
    ) : null}
    {day === null ? null : (
      <Button size="small" onClick={() => onOpen({ kind: 'day', day })}>
        {formatDayShort(day.date)}の操作
      </Button>
    )}
    {mode === 'edit' && draft.base.can_override ? (
      <Button size="small" icon="sequence" onClick={() => onOpen({ kind: 'arrange' })}>
        自動配置
      </Button>
    ) : null}
  </>
)
