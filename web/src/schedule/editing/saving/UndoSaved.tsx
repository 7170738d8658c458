import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Tools } from '../../tools/Tools.ts'
import styles from './UndoSaved.module.css'
import { useConfirm } from '../../../ui/dialog/ConfirmDialog.tsx'

type Batch = NonNullable<DetailSchedule['undoable_batch']>

interface Props {
  batch: Batch | null
  undoing: boolean
  onUndo: (batchId: number) => void
}

/** A saved draft can be taken back for ten minutes; its messages wait as long. */
export const UndoSaved = ({ batch, ...props }: Props) => (batch === null ? null : <UndoBatch key={batch.id} batch={batch} {...props} />)

const UndoBatch = ({ batch, undoing, onUndo }: Props & { batch: Batch }) => {
  const [dialog, ask] = useConfirm()
  const minutes = useMinutesLeft(batch.seconds_left)
  if (minutes <= 0) return null
  const confirm = async () => {
    const yes = await ask({
      title: '保存した変更を元に戻しますか？',
      text: `${batch.saved_by}さんが保存した${changeText(batch)}を取り消します。まだ送られていない通知も取り消します。`,
      confirm: '元に戻す',
    })
    if (yes) onUndo(batch.id)
  }
  return (
    <Tools className={styles.undo} role="status" data-keep-clear>
      <span>{`${batch.saved_by}さんが${changeText(batch)}を保存しました。`}</span>
      <Button size="small" disabled={undoing} onClick={() => void confirm()}>
        保存を元に戻す（あと{minutes}分）
      </Button>
      {dialog}
    </Tools>
  )
}

/** A save that moved nobody changed spare frames or days off. */
const changeText = ({ rooms }: Batch): string => (rooms === 0 ? '予備枠・休工日の変更' : `${rooms}戸の変更`)

/**
 * Whole minutes left, rounded up; counts down by itself, from what the server says: the browser's clock may be wrong. Every new answer
 * begins the count again, without closing the question that is open.
 */
const useMinutesLeft = (secondsLeft: number): number => {
  // As they were when the batch was first shown: every later answer has fewer, as our own counting does.
  const [seconds] = useState(secondsLeft)
  const [passed, setPassed] = useState({ of: seconds, seconds: 0 })
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => setPassed({ of: seconds, seconds: (performance.now() - began) / 1_000 }), 15_000)
    return () => clearInterval(timer)
  }, [seconds])
  return Math.ceil((seconds - (passed.of === seconds ? passed.seconds : 0)) / 60)
}
