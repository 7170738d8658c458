import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { isOffice } from '@toguchi/domain/access/actor'
import { instantOf, timeInTokyo } from '@toguchi/domain/calendar/day'
import { usualReason } from '@toguchi/domain/rooms/absences/usual-reason'
import { roomLabels } from '@toguchi/domain/rooms/labels'
import type { OrderDecision } from '@toguchi/domain/rooms/order-decision'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { OrderDecisionChoice } from '../../orders/orders.tsx'
import { useActor } from '../../platform/session/actor.ts'
import { q, useApiMutation } from '../../platform/api/api.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { Button } from '../../ui/Button.tsx'
import { DateField } from '../../ui/form/fields/DateField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { TimeField } from '../../ui/form/fields/TimeField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { usePaperList } from '../../messages/messages.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { type ChosenFrame, FreeFrames } from '../../schedule/schedule.ts'
import { type RoomDetail, roomReads } from '../../room-reads/room-reads.ts'
import { seenOf } from './seen-of.ts'

interface Values {
  incomplete_reason_id: number | null
  revisit: 'frame' | 'day' | 'open'
  revisit_on: string | null
  visited_on: string | null
  visited_time: string | null
  room_remarks: string
}

export const useReasons = () =>
  useQuery(q('GET /api/incomplete_reasons', { query: { exclude_pagination: true } }, { silent: true })).data?.incomplete_reasons ?? []

const wholeTexts = { frame: '空き枠から選ぶ', day: '日だけ決まっている', open: '未定' } as const

const choosesAnew = '不在として登録します。居住者へお知らせが届き、居住者ページと不在票のQRコードから新しい日時を選べるようになります。'
const absenceHelps = {
  open: choosesAnew,
  day: choosesAnew,
  frame: '不在として登録します。居住者へは、新しい日時をお知らせします。',
} as const
const notVisitedHelp = '工事日の前のため、不在の訪問としては登録しません。居住者へのお知らせはありません。'

const roomAndAbsences = [...roomReads, 'GET /api/constructions/:construction_id/rooms/:room_id/absences'] as const

const hasItsDayCome = ({ assign }: RoomDetail, today: string): boolean => assign !== null && assign.date <= today

/** When somebody stood at the door, as far as it can be known: now on the day itself, else when its frame began. */
const visitOf = ({ assign }: RoomDetail, today: string) => ({
  visited_on: assign?.date ?? today,
  visited_time: assign === null || assign.date === today ? timeInTokyo(new Date()) : assign.start_at,
})

/**
 * Could not be done today: why, and when again. A date that is known is a free frame, spare ones first, and an appointment; a day without a
 * time stays a day (D-34). Without a date it becomes remaining work (G-ROOM-01). With the reason 不在 it asks for the visit, and is the absence
 * that the button 不在 records (decision 092).
 */
export const RescheduleModal = ({ room, onClose }: { room: RoomDetail; onClose: () => void }) => {
  const reasons = useReasons()
  const today = useConfiguration()?.today ?? ''
  const office = isOffice(useActor())
  const params = { construction_id: room.construction_id, room_id: room.id }
  const [decision, setDecision] = useState<OrderDecision | null>(null)
  const [chosen, setChosen] = useState<ChosenFrame | null>(null)
  const form = useForm<Values>({
    defaultValues: {
      incomplete_reason_id: null,
      revisit: 'open',
      revisit_on: null,
      ...visitOf(room, today),
      room_remarks: room.room_remarks ?? '',
    },
  })
  const revisit = useWatch({ control: form.control, name: 'revisit' })
  const paperList = usePaperList(room.construction_id)
  const reasonId = useWatch({ control: form.control, name: 'incomplete_reason_id' })
  const isAbsence = reasonId !== null && reasonId === usualReason(reasons)?.id
  const wasVisited = isAbsence && hasItsDayCome(room, today)
  const place = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/revisit', {
    invalidates: roomAndAbsences,
    onSuccess: onClose,
    leadsTo: ({ told }) => paperList(told === 'paper'),
    errors: 'caller',
    // Nothing was saved: another frame is chosen.
    onError: ({ code }) => code !== 'orders_undecided' && setChosen(null),
  })
  const save = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/reschedule', {
    invalidates: roomAndAbsences,
    onSuccess: onClose,
    errors: 'caller',
  })
  const submit = ({ incomplete_reason_id, revisit_on, visited_on, visited_time, room_remarks }: Values) => {
    const { visited_on: on, visited_time: time } = form.formState.dirtyFields
    // Untouched it is now, by the server's clock, or when the frame of its day began.
    const isTold = wasVisited && (on || time) && visited_on && visited_time
    const visit = isTold ? { visited_at: instantOf(visited_on, visited_time).toISOString() } : {}
    // Without a reason the server names the field.
    const fields = { incomplete_reason_id: incomplete_reason_id!, room_remarks, ...visit }
    const decided = decision === null ? {} : { order_decision: decision }
    if (revisit === 'frame' && chosen !== null) return place.mutate({ params, body: { room: fields, assign: chosen, ...decided } })
    const day = revisit === 'day' && revisit_on !== null && revisit_on !== '' ? { revisit_on } : {}
    save.mutate({ params, body: { room: { ...fields, ...day }, ...decided } })
  }
  const ways = office ? (['open', 'frame', 'day'] as const) : (['open', 'day'] as const)
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(room.name)}　日程再調整`} width={640}>
      <Form form={form} error={place.error ?? save.error} guard={false} onSubmit={submit}>
        <FormGrid>
          <SelectField
            name="incomplete_reason_id"
            label={roomLabels.incomplete_reason_id}
            required
            wide
            {...(isAbsence ? { help: wasVisited ? absenceHelps[revisit] : notVisitedHelp } : {})}
            options={reasons.map(({ id, name }) => ({ value: id, label: name }))}
          />
          {wasVisited ? (
            <>
              <DateField name="visited_on" label="訪問した日" required today={today} max={today} />
              <TimeField name="visited_time" label="訪問した時刻" required />
            </>
          ) : null}
          <SelectField name="revisit" label="再訪問" required options={ways.map(value => ({ value, label: wholeTexts[value] }))} />
          {revisit === 'day' ? <DateField name="revisit_on" label={roomLabels.revisit_on} today={today} min={today} /> : null}
          <TextareaField name="room_remarks" label={roomLabels.room_remarks} wide />
        </FormGrid>
        <OrderDecisionChoice room={room} change={revisit === 'frame' ? 'move' : 'put off'} value={decision} onChange={setDecision} />
        {revisit === 'frame' ? <FreeFrames {...params} current={seenOf(room)} chosen={chosen} onChoose={setChosen} /> : null}
        <ModalFoot>
          <ModalCancel />
          <Button
            kind="primary"
            type="submit"
            disabled={save.isPending || place.isPending}
            reason={revisit === 'frame' && chosen === null ? '日時を選んでください' : null}
          >
            {revisit === 'frame' ? 'この日時に再訪問する' : '日程再調整にする'}
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
