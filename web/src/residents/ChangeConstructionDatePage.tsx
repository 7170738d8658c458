import { addDays, weekday } from '@toguchi/domain/calendar/day'
import { useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { paths } from '../app/paths.ts'
import { useConfiguration } from '../platform/configuration.ts'
import { type AnswerOf, ApiError, send } from '../platform/request.ts'
import { toast } from '../platform/toast.ts'
import { Button, ButtonLink } from '../ui/plain/Button.tsx'
import { Title } from '../ui/plain/Card.tsx'
import { Dialog } from '../ui/plain/Dialog.tsx'
import { Notice } from '../ui/plain/Notice.tsx'
import { Read } from '../ui/plain/Read.tsx'
import { AlternativesDialog } from './AlternativesDialog.tsx'
import { CallButton } from './CallButton.tsx'
import { ConfirmDateDialog } from './ConfirmDateDialog.tsx'
import { type Frame, placeText } from './frame.ts'
import { keepingLast } from './keeping-last.ts'
import { PlaceText } from './PlaceText.tsx'
import { WeekOfFrames } from './WeekOfFrames.tsx'
import './residents.css'

export const loader = keepingLast(async options => {
  const own = await send('GET /api/residents/construction', {}, options)
  // Where nothing can be chosen the page says why, and asks for no calendar.
  return { own, dates: own.can_change_date ? (await send('GET /api/residents/assignable_frames', {}, options)).dates : [] }
})

/**
 * What the page asks just now: whether to take a frame that is held, which of the others when somebody was faster, or whether to try again
 * what did not get through.
 */
type Question =
  | { held: Frame; expires_at: string }
  | { lost: string; alternatives: readonly Frame[] }
  | { failed: Frame; again: (frame: Frame) => Promise<void> }

/** Chooses another date (G-RES-12): the frame one taps is held for five minutes while one decides (D-06). */
export const ChangeConstructionDatePage = () => {
  const { own, dates } = useLoaderData<typeof loader>()
  const phone = useConfiguration()?.call_center_phone
  const { revalidate } = useRevalidator()
  const [question, setQuestion] = useState<Question | null>(null)
  const navigate = useNavigate()

  const lose = async (error: unknown, frame: Frame, again: (frame: Frame) => Promise<void>) => {
    if (!(error instanceof ApiError)) throw error
    // Nobody knows whether it arrived. Asking once more settles it: the same wish twice is one.
    if (error.status === 0) return setQuestion({ failed: frame, again })
    const alternatives = alternativesOf(error.answer)
    if (error.status === 409 && alternatives !== null) setQuestion({ lost: error.fullMessages[0] ?? '', alternatives })
    else {
      setQuestion(null)
      toast.failure(error.fullMessages)
    }
    await revalidate()
  }
  const choose = async (frame: Frame) => {
    try {
      const { assign, expires_at } = await send(
        'POST /api/residents/assign/hold',
        { body: { assign: wantedOf(frame) } },
        { errors: 'caller' },
      )
      setQuestion({ held: assign, expires_at })
    } catch (error) {
      await lose(error, frame, choose)
    }
  }
  const take = async (frame: Frame) => {
    try {
      const { message } = await send(
        'PATCH /api/residents/assign',
        { body: { assign: wantedOf(frame) } },
        { errors: 'caller', message: '変更しています…' },
      )
      setQuestion(null)
      await navigate(paths.resident_top())
      toast.success(message)
    } catch (error) {
      await lose(error, frame, take)
    }
  }
  // Also of what may have arrived without an answer; the page then shows what holds.
  const letGo = async () => {
    setQuestion(null)
    await send('DELETE /api/residents/assign/hold', {}, { silent: true, errors: 'nobody' }).catch(() => {})
    await revalidate()
  }

  return (
    <>
      <Title>工事日の変更</Title>
      {own.assign === null ? null : (
        <p className="r-now">
          <Read>
            今の日程
            <strong>
              <PlaceText place={placeText(own.assign)} />
            </strong>
          </Read>
        </p>
      )}
      {own.can_change_date ? (
        <Weeks dates={dates} from={own.assign?.date ?? null} onChoose={frame => void choose(frame)} />
      ) : (
        <>
          <Notice kind="warning">{own.why_no_date_change}</Notice>
          {own.room.status === 'completed' ? null : <ReadOut own={own} />}
        </>
      )}
      <p className="r-gap">
        <Read>{own.can_change_date ? 'ご希望の日がないときは、お電話ください。' : '変更をご希望の方は、お電話ください。'}</Read>
      </p>
      <CallButton
        phone={phone ?? own.construction.emergency_phone_number}
        note={`${own.room.name}号室　管理番号 ${own.construction.manage_no ?? '―'}`}
      />
      <p className="r-gap">
        <ButtonLink kind="secondary" wide to={paths.resident_top()}>
          {own.can_change_date ? '変更せずに戻る' : 'トップへ戻る'}
        </ButtonLink>
      </p>
      {question === null ? null : 'held' in question ? (
        <ConfirmDateDialog
          key={question.expires_at}
          place={placeText(question.held)}
          expiresAt={question.expires_at}
          onConfirm={() => void take(question.held)}
          onCancel={() => void letGo()}
        />
      ) : 'failed' in question ? (
        <Dialog
          title="通信できませんでした"
          onClose={() => void letGo()}
          actions={
            <>
              <Button kind="secondary" onClick={() => void letGo()}>
                やめる
              </Button>
              <Button onClick={() => void question.again(question.failed)}>もう一度送る</Button>
            </>
          }
        >
          <p>電波の良い場所で、もう一度お試しください。</p>
          <p>
            <strong>
              <PlaceText place={placeText(question.failed)} />
            </strong>
          </p>
        </Dialog>
      ) : (
        <AlternativesDialog
          sentence={question.lost}
          alternatives={question.alternatives}
          onChoose={frame => void choose(frame)}
          onCancel={() => setQuestion(null)}
        />
      )}
    </>
  )
}

/** After the deadline: what whoever answers the telephone will ask for. */
const ReadOut = ({ own: { construction, room, assign } }: { own: AnswerOf<'GET /api/residents/construction'> }) => (
  <section className="plain-card r-readout" aria-label="お電話でお伝えいただくこと">
    <Read>
      <h2>お電話でお伝えいただくこと</h2>
      <dl className="r-facts">
        <div>
          <dt>管理番号</dt>
          <dd>{construction.manage_no ?? '―'}</dd>
        </div>
        <div>
          <dt>お部屋</dt>
          <dd>{`${construction.building_name} ${room.name}号室`}</dd>
        </div>
        {assign === null ? null : (
          <div>
            <dt>今の日程</dt>
            <dd>{placeText(assign)}</dd>
          </div>
        )}
      </dl>
    </Read>
  </section>
)

const wantedOf = ({ date, construction_time_frame_id }: Frame) => ({ date, construction_time_frame_id })

/** What a 409 adds: up to three free frames nearest to the lost one (D-30). */
const alternativesOf = (answer: unknown): readonly Frame[] | null =>
  typeof answer === 'object' && answer !== null && 'alternatives' in answer && Array.isArray(answer.alternatives)
    ? (answer.alternatives as readonly Frame[])
    : null

type Dates = AnswerOf<'GET /api/residents/assignable_frames'>['dates']

/** One week at a time, Monday first; it opens where something is free, near the present date. */
const Weeks = ({ dates, from, onChoose }: { dates: Dates; from: string | null; onChoose: (frame: Frame) => void }) => {
  const weeks = [...Map.groupBy(dates, ({ date }) => addDays(date, -((weekday(date) + 6) % 7)))].map(([, days]) => days)
  const nearest = nearestFree(weeks, from)
  const [at, setAt] = useState(nearest ?? 0)
  const week = weeks[at]
  if (!week || nearest === null) return <Notice>今は選べる日がありません。お電話でお問い合わせください。</Notice>
  return (
    <>
      <WeekOfFrames
        days={week}
        {...(at > 0 ? { onEarlier: () => setAt(at - 1) } : {})}
        {...(at < weeks.length - 1 ? { onLater: () => setAt(at + 1) } : {})}
        onChoose={onChoose}
      />
      {hasFree(week) ? null : (
        <p className="r-gap">
          <Read>この週に空きはありません。</Read>
          <Button wide onClick={() => setAt(nearest)}>
            空きのある週を見る
          </Button>
        </p>
      )}
    </>
  )
}

/** One's own frame is free for oneself alone: it is nothing to choose. */
const hasFree = (days: Dates): boolean =>
  days.some(({ time_frames }) => time_frames.some(({ available, current }) => available && !current))

/** The week with a free frame that is nearest to one's own; null when there is none at all. */
const nearestFree = (weeks: readonly Dates[], from: string | null): number | null => {
  const own = Math.max(
    0,
    weeks.findIndex(days => days.some(({ date }) => date === from)),
  )
  const free = weeks.flatMap((days, at) => (hasFree(days) ? [at] : []))
  return free.toSorted((one, other) => Math.abs(one - own) - Math.abs(other - own) || one - other)[0] ?? null
}
