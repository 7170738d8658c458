import { addDays, formatDayShort, weekday } from '@toguchi/domain/calendar/day'
import { type ReactNode, startTransition, Suspense, useState } from 'react'
import { partOnDemand } from '../../platform/late-part.ts'
import { ApiError } from '../../platform/api/request.ts'
import { toast } from '../../platform/toast.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Dialog } from '../../ui/plain/Dialog.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { type Frame, placeText } from './frame.ts'
import { PlaceText } from './PlaceText.tsx'
import { type Days, WeekOfFrames } from './WeekOfFrames.tsx'
import { Gap } from '../parts/Gap.ts'

/** Fetched while the frame is asked for: the page opens with the calendar alone (STYLE 12). */
const fetchDialogs = () => Promise.all([import('./ConfirmDateDialog.tsx'), import('./AlternativesDialog.tsx')])
const ConfirmDateDialog = partOnDemand(async () => (await import('./ConfirmDateDialog.tsx')).ConfirmDateDialog)
const AlternativesDialog = partOnDemand(async () => (await import('./AlternativesDialog.tsx')).AlternativesDialog)

interface Props {
  dates: Days
  /** The present date; null when there is none that holds. */
  from: Frame | null
  /** What a change costs (`ownChangeTerms`), said again before it is made. */
  terms?: readonly string[]
  /** What stands there when nothing can be chosen; null where the page offers a wish below. */
  instead: ReactNode
  /** Keeps a frame for five minutes (D-06). */
  reserve: (frame: Frame) => Promise<{ assign: Frame; expires_at: string }>
  /** Takes it, and leads on. */
  choose: (frame: Frame) => Promise<void>
  letGo: () => Promise<void>
  /** What holds by now. */
  reload: () => Promise<unknown>
}

/**
 * What is asked just now: whether to take a frame that is held, which of the others when somebody was faster, or whether to try again what did
 * not get through.
 */
type Question =
  | { reserved: Frame; expires_at: string }
  | { lost: string; alternatives: readonly Frame[] }
  | { failed: Frame; again: (frame: Frame) => Promise<void> }

/** Free frames week by week: the one that is tapped is held while one decides (G-RES-12, D-06). */
export const FrameChooser = ({ dates, from, terms = [], instead, reserve, choose: save, letGo, reload }: Props) => {
  const [question, setQuestion] = useState<Question | null>(null)
  const [busy, setBusy] = useState(false)
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
    await reload()
  }
  const choose = async (frame: Frame) => {
    void fetchDialogs().catch(() => {})
    setBusy(true)
    try {
      const { assign, expires_at } = await reserve(frame)
      setQuestion({ reserved: assign, expires_at })
    } catch (error) {
      await lose(error, frame, choose)
    } finally {
      setBusy(false)
    }
  }
  const confirm = async (frame: Frame) => {
    setBusy(true)
    try {
      await save(frame)
      // With the page that follows: the router shows it in a transition, too.
      startTransition(() => {
        setQuestion(null)
        setBusy(false)
      })
    } catch (error) {
      setBusy(false)
      await lose(error, frame, confirm)
    }
  }
  // Also of what may have arrived without an answer; the page then shows what holds.
  const giveUp = async () => {
    setQuestion(null)
    await letGo().catch(() => {})
    await reload()
  }
  return (
    <>
      <Weeks dates={dates} from={from?.date ?? null} instead={instead} onChoose={frame => void choose(frame)} />
      <Suspense>
        {question === null ? null : 'reserved' in question ? (
          <ConfirmDateDialog
            key={question.expires_at}
            place={placeText(question.reserved)}
            expiresAt={question.expires_at}
            before={from && placeText(from)}
            terms={terms}
            busy={busy}
            onConfirm={() => void confirm(question.reserved)}
            onCancel={() => void giveUp()}
          />
        ) : 'failed' in question ? (
          <Dialog
            title="通信できませんでした"
            held={busy}
            onClose={() => void giveUp()}
            actions={
              <>
                <Button kind="secondary" disabled={busy} onClick={() => void giveUp()}>
                  やめる
                </Button>
                <Button disabled={busy} onClick={() => void question.again(question.failed)}>
                  もう一度送る
                </Button>
              </>
            }
          >
            <p>電波のよい場所で、もう一度お試しください。</p>
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
      </Suspense>
    </>
  )
}

export const assignOf = ({ date, construction_time_frame_id }: Frame) => ({ date, construction_time_frame_id })

/** What a 409 adds: up to three free frames nearest to the lost one (D-30). */
const alternativesOf = (answer: unknown): readonly Frame[] | null =>
  typeof answer === 'object' && answer !== null && 'alternatives' in answer && Array.isArray(answer.alternatives)
    ? (answer.alternatives as readonly Frame[])
    : null

/** One week at a time, Monday first; it opens where something is free, near the present date. */
const Weeks = ({
  dates,
  from,
  instead,
  onChoose,
}: Pick<Props, 'dates' | 'instead'> & { from: string | null; onChoose: (frame: Frame) => void }) => {
  const weeks = [...Map.groupBy(dates, ({ date }) => addDays(date, -((weekday(date) + 6) % 7)))].map(([, days]) => days)
  const nearest = nearestFree(weeks, from)
  const [at, setAt] = useState(nearest ?? 0)
  const week = weeks[at]
  if (!week || nearest === null) return instead
  return (
    <>
      <Gap>
        <Read>{`選べる日：${firstFree(dates)}`}</Read>
      </Gap>
      <WeekOfFrames
        days={week}
        {...(at > 0 ? { onEarlier: () => setAt(at - 1) } : {})}
        {...(at < weeks.length - 1 ? { onLater: () => setAt(at + 1) } : {})}
        onChoose={onChoose}
      />
      {hasFree(week) ? null : (
        <Gap>
          <Read>この週に空きはありません。</Read>
          <Button wide onClick={() => setAt(nearest)}>
            空きのある週を見る
          </Button>
        </Gap>
      )}
    </>
  )
}

/** One's own frame is free for oneself alone: it is nothing to choose. */
export const hasFree = (days: Days): boolean =>
  days.some(({ time_frames }) => time_frames.some(({ available, current }) => available && !current))

const mostNamed = 3
/** 12/26(土)、12/27(日)、12/28(月) など: whoever looks at a week without any knows where to go. */
const firstFree = (dates: Days): string => {
  const free = dates.filter(day => hasFree([day]))
  return `${free
    .slice(0, mostNamed)
    .map(({ date }) => formatDayShort(date))
    .join('、')}${free.length > mostNamed ? ' など' : ''}`
}

/** The week with a free frame that is nearest to one's own; null when there is none at all. */
const nearestFree = (weeks: readonly Days[], from: string | null): number | null => {
  const own = Math.max(
    0,
    weeks.findIndex(days => days.some(({ date }) => date === from)),
  )
  const free = weeks.flatMap((days, at) => (hasFree(days) ? [at] : []))
  return free.toSorted((one, other) => Math.abs(one - own) - Math.abs(other - own) || one - other)[0] ?? null
}
