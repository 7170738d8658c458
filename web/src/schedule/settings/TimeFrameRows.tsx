import { minutesOf, timeOf } from '@toguchi/domain/calendar/day'
import { scheduleLabels } from '@toguchi/domain/schedule/labels'
import { defaultFrameNumber, maximumRegularFrames, timeFrameProblems } from '@toguchi/domain/schedule/time-frames'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { EditableTable } from '../../ui/form/EditableTable.tsx'
import { errorSentence } from '../../ui/form/field-errors.ts'
import { FieldError } from '../../ui/form/FormField.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { TimeField } from '../../ui/form/fields/TimeField.tsx'
import { Fieldset, Label } from '../../ui/form/FieldParts.ts'
import styles from './TimeFrameRows.module.css'

export interface TimeFrameRow {
  id: number | null
  start_at: string | null
  end_at: string | null
  frame_number: number | null
}

interface Values {
  construction_time_frames_attributes: TimeFrameRow[]
}

const name = 'construction_time_frames_attributes'
const startLabel = scheduleLabels['construction_time_frames[].start_at']
const endLabel = scheduleLabels['construction_time_frames[].end_at']
const framesLabel = scheduleLabels['construction_time_frames[].frame_number']
const mostRows = 20

/** The time frames of a day (G-SCH-13): what is wrong with one stands under it while it is typed. */
export const TimeFrameRows = ({ timePerUnit }: { timePerUnit: number | null }) => {
  const { control, setValue } = useFormContext<Values>()
  const rows = useWatch({ control, name })
  const problems = problemsOf(rows)
  return (
    <Fieldset className={styles.frames}>
      <Label as="legend">
        {scheduleLabels.construction_time_frames}
        {timePerUnit === null ? null : <small>1戸あたり{timePerUnit}分</small>}
      </Label>
      <EditableTable<TimeFrameRow>
        name={name}
        headings="first row"
        phone="1fr 1fr"
        columns={[
          { field: 'start_at', heading: startLabel, width: '140px', cell: cell => <TimeField {...cell} /> },
          { field: 'end_at', heading: endLabel, width: '140px', cell: cell => <TimeField {...cell} /> },
          {
            field: 'frame_number',
            heading: `${framesLabel}（1日）`,
            width: '130px',
            cell: cell => <NumberField {...cell} max={maximumRegularFrames} unit="枠" width={84} />,
          },
        ]}
        rowName={(_, place) => `時間枠${place + 1}`}
        least={1}
        problem={at => {
          const problem = problems.find(({ index }) => index === at)
          return problem === undefined ? null : errorSentence(problem.field === 'end_at' ? endLabel : startLabel, problem.text)
        }}
        tools={({ at, row }) => {
          const usual = usualFrames(row, timePerUnit)
          return usual === null || usual === row.frame_number ? null : (
            <Button kind="quiet" size="small" onClick={() => setValue(`${name}.${at}.frame_number`, usual, { shouldDirty: true })}>
              目安の{usual}枠にする
            </Button>
          )
        }}
        foot={<FieldError name="construction_time_frames" label={scheduleLabels.construction_time_frames} />}
        add={{
          label: '時間枠を追加',
          quiet: true,
          row: () => nextRow(rows, timePerUnit),
          reason: rows.length >= mostRows ? `時間枠は${mostRows}件までです` : null,
        }}
      />
    </Fieldset>
  )
}

const problemsOf = (rows: readonly TimeFrameRow[]) => {
  const complete = rows.flatMap(({ start_at, end_at }, at) => (start_at === null || end_at === null ? [] : [{ at, start_at, end_at }]))
  return timeFrameProblems(complete).map(problem => ({ ...problem, index: complete[problem.index]?.at ?? problem.index }))
}

const usualFrames = ({ start_at, end_at }: TimeFrameRow, timePerUnit: number | null): number | null =>
  start_at === null || end_at === null || start_at >= end_at ? null : defaultFrameNumber(start_at, end_at, timePerUnit)

/** The next frame begins where the last one ends, and lasts two hours as far as the day does. */
const nextRow = (rows: readonly TimeFrameRow[], timePerUnit: number | null): TimeFrameRow => {
  const start = Math.min(Math.max(9 * 60, ...rows.map(({ end_at }) => (end_at === null ? 0 : minutesOf(end_at)))), 23 * 60)
  const [start_at, end_at] = [timeOf(start), timeOf(Math.min(start + 120, 24 * 60 - 1))]
  return { id: null, start_at, end_at, frame_number: defaultFrameNumber(start_at, end_at, timePerUnit) }
}
