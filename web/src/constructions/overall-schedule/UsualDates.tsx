import { type Day, formatDayWithoutYear } from '@toguchi/domain/calendar/day'
import { constructionLabels } from '@toguchi/domain/constructions/labels'
import { usualBriefingTime, usualDateNames, usualDates } from '@toguchi/domain/constructions/usual-dates'
import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { Actions } from '../../ui/layout/Layout.ts'
import type { ConstructionValues } from '../form/form-values.ts'

const labelOf = (name: (typeof usualDateNames)[number]) =>
  name === 'briefing_session_date' ? '説明会' : (constructionLabels[name] ?? name)

/** Fills the dates that are still empty with the usual ones; what was entered stays, and what is today or has passed is named instead: nobody could keep to it. */
export const UsualDates = ({ today }: { today: Day }) => {
  const { control, getValues, setValue } = useFormContext<ConstructionValues>()
  const values = useWatch({ control })
  const [said, setSaid] = useState<string | null>(null)
  const result = useRef<HTMLDivElement>(null)
  // It may lie below the edge of the screen.
  useEffect(() => {
    if (said !== null) result.current?.scrollIntoView({ block: 'nearest' })
  }, [said])
  const start = values.privately_area_start_on ?? null
  const empty = usualDateNames.filter(name => (values[name] ?? null) === null)
  const whyNot =
    start === null ? '専有部工期の開始日を先に入力してください。' : empty.length === 0 ? 'すべての日程が入力されています。' : null
  const fill = (from: Day) => {
    const dates = usualDates(from)
    const [filled, passed] = [empty.filter(name => dates[name] > today), empty.filter(name => dates[name] <= today)]
    for (const name of filled) setValue(name, dates[name], { shouldDirty: true })
    if (filled.includes('briefing_session_date') && getValues('briefing_session_time') === null)
      setValue('briefing_session_time', usualBriefingTime, { shouldDirty: true })
    const each = (names: typeof empty) => names.map(name => `${labelOf(name)} ${formatDayWithoutYear(dates[name])}`).join('、')
    setSaid(
      [
        ...(filled.length === 0 ? [] : [`${each(filled)}を入れました。`]),
        ...(passed.length === 0 ? [] : [`${each(passed)}は今日か過ぎた日になるため、入れていません。`]),
      ].join(''),
    )
  }
  return (
    <>
      <Actions>
        <Button
          reason={whyNot}
          saidBeside={said === null}
          onClick={() => {
            if (start !== null) fill(start)
          }}
        >
          標準の日程を入れる
        </Button>
      </Actions>
      <div ref={result}>
        <Help role="status">
          {said ??
            whyNot ??
            '空いている項目に、専有部工期の開始日の30日前から7日前までの標準の日程（土日・祝日・年末年始を除く）を入れます。'}
        </Help>
      </div>
    </>
  )
}
