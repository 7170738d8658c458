import { type FramePlace, framePlaceKey, isSamePlace } from '@toguchi/domain/schedule/place'
import { formatDayShort, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../../ui/dialog/Modal.tsx'
import type { Draft } from '../../draft/draft.ts'
import type { Swap } from '../../draft/moves.ts'
import type { Objection } from '../use-moving.ts'
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
  whyNot: (to: FramePlace) => Objection | null
  onMove: (to: FramePlace) => void
  onSwap: (swap: Swap) => void
  /** Rooms that go together do not fit: where they would. */
  onPropose: (to: FramePlace) => void
  onClose: () => void
}

/** The same move as a plain form: a date and a time frame are chosen from lists; works where nothing can be dragged. */
export const MoveForm = ({ names, count, draft, whyNot, onMove, onSwap, onPropose, onClose }: Props) => {
  const id = useId()
  const days = openDaysOf(draft.base, draft.plan)
  const freeOn = (day: string) =>
    framesOf(draft.base, draft.plan, day).filter(each => !draft.plan.occupants.has(framePlaceKey(each))).length
  const [date, setDate] = useState(() => days.find(day => freeOn(day) > 0) ?? days[0] ?? '')
  const ofDate = framesOf(draft.base, draft.plan, date).map(place => ({
    place,
    occupant: draft.plan.occupants.get(framePlaceKey(place)) ?? null,
    why: draft.plan.occupants.has(framePlaceKey(place)) ? whyNot(place) : null,
  }))
  const free = ofDate.filter(({ occupant }) => occupant === null)
  const frames = timeFramesOf(draft.base).map(frame => {
    const within = ({ place: { construction_time_frame_id } }: (typeof ofDate)[number]) => construction_time_frame_id === frame.id
    return { ...frame, free: free.filter(within), swaps: ofDate.filter(each => within(each) && each.why?.swap !== undefined) }
  })
  const [chosenFrame, setChosenFrame] = useState<number | null>(null)
  const [chosenPlace, setChosenPlace] = useState<FramePlace | null>(null)
  const frame =
    frames.find(each => each.id === chosenFrame && each.free.length + each.swaps.length > 0) ??
    frames.find(each => each.free.length > 0) ??
    frames.find(each => each.swaps.length > 0)
  const choices = frame === undefined ? [] : [...frame.free.slice(0, 1), ...frame.swaps]
  const { place = null } = choices.find(each => isSamePlace(each.place, chosenPlace)) ?? choices[0] ?? {}
  const why = place === null ? null : whyNot(place)
  /** Near which others are looked for, where nothing of the day takes them. */
  const wanted = place ?? ofDate[0]?.place
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (place === null || why?.hard === true) return
    if (why?.swap === undefined) onMove(place)
    else onSwap(why.swap)
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
            {frames.map(({ id: frameId, start_at, end_at, free: places, swaps }) => (
              <option key={frameId} value={frameId} disabled={places.length + swaps.length === 0}>
                {formatTimeFrame(start_at, end_at)}　{places.length === 0 ? '空きなし' : `空き${places.length}枠`}
              </option>
            ))}
          </Select>
          {count > 1 ? <Help>{count}戸は、選んだ枠から順に空いている枠へ入ります。</Help> : null}
        </FieldBox>
        {choices.length > 1 || (choices.length === 1 && frame?.free.length === 0) ? (
          <FieldBox>
            <Label htmlFor={`${id}p`}>枠</Label>
            <Select
              id={`${id}p`}
              value={place === null ? '' : framePlaceKey(place)}
              onChange={event => setChosenPlace(choices.find(each => framePlaceKey(each.place) === event.target.value)?.place ?? null)}
            >
              {choices.map(each => (
                <option key={framePlaceKey(each.place)} value={framePlaceKey(each.place)}>
                  枠{each.place.frame_number}　{each.occupant === null ? '空き' : each.why?.text}
                </option>
              ))}
            </Select>
          </FieldBox>
        ) : null}
        {place === null ? (
          <ErrorText role="alert">この日に空いている枠がありません。</ErrorText>
        ) : why === null ? null : why.hard ? (
          <ErrorText role="status">{why.text}</ErrorText>
        ) : (
          <Note data-tone="amber" role="status">
            {why.text}
          </Note>
        )}
        {count > 1 && wanted !== undefined && (place === null || why?.hard === true) ? (
          <div>
            <Button icon="calendar" onClick={() => onPropose(wanted)}>
              まとめて入る日を探す
            </Button>
          </div>
        ) : null}
        <ModalFoot>
          <Button onClick={onClose}>キャンセル</Button>
          <Button kind="primary" type="submit" reason={place === null || why?.hard === true ? '移動できない日です' : null}>
            {why?.swap === undefined ? 'ここに移動' : '入れ替える'}
          </Button>
        </ModalFoot>
      </Stack>
    </Modal>
  )
}
