import { formatDayShort, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import { weekday } from '@toguchi/domain/calendar/day'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useActor } from '../platform/actor.ts'
import { q, useApiMutation } from '../platform/api.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { Modal, ModalCancel, ModalFoot } from '../ui/Modal.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { type ActingFor, ActingForFields, actingForOf } from './ActingForFields.tsx'
import { type RoomDetail, roomReads } from './room-reads.ts'

interface Chosen {
  date: string
  construction_time_frame_id: number
}

/** Free frames day by day, two taps for somebody on the line (D-22). */
export const ChangeDateModal = ({ room, onClose }: { room: RoomDetail; onClose: () => void }) => {
  const params = { construction_id: room.construction_id, room_id: room.id }
  const { data } = useQuery(q('GET /api/constructions/:construction_id/rooms/:room_id/free_frames', { params }, { silent: true }))
  const [chosen, setChosen] = useState<Chosen | null>(null)
  // Whoever sits at the switchboard has somebody on the line.
  const operator = useActor().kind === 'operator'
  const form = useForm<ActingFor>({ defaultValues: { channel: operator ? 'tel' : null, caller: '' } })
  const move = useApiMutation('PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
    invalidates: roomReads,
    onSuccess: onClose,
    errors: 'caller',
    onError: () => setChosen(null),
  })
  const isChosen = (date: string, id: number) => chosen?.date === date && chosen.construction_time_frame_id === id
  return (
    <Modal opened onClose={onClose} title={`${room.name}号室　日程の変更`} width={720}>
      <Form
        form={form}
        error={move.error}
        guard={false}
        onSubmit={values => {
          if (chosen !== null) move.mutate({ params, body: { assign: chosen, ...actingForOf(values) } })
        }}
      >
        {data === undefined ? <Spinner /> : null}
        {data?.dates.length === 0 ? <p className="k-help">空いている枠がありません。詳細工程表で予備枠を追加してください。</p> : null}
        <div className="free-dates" role="radiogroup" aria-label="空いている日時">
          {data?.dates.map(({ date, time_frames }) => (
            <div className="free-date" key={date}>
              <span data-day={holidayName(date) !== null || weekday(date) === 0 ? 'red' : weekday(date) === 6 ? 'blue' : 'plain'}>
                {formatDayShort(date)}
                {holidayName(date) === null ? null : <small>{holidayName(date)}</small>}
              </span>
              {time_frames.map(frame => (
                <button
                  key={frame.construction_time_frame_id}
                  type="button"
                  role="radio"
                  aria-checked={isChosen(date, frame.construction_time_frame_id)}
                  onClick={() => setChosen({ date, construction_time_frame_id: frame.construction_time_frame_id })}
                >
                  {formatTimeFrame(frame.start_at, frame.end_at)}
                  <small>
                    空き{frame.frame_numbers.length}
                    {frame.frame_numbers.length === frame.spare_frame_numbers.length ? '（予備枠）' : ''}
                  </small>
                </button>
              ))}
            </div>
          ))}
        </div>
        <FormGrid>
          <ActingForFields />
        </FormGrid>
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={move.isPending} reason={chosen === null ? '日時を選んでください' : null}>
            この日時に変更する
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
