import type { Day } from '@toguchi/domain/calendar/day'
import type { DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { planningLabels } from '@toguchi/domain/schedule/labels'
import { type FormEvent, useId, useState } from 'react'
import { useApiMutation } from '../../../platform/api/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { MultiDateCalendar } from '../../../ui/calendar/MultiDateCalendar.tsx'
import { Modal, ModalCancel, ModalFoot, ModalGuard } from '../../../ui/dialog/Modal.tsx'
import { Segments } from '../../../ui/layout/Segments.tsx'
import { scheduleReads } from '../../schedule-reads.ts'
import { Stack } from '../../../ui/layout/Layout.ts'
import { Alert } from '../../../ui/Alert.ts'
import { CheckLabel, FieldBox, Label, Help } from '../../../ui/form/FieldParts.ts'
import { Textarea } from '../../../ui/form/Control.ts'

interface Props {
  constructionId: number
  schedule: DetailSchedule
  room: RoomCard
  onClose: () => void
}

/** 希望日: what the resident of a room told us about dates, for whoever plans by hand and for the program. */
export const WishModal = ({ room, onClose, ...props }: Props) => (
  <Modal opened onClose={onClose} title={`${room.name}の希望日`} width={620} testId="wish-modal">
    <WishForm {...props} room={room} onClose={onClose} />
  </Modal>
)

const WishForm = ({ constructionId, schedule, room, onClose }: Props) => {
  const id = useId()
  const before = room.wish ?? { unavailable_dates: [], preferred_dates: [], pinned: false, note: null }
  const [kind, setKind] = useState<'unavailable' | 'preferred'>('unavailable')
  const [unavailable, setUnavailable] = useState<readonly Day[]>(before.unavailable_dates)
  const [preferred, setPreferred] = useState<readonly Day[]>(before.preferred_dates)
  const [pinned, setPinned] = useState(before.pinned)
  const [note, setNote] = useState(before.note ?? '')
  const save = useApiMutation('PATCH /api/constructions/:construction_id/rooms/:room_id/wish', {
    invalidates: scheduleReads,
    onSuccess: onClose,
    errors: 'caller',
  })
  const wish = { unavailable_dates: [...unavailable], preferred_dates: [...preferred], pinned, note }
  const changed = JSON.stringify(wish) !== JSON.stringify({ ...before, note: before.note ?? '' })
  // A day is one or the other: choosing it for one takes it from the other.
  const choose = (days: Day[]) => {
    if (kind === 'unavailable') {
      setUnavailable(days)
      setPreferred(preferred.filter(day => !days.includes(day)))
    } else {
      setPreferred(days)
      setUnavailable(unavailable.filter(day => !days.includes(day)))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ params: { construction_id: constructionId, room_id: room.id }, body: { wish } })
  }
  return (
    <Stack as="form" onSubmit={submit}>
      {save.error === null ? null : (
        <Alert role="alert">
          {save.error.fullMessages.map(text => (
            <p key={text}>{text}</p>
          ))}
        </Alert>
      )}
      <Segments
        label="選ぶ日"
        options={[
          { name: 'unavailable', label: `${planningLabels.unavailable_dates}（${unavailable.length}）` },
          { name: 'preferred', label: `${planningLabels.preferred_dates}（${preferred.length}）` },
        ]}
        chosen={kind}
        onChoose={setKind}
      />
      <MultiDateCalendar
        label={kind === 'unavailable' ? planningLabels.unavailable_dates : planningLabels.preferred_dates}
        days={kind === 'unavailable' ? unavailable : preferred}
        onChange={choose}
        today={schedule.today}
        from={schedule.dates[0]?.date ?? null}
        to={schedule.dates.at(-1)?.date ?? null}
        mark={kind === 'unavailable' ? 'off' : 'blue'}
      />
      <CheckLabel>
        <input type="checkbox" checked={pinned} onChange={event => setPinned(event.target.checked)} />
        今の日程に固定する（自動配置で動かしません）
      </CheckLabel>
      <FieldBox>
        <Label htmlFor={id}>{planningLabels.note}</Label>
        <Textarea id={id} rows={2} maxLength={500} value={note} onChange={event => setNote(event.target.value)} />
        <Help>例：夜勤のため午後希望。居住者には表示されません。</Help>
      </FieldBox>
      <ModalGuard watching={changed && !save.isSuccess} />
      <ModalFoot>
        <ModalCancel />
        <Button kind="primary" type="submit" disabled={save.isPending}>
          保存
        </Button>
      </ModalFoot>
    </Stack>
  )
}
