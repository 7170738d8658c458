import { formatDayWithoutYear } from '@toguchi/domain/calendar/day'
import { earlierTold } from '@toguchi/domain/residents/earlier'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../site/paths.ts'
import { type AnswerOf, ApiError, send } from '../../platform/api/request.ts'
import { toast } from '../../platform/toast.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Card } from '../../ui/plain/Card.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { Gap } from '../parts/Gap.ts'
import styles from './EarlierWish.module.css'
import { answeredBy } from '../answering/answering.ts'

interface Props {
  earlier: AnswerOf<'GET /api/residents/earlier_wish'>
  reload: () => Promise<unknown>
}

/** 「より早い枠が空いたら知らせてほしい」, and on which days one could (beyond 7). */
export const EarlierWish = ({ earlier: { dates, wish_days, why_no_wish, is_reached }, reload }: Props) => {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  if (dates === null && why_no_wish !== null) return null
  const save = async (work: () => Promise<{ message: string }>) => {
    setBusy(true)
    try {
      toast.success((await work()).message)
      setOpen(false)
      await reload()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    setBusy(false)
  }
  const stop = () => save(() => send('DELETE /api/residents/earlier_wish', {}))
  if (open)
    return (
      <Gap as="section" aria-label="早い枠のお知らせ">
        <Days
          days={wish_days}
          chosen={dates ?? []}
          isReached={is_reached}
          busy={busy}
          onSave={chosen => void save(() => send('PUT /api/residents/earlier_wish', { body: { dates: chosen, ...answeredBy() } }))}
          onCancel={() => setOpen(false)}
        />
      </Gap>
    )
  return (
    <Gap as="section" aria-label="早い枠のお知らせ">
      {dates === null ? null : (
        <Notice kind="success">
          <p>{earlierTold(is_reached)}</p>
          <p>{dates.map(formatDayWithoutYear).join('、')}</p>
        </Notice>
      )}
      {dates === null || is_reached ? null : (
        <Link to={`${paths.resident_top()}?contact`}>メッセージで知らせてほしい方は、お知らせの送り先をご登録ください</Link>
      )}
      {why_no_wish === null ? (
        <Button kind="secondary" wide onClick={() => setOpen(true)}>
          {dates === null ? 'より早い枠が空いたら知らせてほしい' : '早くできる日を変える'}
        </Button>
      ) : null}
      {dates === null ? null : (
        <Button kind="secondary" wide disabled={busy} onClick={() => void stop()}>
          お知らせをやめる
        </Button>
      )}
    </Gap>
  )
}

interface DaysProps {
  days: readonly string[]
  chosen: readonly string[]
  isReached: boolean
  busy: boolean
  onSave: (dates: string[]) => void
  onCancel: () => void
}

const Days = ({ days, chosen: before, isReached, busy, onSave, onCancel }: DaysProps) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before.filter(day => days.includes(day))))
  const toggle = (day: string) => {
    const next = new Set(chosen)
    if (!next.delete(day)) next.add(day)
    setChosen(next)
  }
  return (
    <Card title="早くできる日">
      <p>工事ができる日を選んでください。今の工事日はそのままです。</p>
      <p>{earlierTold(isReached)}</p>
      <div className={styles.days}>
        {days.map(day => (
          <label key={day}>
            <input type="checkbox" checked={chosen.has(day)} onChange={() => toggle(day)} />
            {formatDayWithoutYear(day)}
          </label>
        ))}
      </div>
      {days.length > 1 ? (
        <Button kind="secondary" wide onClick={() => setChosen(new Set(days))}>
          すべての日を選ぶ
        </Button>
      ) : null}
      <Button wide disabled={busy || chosen.size === 0} onClick={() => onSave([...chosen].toSorted())}>
        この日で知らせてもらう
      </Button>
      <Button kind="secondary" wide onClick={onCancel}>
        やめる
      </Button>
    </Card>
  )
}
