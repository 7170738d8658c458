import { Button } from '../../ui/Button.tsx'
import styles from './SelectionBar.module.css'

interface Props {
  count: number
  onMove: () => void
  onTray: () => void
  /** For one room only, and for those who may keep wishes. */
  onWish: (() => void) | null
  onClear: () => void
}

/** What can be done with the rooms that are chosen together. */
export const SelectionBar = ({ count, onMove, onTray, onWish, onClear }: Props) =>
  count === 0 ? null : (
    <div className={styles.selection} role="group" aria-label="選択した部屋">
      <strong data-testid="selection-count">{count}戸を選択中</strong>
      <Button size="small" onClick={onMove}>
        日付を選んで移動
      </Button>
      <Button size="small" onClick={onTray}>
        未割当に戻す
      </Button>
      {onWish === null ? null : (
        <Button size="small" onClick={onWish}>
          希望日
        </Button>
      )}
      <Button size="small" kind="quiet" onClick={onClear}>
        選択を解除
      </Button>
    </div>
  )
