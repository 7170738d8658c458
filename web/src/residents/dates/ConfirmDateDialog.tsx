import { useEffect, useState } from 'react'
import { Button } from '../../ui/plain/Button.tsx'
import { Dialog } from '../../ui/plain/Dialog.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { PlaceText } from './PlaceText.tsx'
import styles from './ConfirmDateDialog.module.css'
import { Question } from '../answering/Question.ts'
import { Read } from '../../ui/plain/Read.tsx'
import { AnswerLine } from '../parts/AnswerLine.ts'
import { Help } from '../../ui/plain/form/FieldParts.ts'

interface Props {
  place: string
  /** When the hold ends, ISO 8601. */
  expiresAt: string
  /** The date that holds until then; null where nothing is changed and one is decided. */
  before: string | null
  /** What a change costs: how many are left, and until when. */
  terms: readonly string[]
  /** It is being sent: nobody presses twice, nor takes back what is on its way. */
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

const reservationSeconds = 300

/** The last question before the date changes, with the time for which nobody else can take the frame. */
export const ConfirmDateDialog = ({ place, expiresAt, before, terms, busy, onConfirm, onCancel }: Props) => {
  const left = useSecondsUntil(expiresAt)
  const isNew = before === null
  return (
    <Dialog
      title={isNew ? '工事日を決めます' : '工事日を変更します'}
      held={busy}
      onClose={onCancel}
      actions={
        <>
          <Button kind="secondary" disabled={busy} onClick={onCancel}>
            やめる
          </Button>
          {left > 0 || busy ? (
            <Button disabled={busy} onClick={onConfirm}>
              {isNew ? 'この日時に決める' : '変更する'}
            </Button>
          ) : (
            <Button onClick={onCancel}>選び直す</Button>
          )}
        </>
      }
    >
      {before === null ? null : (
        <AnswerLine className={styles.before}>
          <Read>
            <span>変更前</span>
            <PlaceText place={before} />
          </Read>
        </AnswerLine>
      )}
      <Question className={styles.after}>
        {before === null ? null : (
          <span>
            <Read>変更後 </Read>
          </span>
        )}
        <strong>
          <PlaceText place={place} />
        </strong>
        <Read>{isNew ? 'に決めます。よろしいですか？' : 'に変更します。よろしいですか？'}</Read>
      </Question>
      {terms.map(term => (
        <Help key={term}>
          <Read>{term}</Read>
        </Help>
      ))}
      {left > 0 ? (
        <Help>
          この枠を確保しています。残り{' '}
          <span className={styles.countdown} role="timer">
            {Math.floor(left / 60)}分{String(left % 60).padStart(2, '0')}秒
          </span>
        </Help>
      ) : (
        <Notice kind="warning">確保の時間が過ぎました。もう一度選んでください。</Notice>
      )}
    </Dialog>
  )
}

/** Counted from when the dialog opened, so that a wrong clock in the telephone does not shorten anybody's five minutes. */
const useSecondsUntil = (expiresAt: string): number => {
  const [left, setLeft] = useState(reservationSeconds)
  useEffect(() => {
    const opened = performance.now()
    const timer = setInterval(() => setLeft(Math.max(0, reservationSeconds - Math.floor((performance.now() - opened) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [expiresAt])
  return left
}
