import type { Day } from '@toguchi/domain/calendar/day'
import { newYear, obon, sundaysAndHolidays } from '@toguchi/domain/calendar/holidays'
import { constructionLabels } from '@toguchi/domain/constructions/labels'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { addMonths, monthOf } from '../../ui/calendar/month.ts'
import { MonthGrid } from '../../ui/calendar/MonthGrid.tsx'
import type { ConstructionValues } from '../form/form-values.ts'
import { Help, FieldBox, Label, CheckRow, CheckLabel } from '../../ui/form/FieldParts.ts'
import { Toolbar } from '../../ui/layout/Layout.ts'
import { Months } from '../../ui/calendar/Months.ts'

interface Props {
  holidays: 'common_area_holidays' | 'privately_area_holidays'
  /** Whether the same calendar takes preparation days, too (the private area's). */
  preparation?: boolean
  from: Day | null
  to: Day | null
  today: Day
}

/** Days without work inside a period: chosen one by one, or Sundays and holidays, Obon and New Year by one click (D-07, G-SCH-04). */
export const DaysOffCalendar = ({ holidays, preparation = false, from, to, today }: Props) => {
  const off = useController<ConstructionValues, Props['holidays']>({ name: holidays })
  const prepared = useController<ConstructionValues, 'preparation_days'>({ name: 'preparation_days' })
  const [choosing, setChoosing] = useState<'off' | 'preparation'>('off')
  const label = constructionLabels[holidays]
  if (from === null || to === null || to < from) return <Help>工期の開始日と終了日を入力すると、{label}をカレンダーで選べます。</Help>

  const inside = (days: readonly Day[]) => days.filter(day => day >= from && day <= to)
  const without = (days: readonly Day[], gone: readonly Day[]) => days.filter(day => !gone.includes(day))
  // A day is off or for preparation, never both: choosing one takes the other back.
  const add = (days: readonly Day[]) => {
    off.field.onChange([...new Set([...off.field.value, ...inside(days)])].toSorted())
    if (preparation) prepared.field.onChange(without(prepared.field.value, days))
  }
  const years = Array.from({ length: Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 2 }, (_, at) => Number(from.slice(0, 4)) - 1 + at)
  const toggle = (day: Day) => {
    const [chosen, other] = choosing === 'off' ? [off.field, prepared.field] : [prepared.field, off.field]
    chosen.onChange((chosen.value.includes(day) ? without(chosen.value, [day]) : [...chosen.value, day]).toSorted())
    if (preparation) other.onChange(without(other.value, [day]))
  }
  const months: string[] = []
  for (let month = monthOf(from); month <= monthOf(to); month = addMonths(month, 1)) months.push(month)

  return (
    <FieldBox data-field={holidays} data-span="all">
      <Label as="span">{preparation ? `${label}・${constructionLabels.preparation_days}` : label}</Label>
      <Toolbar>
        {preparation ? (
          <CheckRow role="radiogroup" aria-label="カレンダーで選ぶ日">
            {(
              [
                ['off', '休工日を選ぶ'],
                ['preparation', '準備日を選ぶ'],
              ] as const
            ).map(([kind, text]) => (
              <CheckLabel key={kind}>
                <input type="radio" name="days_off_kind" checked={choosing === kind} onChange={() => setChoosing(kind)} />
                {text}
              </CheckLabel>
            ))}
          </CheckRow>
        ) : null}
        <Button size="small" onClick={() => add(sundaysAndHolidays(from, to))}>
          日曜・祝日を休工日にする
        </Button>
        <Button size="small" onClick={() => add(years.flatMap(obon))}>
          お盆を休工日にする
        </Button>
        <Button size="small" onClick={() => add(years.flatMap(newYear))}>
          年末年始を休工日にする
        </Button>
        <Button size="small" kind="quiet" onClick={() => off.field.onChange([])}>
          休工日をすべて消す
        </Button>
      </Toolbar>
      <Months>
        {months.map(month => (
          <MonthGrid
            key={month}
            label={`${label} ${month}`}
            month={month}
            today={today}
            min={from}
            max={to}
            onDay={toggle}
            look={day =>
              off.field.value.includes(day)
                ? { mark: 'off', spoken: '休工日' }
                : preparation && prepared.field.value.includes(day)
                  ? { mark: 'blue', spoken: '準備日' }
                  : {}
            }
          />
        ))}
      </Months>
      <Help>
        休工日 {inside(off.field.value).length}日{preparation ? `・準備日 ${inside(prepared.field.value).length}日` : ''}
      </Help>
    </FieldBox>
  )
}
