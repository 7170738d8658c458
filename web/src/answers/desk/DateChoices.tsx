import { type Day, formatDayLong, formatDayShort, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { hardReasonTexts, moveReasonLabels } from '@toguchi/domain/schedule/placement'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import type { Desk } from '../answer-reads.ts'
import styles from './DeskCall.module.css'

const FreeFrames = lazy(async () => ({ default: (await import('../../schedule/schedule.ts')).FreeFrames }))

export interface Slot {
  date: Day
  construction_time_frame_id: number
}
/** What is agreed on: the date that stands, or a frame; null while nothing is. */
export type Choice = 'accept' | Slot | null

export const slotOf = ({ date, construction_time_frame_id }: Slot): Slot => ({ date, construction_time_frame_id })
const isSameSlot = (a: Slot, b: Slot) => a.date === b.date && a.construction_time_frame_id === b.construction_time_frame_id

/** Whether the date that stands can be agreed to. */
export const mayAccept = ({ assign, room }: Desk) => assign !== null && room.construction_schedule_confirmed_at === null

type Place = Desk['proposals'][number]
type AskedDay = Desk['asked_days'][number]

export const placeText = ({ date, start_at, end_at }: Place) => `${formatDayLong(date)} ${formatTimeFrame(start_at, end_at)}`

/** A frame as it is offered on the page just now; undefined where it is offered no more. */
export const findOffered = ({ proposals, asked_days: [, asked] }: Desk, slot: Slot): Place | undefined =>
  [...proposals, ...(asked?.time_frames ?? []).filter(({ free }) => free > 0).map(frame => ({ ...frame, date: asked?.date ?? '' }))].find(
    place => isSameSlot(place, slot),
  )

interface Props {
  desk: Desk
  choice: Choice
  onChange: (choice: Choice) => void
  /** Another day is asked for. */
  onDay: (day: Day) => void
}

/** The date as it stands, every frame of the day that the caller names, the nearest free ones, and all there are. */
export const DateChoices = ({ desk, choice, onChange, onDay }: Props) => {
  const { assign, proposals, room } = desk
  const [showsAll, setShowsAll] = useState(false)
  const [before, asked, after] = desk.asked_days
  const slot = choice === 'accept' ? null : choice
  const isChosen = (place: Slot) => slot !== null && isSameSlot(place, slot)
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>日時</legend>
        {assign !== null && mayAccept(desk) ? (
          <label className={styles.choice}>
            <input type="radio" name="desk-date" checked={choice === 'accept'} onChange={() => onChange('accept')} />
            今の日時でよい
            <small>
              {formatDayShort(assign.date)} {formatTimeFrame(assign.start_at, assign.end_at)}
            </small>
          </label>
        ) : null}
        {asked === undefined ? null : <AskedFrames day={asked} isChosen={isChosen} onChange={onChange} />}
        {asked === undefined ? null : (
          <div className={styles.neighbours}>
            <Neighbour day={before} label="前日" onDay={onDay} />
            <Neighbour day={after} label="翌日" onDay={onDay} />
          </div>
        )}
        {proposals
          .filter(({ date }) => date !== asked?.date)
          .map(place => (
            <label className={styles.choice} key={`${place.date}/${place.construction_time_frame_id}`}>
              <input type="radio" name="desk-date" checked={isChosen(place)} onChange={() => onChange(slotOf(place))} />
              {placeText(place)}
            </label>
          ))}
        {proposals.length === 0 ? <Help>近い空きがありません。「すべての空き」に、予備枠も表示されます。</Help> : null}
      </fieldset>
      <Button size="small" icon="calendar" aria-expanded={showsAll} onClick={() => setShowsAll(shown => !shown)}>
        すべての空き
      </Button>
      {showsAll ? (
        <div className={styles.allFrames}>
          <Suspense fallback={<Spinner />}>
            <FreeFrames
              construction_id={room.construction_id}
              room_id={room.id}
              current={assign && slotOf(assign)}
              chosen={slot}
              onChoose={onChange}
            />
          </Suspense>
        </div>
      ) : null}
    </>
  )
}

interface AskedFramesProps {
  day: AskedDay
  isChosen: (slot: Slot) => boolean
  onChange: (slot: Slot) => void
}

/** The day that the caller named: what is free, what is not, or why nobody comes. */
const AskedFrames = ({ day: { date, kind, time_frames }, isChosen, onChange }: AskedFramesProps) =>
  kind === 'open' ? (
    time_frames.map(frame => {
      const place = { ...frame, date }
      return (
        <label className={styles.choice} key={frame.construction_time_frame_id} data-full={frame.free === 0}>
          {frame.free === 0 ? null : (
            <input type="radio" name="desk-date" checked={isChosen(place)} onChange={() => onChange(slotOf(place))} />
          )}
          {placeText(place)}
          <small>{freeText(frame)}</small>
        </label>
      )
    })
  ) : (
    <p className={styles.closed}>
      {formatDayLong(date)}は{hardReasonTexts[kind]}
    </p>
  )

const freeText = ({ free, spare }: { free: number; spare: number }) =>
  free === 0 ? '空きなし' : `空き${free}${free === spare ? '（予備枠）' : ''}`

interface NeighbourProps {
  day: AskedDay | undefined
  label: string
  onDay: (day: Day) => void
}

const Neighbour = ({ day, label, onDay }: NeighbourProps) => {
  if (day === undefined || day.kind === 'past') return null
  const free = day.time_frames.reduce((sum, frame) => sum + frame.free, 0)
  const spare = day.time_frames.reduce((sum, frame) => sum + frame.spare, 0)
  return (
    <Button size="small" onClick={() => onDay(day.date)}>
      {label} {formatDayShort(day.date)}　{day.kind === 'open' ? freeText({ free, spare }) : moveReasonLabels[day.kind]}
    </Button>
  )
}
