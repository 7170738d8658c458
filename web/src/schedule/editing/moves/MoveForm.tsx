import { type FramePlace, framePlaceKey } from '@toguchi/domain/schedule/place'
import { formatDayShort, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../../ui/dialog/Modal.tsx'
import type { Draft } from '../../draft/draft.ts'
import { framesOf, openDaysOf, timeFramesOf } from '../../draft/plan.ts'
import { Stack } from '../../../ui/layout/Layout.ts'
import { FieldBox, Label, Help, ErrorText } from '../../../ui/form/FieldParts.ts'
import { Select } from '../../../ui/form/Control.ts'
import { Note } from '../../Note.ts'

interface Props {
  /** The rooms in words: 1203ほか4戸. */
  names: string
  count: number
  draft: Draft
  /** What stands against it, shown before anything moves. */
  whyNot: (to: FramePlace) => { text: string; hard: boolean } | null
  onMove: (to: FramePlace) => void
  onClose: () => void
}

/** The same move as a plain form: a date and a time frame are chosen from lists; works where nothing can be dragged. */
export const MoveForm = ({ names, count, draft, whyNot, onMove, onClose }: Props) => {
  const id = useId()
  const days = openDaysOf(draft.base, draft.plan)
  const freeOn = (day: string) =>
    framesOf(draft.base, draft.plan, day).filter(each => !draft.plan.occupants.has(framePlaceKey(each))).length
  const [date, setDate] = useState(() => days.find(day => freeOn(day) > 0) ?? days[0] ?? '')
  const free = framesOf(draft.base, draft.plan, date).filter(place => !draft.plan.occupants.has(framePlaceKey(place)))
  const frames = timeFramesOf(draft.base).map(frame => ({
    ...frame,
    places: free.filter(place => place.construction_time_frame_id === frame.id),
  }))
  const [chosenFrame, setChosenFrame] = useState<number | null>(null)
  const frame =
    frames.find(({ id: frameId, places }) => frameId === chosenFrame && places.length > 0) ?? frames.find(({ places }) => places.length > 0)
  const place = frame?.places[0] ?? null
  const why = place === null ? null : whyNot(place)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (place !== null && why?.hard !== true) onMove(place)
  }
  return (
    <Modal opened onClose={onClose} title="日付を選んで移動" width={480} testId="move-form">
      <Stack as="form" onSubmit={submit}>
        <p>{names}を移動します。</p>
        <FieldBox>
          <Label htmlFor={`${id}d`}>工事日</Label>
          <Select id={`${id}d`} value={date} data-autofocus onChange={event => setDate(event.target.value)}>
            {days.map(day => (
              <option key={day} value={day}>
                {formatDayShort(day)}　空き{freeOn(day)}枠
              </option>
            ))}
          </Select>
        </FieldBox>
        <FieldBox>
          <Label htmlFor={`${id}f`}>時間枠</Label>
          <Select id={`${id}f`} value={frame?.id ?? ''} onChange={event => setChosenFrame(Number(event.target.value))}>
            {frames.map(({ id: frameId, start_at, end_at, places }) => (
              <option key={frameId} value={frameId} disabled={places.length === 0}>
                {formatTimeFrame(start_at, end_at)}　{places.length === 0 ? '満席' : `空き${places.length}枠`}
              </option>
            ))}
          </Select>
          {count > 1 ? <Help>{count}戸は、選んだ枠から順に空いている枠へ入ります。</Help> : null}
        </FieldBox>
        {place === null ? (
          <ErrorText role="alert">この日に空いている枠がありません。</ErrorText>
        ) : why === null ? null : why.hard ? (
          <ErrorText role="status">{why.text}</ErrorText>
        ) : (
          <Note data-tone="amber" role="status">
            {why.text}
          </Note>
        )}
        <ModalFoot>
          <Button onClick={onClose}>キャンセル</Button>
          <Button kind="primary" type="submit" reason={place === null || why?.hard === true ? '移動できない日です' : null}>
            ここに移動
          </Button>
        </ModalFoot>
      </Stack>
    </Modal>
  )
}
