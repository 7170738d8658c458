import { type Day, formatTimeFrame } from '@toguchi/domain/calendar/day'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { planningLabels } from '@toguchi/domain/schedule/labels'
import { type ScheduleUnit, scheduleUnitLabels, scheduleUnits } from '@toguchi/domain/schedule/placement'
import { useState } from 'react'
import { useForm, useFormContext, useWatch } from 'react-hook-form'
import { queryClient, useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { MultiDateCalendar } from '../../ui/calendar/MultiDateCalendar.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FieldError } from '../../ui/form/FormField.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { Segments } from '../../ui/layout/Segments.tsx'
import { keepSchedule, readsAroundSchedule, scheduleOf } from '../schedule-reads.ts'
import { rowsOfSchedule, timeFramesBody, whyNotTimeFrames } from './time-frame-rows.ts'
import { type TimeFrameRow, TimeFrameRows } from './TimeFrameRows.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { Help, Fieldset, Label } from '../../ui/form/FieldParts.ts'
import { Table } from '../../ui/table/Table.tsx'
import { Input } from '../../ui/form/Control.ts'
import styles from './PlanSettingsForm.module.css'

interface Values {
  schedule_unit: ScheduleUnit
  spare_percent: number | null
  construction_time_frames_attributes: TimeFrameRow[]
  /** Frames of a crew in a time frame, by `share(time frame, crew)`; null is none. */
  shares: Record<string, number | null>
  /** Days on which a crew cannot come, by `crew(id)`. */
  absences: Record<string, Day[]>
}

const share = (timeFrameId: number, crewId: number) => `f${timeFrameId}c${crewId}`
const crewKey = (crewId: number) => `c${crewId}`

interface Props {
  constructionId: number
  schedule: DetailSchedule
  onClose: () => void
}

/** How the construction is planned (G-SCH-13, D-25): rooms keep their frames; what does not fit is refused with the rooms named. */
export const PlanSettingsForm = ({ constructionId, schedule: live, onClose }: Props) => {
  // As it was when the form was opened: what others save meanwhile makes it stale, and is not overwritten.
  const [schedule] = useState(live)
  const form = useForm<Values>({ defaultValues: valuesOf(schedule) })
  const rows = useWatch({ control: form.control, name: 'construction_time_frames_attributes' })
  const save = useApiMutation('PATCH /api/constructions/:construction_id/detail_schedule/settings', {
    invalidates: readsAroundSchedule,
    onSuccess: saved => {
      keepSchedule(constructionId, saved)
      onClose()
    },
    onError: error => {
      if (error.code === 'stale') void queryClient.fetchQuery({ ...scheduleOf(constructionId), staleTime: 0 })
    },
    errors: 'caller',
    message: '保存しています…',
  })
  const submit = (values: Values) =>
    save.mutate({ params: { construction_id: constructionId }, body: { schedule_settings: bodyOf(values, schedule) } })
  return (
    <Form form={form} resource="schedule_settings" error={save.error} guard={false} onSubmit={submit}>
      <FormGrid>
        <SelectField
          name="schedule_unit"
          label={planningLabels.schedule_unit}
          help="縦系統・階ごとにすると、カードを動かしたとき同じ系統・階の部屋がまとめて動きます。"
          options={scheduleUnits.map(value => ({ value, label: scheduleUnitLabels[value] }))}
        />
        <NumberField
          name="spare_percent"
          label={planningLabels.spare_percent}
          unit="%"
          max={50}
          width={84}
          help="部屋数に対する予備枠の目安です。"
        />
      </FormGrid>
      <TimeFrameRows timePerUnit={schedule.time_per_unit} />
      {schedule.crews.length === 0 ? (
        <Help>協力会社を割り当てると、班ごとの枠数と不在日を設定できます。</Help>
      ) : (
        <>
          <CrewShares schedule={schedule} rows={rows} />
          <CrewAbsences schedule={schedule} />
        </>
      )}
      <ModalFoot>
        <ModalCancel />
        <Button kind="primary" type="submit" disabled={save.isPending} reason={whyNotTimeFrames(rows)}>
          保存
        </Button>
      </ModalFoot>
    </Form>
  )
}

/** 班ごとの枠数: how many of the frames of each time frame are whose; what nobody has is everybody's. */
const CrewShares = ({ schedule, rows }: { schedule: DetailSchedule; rows: readonly TimeFrameRow[] }) => {
  const { register, setValue } = useFormContext<Values>()
  const shares = useWatch<Values, 'shares'>({ name: 'shares' })
  const savedFrames = rows.filter((row): row is TimeFrameRow & { id: number } => row.id !== null)
  return (
    <Fieldset>
      <Label as="legend">
        {planningLabels.crew_frames}
        <small>枠番号は上の班から順に割り当てます</small>
      </Label>
      <div className={styles.crewShares}>
        <Table>
          <thead>
            <tr>
              <th scope="col">時間枠</th>
              {schedule.crews.map(crew => (
                <th scope="col" key={crew.assigned_contractor_id}>
                  {crew.name}
                </th>
              ))}
              <th scope="col">残り</th>
            </tr>
          </thead>
          <tbody>
            {savedFrames.map(row => {
              const sharesSum = schedule.crews.reduce((sum, crew) => sum + (shares[share(row.id, crew.assigned_contractor_id)] ?? 0), 0)
              const left = (row.frame_number ?? 0) - sharesSum
              return (
                <tr key={row.id}>
                  <th scope="row">{formatTimeFrame(row.start_at ?? '', row.end_at ?? '')}</th>
                  {schedule.crews.map(crew => (
                    <td key={crew.assigned_contractor_id}>
                      <Input
                        type="number"
                        min={0}
                        max={200}
                        aria-label={`${formatTimeFrame(row.start_at ?? '', row.end_at ?? '')} ${crew.name}の枠数`}
                        {...register(`shares.${share(row.id, crew.assigned_contractor_id)}`, {
                          setValueAs: value => (value === '' || value === null ? null : Number(value)),
                        })}
                      />
                    </td>
                  ))}
                  <td data-short={left < 0} data-nowrap="true">
                    {left < 0 ? `${-left}枠超過` : `${left}枠`}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </Table>
      </div>
      <FieldError name="crew_frames" label={planningLabels.crew_frames} />
      <Button
        size="small"
        kind="quiet"
        onClick={() => {
          for (const row of savedFrames)
            for (const [at, crew] of schedule.crews.entries())
              setValue(
                `shares.${share(row.id, crew.assigned_contractor_id)}`,
                evenShare(row.frame_number ?? 0, schedule.crews.length, at),
                {
                  shouldDirty: true,
                },
              )
        }}
      >
        均等に分ける
      </Button>
    </Fieldset>
  )
}

/** 5 frames for 2 crews are 3 and 2. */
const evenShare = (frames: number, crews: number, at: number): number | null =>
  Math.floor(frames / crews) + (at < frames % crews ? 1 : 0) || null

const CrewAbsences = ({ schedule }: { schedule: DetailSchedule }) => {
  const { setValue } = useFormContext<Values>()
  const [crew, setCrew] = useState(crewKey(schedule.crews[0]?.assigned_contractor_id ?? 0))
  const absences = useWatch<Values, 'absences'>({ name: 'absences' })
  const days = absences[crew] ?? []
  return (
    <Fieldset>
      <Label as="legend">
        {planningLabels.crew_absences}
        <small>この日に割り当てるときは理由の入力が必要になります</small>
      </Label>
      {schedule.crews.length < 2 ? null : (
        <Segments
          label="班"
          options={schedule.crews.map(each => ({ name: crewKey(each.assigned_contractor_id), label: each.name }))}
          chosen={crew}
          onChoose={setCrew}
        />
      )}
      <MultiDateCalendar
        label={planningLabels.crew_absences}
        days={days}
        onChange={next => setValue(`absences.${crew}`, next, { shouldDirty: true })}
        today={schedule.today}
        from={schedule.dates[0]?.date ?? null}
        to={schedule.dates.at(-1)?.date ?? null}
      />
      <FieldError name="crew_absences" label={planningLabels.crew_absences} />
    </Fieldset>
  )
}

const valuesOf = (schedule: DetailSchedule): Values => ({
  schedule_unit: schedule.schedule_unit,
  spare_percent: schedule.spare_percent,
  construction_time_frames_attributes: rowsOfSchedule(schedule),
  shares: Object.fromEntries(
    schedule.construction_time_frames.flatMap(frame =>
      schedule.crews.map(crew => [
        share(frame.id, crew.assigned_contractor_id),
        frame.crew_frames.find(each => each.assigned_contractor_id === crew.assigned_contractor_id)?.frame_count ?? null,
      ]),
    ),
  ),
  absences: Object.fromEntries(schedule.crews.map(crew => [crewKey(crew.assigned_contractor_id), crew.absent_dates])),
})

const bodyOf = (values: Values, schedule: DetailSchedule) => {
  const kept = values.construction_time_frames_attributes.flatMap(({ id }) => (id === null ? [] : [id]))
  return {
    lock_version: schedule.lock_version,
    schedule_unit: values.schedule_unit,
    spare_percent: values.spare_percent ?? 0,
    construction_time_frames_attributes: timeFramesBody(values.construction_time_frames_attributes, schedule),
    crew_frames_attributes: kept.flatMap(construction_time_frame_id =>
      schedule.crews.flatMap(({ assigned_contractor_id }) => {
        const frame_count = values.shares[share(construction_time_frame_id, assigned_contractor_id)] ?? 0
        return frame_count > 0 ? [{ construction_time_frame_id, assigned_contractor_id, frame_count }] : []
      }),
    ),
    crew_absences_attributes: schedule.crews.map(({ assigned_contractor_id }) => ({
      assigned_contractor_id,
      dates: values.absences[crewKey(assigned_contractor_id)] ?? [],
    })),
  }
}
