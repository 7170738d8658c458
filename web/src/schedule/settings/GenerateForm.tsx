import { verticalOrHorizontalLabels, topOrBottomLabels } from '@toguchi/domain/masters/labels'
import { tooFewFramesText } from '@toguchi/domain/schedule/construction-order'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { scheduleLabels } from '@toguchi/domain/schedule/labels'
import { spareStock } from '@toguchi/domain/schedule/spare-stock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type AnswerOf, q, useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { frameSupplyOf, roomsOf, toLay } from './frame-supply.ts'
import { scheduleReads } from '../schedule-reads.ts'
import { SequencePreview } from './SequencePreview.tsx'
import { rowsOfSchedule, timeFramesBody, whyNotTimeFrames } from './time-frame-rows.ts'
import { type TimeFrameRow, TimeFrameRows } from './TimeFrameRows.tsx'
import { SupplyNote } from './SupplyNote.ts'

interface Values {
  construction_order_id: number | null
  construction_time_frames_attributes: TimeFrameRow[]
}

interface Props {
  constructionId: number
  schedule: DetailSchedule
  onClose: () => void
}

const orders = q('GET /api/construction_orders', { query: { exclude_pagination: true } })

/** Time frames and a construction order become a schedule (G-SCH-13, G-SCH-17); an existing one is made anew after asking (G-SCH-19). */
export const GenerateForm = (props: Props) => {
  const { data } = useQuery(orders)
  return data === undefined ? <Spinner /> : <LoadedForm {...props} orders={data.construction_orders} />
}

type Order = AnswerOf<'GET /api/construction_orders'>['construction_orders'][number]

const LoadedForm = ({ constructionId, schedule: live, onClose, orders: choices }: Props & { orders: readonly Order[] }) => {
  // As it was when the form was opened: a time frame that somebody adds meanwhile is not one that was removed here.
  const [schedule] = useState(live)
  const [dialog, ask] = useConfirm()
  const form = useForm<Values>({
    defaultValues: { construction_order_id: choices[0]?.id ?? null, construction_time_frames_attributes: rowsOfSchedule(schedule) },
  })
  const generate = useApiMutation('POST /api/constructions/:construction_id/detail_schedule', {
    invalidates: scheduleReads,
    onSuccess: onClose,
    errors: 'caller',
    message: '詳細工程表を作成しています…',
  })

  // What was refused as a whole; with other frames or another order it is not what was refused.
  const [tried, setTried] = useState('')
  const submit = async (values: Values, force = false): Promise<void> => {
    setTried(JSON.stringify(bodyOf(values, schedule)))
    const kept = roomsOf(schedule).length - toLay(schedule).length
    generate.mutate(
      { params: { construction_id: constructionId }, body: { ...bodyOf(values, schedule), ...(force ? { force } : {}) } },
      {
        onError: error => {
          if (error.code !== 'schedule_exists') return
          const question = {
            title: '既存の工程を作り直します。よろしいですか？',
            text:
              kept > 0
                ? `日程確定済み・完了済み・日程固定の ${kept}戸 は今の枠に残り、ほかの部屋の割り当ては新しくなります。`
                : '今の割り当ては失われます。',
            confirm: '作り直す',
            danger: true,
          }
          void ask(question).then(yes => (yes ? submit(values, true) : undefined))
        },
      },
    )
  }

  const chosen = useWatch({ control: form.control, name: 'construction_order_id' })
  const rows = useWatch({ control: form.control, name: 'construction_time_frames_attributes' })
  const order = choices.find(({ id }) => id === chosen)
  const isOfField = Object.keys(generate.error?.fields ?? {}).length > 0
  const now = { construction_order_id: chosen, construction_time_frames_attributes: rows }
  const isStale = !isOfField && tried !== JSON.stringify(bodyOf(now, schedule))
  const refused = generate.error?.code === 'schedule_exists' || isStale ? null : generate.error
  return (
    <>
      <Form form={form} resource="detail_schedule" error={refused} guard={false} onSubmit={values => void submit(values)}>
        <SelectField
          name="construction_order_id"
          label={scheduleLabels.construction_order_id}
          required
          options={choices.map(orderChoice)}
        />
        {order === undefined ? null : <SequencePreview schedule={schedule} order={order} />}
        <TimeFrameRows timePerUnit={schedule.time_per_unit} />
        <SupplyLine schedule={schedule} rows={rows} />
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={generate.isPending} reason={whyNot(chosen, rows)}>
            {schedule.assigns.length > 0 ? '作り直す' : '作成する'}
          </Button>
        </ModalFoot>
      </Form>
      {dialog}
    </>
  )
}

/** An order as it is chosen among others. */
export const orderChoice = ({ id, name, top_or_bottom, vertical_or_horizontal, line_number }: Order): { value: number; label: string } => ({
  value: id,
  label: `${name}（${topOrBottomLabels[top_or_bottom]}・${verticalOrHorizontalLabels[vertical_or_horizontal]}・${line_number}列ずつ）`,
})

/** 「枠数 48 / 部屋数 40」 as it will be counted, with what is missing or left over. */
const SupplyLine = ({ schedule, rows }: { schedule: DetailSchedule; rows: readonly TimeFrameRow[] }) => {
  const supply = frameSupplyOf(
    schedule,
    rows.map(({ id, frame_number }) => ({ ...(id === null ? {} : { id }), frame_number })),
  )
  return (
    <SupplyNote role="status" data-short={supply.missing > 0}>
      <strong>
        枠数 {supply.frames} / 部屋数 {supply.rooms}
      </strong>
      <span>
        {supply.missing > 0
          ? tooFewFramesText(supply.missing)
          : `稼働日 ${supply.workingDays}日、通常枠に${supply.frames - supply.rooms}枠の余裕があります。不在に備える予備枠（目安${sparesFor(supply.rooms)}枠）は含まれません。作成後に「編集」で追加できます。`}
      </span>
    </SupplyNote>
  )
}

/** Spare frames that a construction which has not begun will need. */
const sparesFor = (rooms: number): number => spareStock({ days: [], spare_frames: [], places: [], rooms, visits: 0, reschedules: 0 }).needed

const bodyOf = ({ construction_order_id, construction_time_frames_attributes: rows }: Values, schedule: DetailSchedule) => ({
  detail_schedule: {
    construction_order_id: construction_order_id ?? 0,
    construction_time_frames_attributes: timeFramesBody(rows, schedule),
  },
})

const whyNot = (orderId: number | null, rows: readonly TimeFrameRow[]): string | null =>
  orderId === null ? '施工順を選んでください' : whyNotTimeFrames(rows)
