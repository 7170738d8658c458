import type { ScheduleMode } from '@toguchi/domain/schedule/cell-kind'
import { Button } from '../../ui/Button.tsx'
import type { ScheduleView } from '../views/use-schedule-view.ts'
import type { OpenDialog } from './dialogs/ScheduleDialogs.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { CellActions } from './use-cell-actions.ts'
import type { Moving } from './use-moving.ts'
import type { ScheduleDraft } from './use-schedule-draft.ts'
import styles from './EditAnnouncement.module.css'

interface Props {
  scheduleDraft: Pick<ScheduleDraft, 'draft' | 'mode'>
  moving: Moving
  view: Pick<ScheduleView, 'name' | 'mobile'>
  actions: CellActions
  onOpen: (dialog: OpenDialog) => void
}

/** The line over the sheet: what just happened or what one can do, and what goes with the rooms that are selected or grabbed. */
export const EditAnnouncement = ({ scheduleDraft: { draft, mode }, moving, view, actions, onOpen }: Props) => {
  const { grabbed, selected, announcement } = moving
  const { can_override: mayOverride } = draft.base
  const [onlySelected, ...otherSelected] = selected
  const wishOf = (roomId: number | undefined) => (roomId === undefined || !mayOverride ? null : () => onOpen({ kind: 'wish', roomId }))
  return (
    <div className={styles.announcement} data-editing={mode !== 'view'}>
      <p role="status" aria-live="polite" data-testid="schedule-announcement">
        {announcement === '' ? (view.mobile && mode === 'edit' ? touchHint : hints[mode]) : announcement}
      </p>
      <SelectionBar
        count={mode === 'edit' ? selected.size : 0}
        onMove={() => onOpen({ kind: 'move', roomIds: [...selected] })}
        onTray={() => actions.put([...selected], 'tray')}
        onWish={otherSelected.length === 0 ? wishOf(onlySelected) : null}
        onClear={() => moving.toggleSelected([...selected])}
      />
      {grabbed.length === 0 ? null : (
        <GrabbedBar
          onMove={() => onOpen({ kind: 'move', roomIds: grabbed })}
          onWish={grabbed.length === 1 ? wishOf(grabbed[0]) : null}
          onNextFree={view.name === 'building' ? null : actions.goToNextFree}
          onCancel={actions.cancelGrab}
        />
      )}
    </div>
  )
}

interface GrabbedBarProps {
  onMove: () => void
  onWish: (() => void) | null
  onNextFree: (() => void) | null
  onCancel: () => void
}

const GrabbedBar = ({ onMove, onWish, onNextFree, onCancel }: GrabbedBarProps) => (
  <div className={styles.grabbed} data-keep-clear>
    <Button size="small" onClick={onMove}>
      日付を選んで移動
    </Button>
    {onWish === null ? null : (
      <Button size="small" onClick={onWish}>
        希望日
      </Button>
    )}
    {onNextFree === null ? null : (
      <Button size="small" onClick={onNextFree}>
        次の空き枠へ
      </Button>
    )}
    <Button size="small" kind="quiet" onClick={onCancel}>
      移動をやめる
    </Button>
  </div>
)

const hints: Readonly<Record<ScheduleMode, string>> = {
  view: '',
  edit: 'カードをドラッグするか、カードを選んでから移動先を押します。キーボードでは Enter でつかみ、矢印で動かし、Enter で置き、Esc で取り消します。Space で複数選択。',
  frame: '「＋ 予備枠」で枠を足し、空いている予備枠を押すと削除します。予備枠は急な不在などに使う枠です。',
}

const touchHint = 'カードを長押しして動かすか、カードを押してから移動先を押します。'
