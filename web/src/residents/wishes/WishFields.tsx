import { formatDayWithoutYear } from '@toguchi/domain/calendar/day'
import { type Daypart, daypartLabels, dayparts, mostWishes, type WishedDay } from '@toguchi/domain/rooms/absence'
import { residentLabels } from '@toguchi/domain/residents/labels'
import { useId, useState } from 'react'
import { ApiError } from '../../platform/api/request.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { FieldErrors } from '../../ui/plain/form/FieldFrame.tsx'
import { PlainForm, usePlainField, useTyped, type Values } from '../../ui/plain/form/PlainForm.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { TextareaField } from '../../ui/plain/form/TextareaField.tsx'
import type { NewWish } from './WishForm.tsx'
import styles from './WishFields.module.css'
import { Help, Label } from '../../ui/plain/form/FieldParts.ts'
import { Input } from '../../ui/plain/form/Input.ts'

const rows = Array.from({ length: mostWishes }, (_, at) => at + 1)
/** More are there for who asks for them. */
const rowsAtFirst = 3

interface Props {
  days: readonly string[]
  needsPhone: boolean
  onWish: (wish: NewWish) => Promise<void>
}

/** Days with a part of the day, the number to call, and a word for whoever calls. */
export const WishFields = ({ days, needsPhone, onWish }: Props) => {
  const submit = async (values: Values) => {
    const wishes = wishesOf(values)
    const phone = values['phone']?.trim() || null
    const problems = {
      ...(wishes.length === 0 ? { wishes: ['を1日以上選んでください'] } : {}),
      ...(needsPhone && phone === null ? { phone: ['を入力してください'] } : {}),
    }
    if (Object.keys(problems).length > 0) throw new ApiError(422, { errors: { ...problems, full_messages: [] } })
    await onWish({ wishes, phone, note: values['note']?.trim() || null })
  }
  return (
    <PlainForm keepAs="wish" onSubmit={submit}>
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
      <TextareaField
        name="note"
        label={residentLabels.note}
        maxLength={500}
        help="夜は何時から都合がよいか、お電話してよい時間など。なくてもかまいません。"
      />
      <Button type="submit" wide>
        この希望を送る
      </Button>
    </PlainForm>
  )
}

const wishesOf = (values: Values): WishedDay[] =>
  rows.flatMap(row => {
    const date = values[`date_${row}`] ?? ''
    return date === '' ? [] : [{ date, daypart: dayparts.find(one => one === values[`daypart_${row}`]) ?? 'any' }]
  })

const ordinalOf = (row: number): string => (row === 1 ? '第1希望' : `第${row}希望（なくてもかまいません）`)

const WishedDays = ({ days }: { days: readonly string[] }) => {
  const id = useId()
  const { errors, edited } = usePlainField('wishes')
  const typedIn = useTyped()
  const [count, setCount] = useState(() => (rows.some(row => row > rowsAtFirst && typedIn(`date_${row}`)) ? mostWishes : rowsAtFirst))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <>
      {first === undefined || last === undefined ? null : (
        <Help>
          <Read>{`${formatDayWithoutYear(first)}から${formatDayWithoutYear(last)}までの、お伺いできる日から選べます。`}</Read>
        </Help>
      )}
      {rows.slice(0, count).map(row => (
        <fieldset key={row} className={styles.wish}>
          <Label as="legend">
            <Read>{ordinalOf(row)}</Read>
          </Label>
          <Input
            as="select"
            name={`date_${row}`}
            defaultValue={typedIn(`date_${row}`)}
            aria-label={`${ordinalOf(row)}の日`}
            {...(row === 1 && errors.length > 0 ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {})}
            onChange={edited}
          >
            <option value="">日を選ぶ</option>
            {days.map(date => (
              <option key={date} value={date}>
                {formatDayWithoutYear(date)}
              </option>
            ))}
          </Input>
          <Input
            as="select"
            name={`daypart_${row}`}
            aria-label={`${ordinalOf(row)}の時間`}
            defaultValue={typedIn(`daypart_${row}`) ?? ('any' satisfies Daypart)}
          >
            {dayparts.map(daypart => (
              <option key={daypart} value={daypart}>
                {daypartLabels[daypart]}
              </option>
            ))}
          </Input>
        </fieldset>
      ))}
      {count < mostWishes ? (
        <Button kind="secondary" wide onClick={() => setCount(mostWishes)}>
          ほかの日も伝える
        </Button>
      ) : null}
      <FieldErrors id={id} label="ご希望の日" errors={errors} />
    </>
  )
}
