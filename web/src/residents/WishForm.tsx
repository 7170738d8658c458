import { addDays, eachDay, formatDayWithoutYear } from '@toguchi/domain/calendar/day'
import { callByText, type Daypart, daypartLabels, dayparts, type WishedDay, wishesText } from '@toguchi/domain/residents/absence'
import { useId, useState } from 'react'
import { ApiError } from '../platform/request.ts'
import { toast } from '../platform/toast.ts'
import { Button } from '../ui/plain/Button.tsx'
import { Card } from '../ui/plain/Card.tsx'
import { Field } from '../ui/plain/Field.tsx'
import { FieldErrors } from '../ui/plain/FieldFrame.tsx'
import { Notice } from '../ui/plain/Notice.tsx'
import { PlainForm, usePlainField, type Values } from '../ui/plain/PlainForm.tsx'
import { Read } from '../ui/plain/Read.tsx'
import type { Days } from './WeekOfFrames.tsx'
import './residents.css'

interface Wish {
  wishes: readonly WishedDay[]
  call_by: string
}
interface Props {
  dates: Days
  today: string
  /** What was wished for already. */
  wish: Wish | null
  needsPhone: boolean
  /** No frame is left: this is what there is. */
  urgent: boolean
  onWish: (wish: { wishes: WishedDay[]; phone: string | null }) => Promise<void>
}

const rows = [1, 2, 3] as const
/** Days to wish for where the period of the works is over. */
const afterwards = 28

/** Days that would suit, where none of the free frames does: somebody calls about them (D-34). */
export const WishForm = ({ dates, today, wish, needsPhone, urgent, onWish }: Props) => {
  const [open, setOpen] = useState(urgent && wish === null)
  const ahead = dates.map(({ date }) => date).filter(date => date > today)
  const days = ahead.length > 0 ? ahead : eachDay(addDays(today, 1), addDays(today, afterwards))
  const submit = async (values: Values) => {
    const wishes = rows.flatMap(row => {
      const date = values[`date_${row}`] ?? ''
      return date === '' ? [] : [{ date, daypart: dayparts.find(one => one === values[`daypart_${row}`]) ?? 'any' }]
    })
    const phone = values['phone']?.trim() || null
    const problems = {
      ...(wishes.length === 0 ? { wishes: ['を1日以上選んでください'] } : {}),
      ...(needsPhone && phone === null ? { phone: ['を入力してください'] } : {}),
    }
    if (Object.keys(problems).length > 0) throw new ApiError(422, { errors: { ...problems, full_messages: [] } })
    await onWish({ wishes, phone })
    setOpen(false)
    toast.success('ご希望を承りました。')
  }
  if (!open)
    return (
      <section className="r-gap">
        {wish === null ? null : <Wished wish={wish} />}
        <Button kind="secondary" wide onClick={() => setOpen(true)}>
          {wish === null ? '合う日時がないときは、ご希望の日を伝える' : 'ご希望の日を変える'}
        </Button>
      </section>
    )
  return (
    <Card title="ご希望の日">
      <p>
        {urgent ? '今は空いている日時がありません。ご希望の日を教えてください。' : 'ご希望の日を教えてください。'}
        担当者がお電話して、日時を決めます。
      </p>
      <PlainForm onSubmit={submit}>
        <WishedDays days={days} />
        <Field
          name="phone"
          label="お電話番号"
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          placeholder="090-1234-5678"
          required={needsPhone}
          help={needsPhone ? 'この番号にお電話します。' : 'お届けの番号と違うときだけ、ご入力ください。'}
        />
        <Button type="submit" wide>
          この希望を送る
        </Button>
      </PlainForm>
    </Card>
  )
}

/** What was wished for, and by when somebody calls. */
export const Wished = ({ wish: { wishes, call_by } }: { wish: Wish }) => (
  <Notice kind="success">
    <p>ご希望を承りました。</p>
    <p>
      <strong>{wishesText(wishes)}</strong>
    </p>
    <p>{callByText(call_by)}</p>
  </Notice>
)

const ordinals = { 1: '第1希望', 2: '第2希望（なくてもかまいません）', 3: '第3希望（なくてもかまいません）' } as const

const WishedDays = ({ days }: { days: readonly string[] }) => {
  const id = useId()
  const { errors, edited } = usePlainField('wishes')
  return (
    <>
      {rows.map(row => (
        <fieldset key={row} className="r-wish">
          <legend className="plain-label">
            <Read>{ordinals[row]}</Read>
          </legend>
          <select
            className="plain-input"
            name={`date_${row}`}
            aria-label={`${ordinals[row]}の日`}
            {...(row === 1 && errors.length > 0 ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {})}
            onChange={edited}
          >
            <option value="">日を選ぶ</option>
            {days.map(date => (
              <option key={date} value={date}>
                {formatDayWithoutYear(date)}
              </option>
            ))}
          </select>
          <select
            className="plain-input"
            name={`daypart_${row}`}
            aria-label={`${ordinals[row]}の時間`}
            defaultValue={'any' satisfies Daypart}
          >
            {dayparts.map(daypart => (
              <option key={daypart} value={daypart}>
                {daypartLabels[daypart]}
              </option>
            ))}
          </select>
        </fieldset>
      ))}
      <FieldErrors id={id} label="ご希望の日" errors={errors} />
    </>
  )
}
