import { formatDayWithoutYear } from '@toguchi/domain/calendar/day'
import { type Daypart, daypartLabels, dayparts, type WishedDay } from '@toguchi/domain/rooms/absence'
import { useId } from 'react'
import { ApiError } from '../platform/request.ts'
import { Button } from '../ui/plain/Button.tsx'
import { Field } from '../ui/plain/Field.tsx'
import { FieldErrors } from '../ui/plain/FieldFrame.tsx'
import { PlainForm, usePlainField, type Values } from '../ui/plain/PlainForm.tsx'
import { Read } from '../ui/plain/Read.tsx'

const rows = [1, 2, 3] as const

interface Props {
  days: readonly string[]
  needsPhone: boolean
  onWish: (wish: { wishes: WishedDay[]; phone: string | null }) => Promise<void>
}

/** Up to three days with a part of the day, and the number to call. */
export const WishFields = ({ days, needsPhone, onWish }: Props) => {
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
  }
  return (
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
  )
}

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
