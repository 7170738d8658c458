import { formatDayLong } from '@toguchi/domain/calendar/day'
import { ArrangeModal } from '../../arrange/ArrangeModal.tsx'
import { arrangeFactsOf } from '../../arrange/arrange-input.ts'
import { dayOffOf } from '../../draft/day-off.ts'
import { DayModal } from './DayModal.tsx'
import { DayOffModal } from './DayOffModal.tsx'
import { changesOf, type Draft, propose, releaseSpareFrames, toggleHoliday } from '../../draft/draft.ts'
import type { DateColumn } from '../../views/frame-view.ts'
import { MovePreview } from '../moves/MovePreview.tsx'
import { MoveForm } from '../moves/MoveForm.tsx'
import { dayToNextWorkingDay, roomsOn, shiftFrom, type Verdict } from '../../draft/moves.ts'
import { ReasonModal } from './ReasonModal.tsx'
import { SaveSheet } from '../saving/SaveSheet.tsx'
import type { Moving } from '../use-moving.ts'
import type { ScheduleDraft } from '../use-schedule-draft.ts'
import { toast } from '../../../platform/toast.ts'
import { WishModal } from './WishModal.tsx'

/** The one dialog that is open, with what it is about. */
export type OpenDialog =
  | { kind: 'save' }
  | { kind: 'arrange' }
  | { kind: 'day'; day: DateColumn }
  | { kind: 'day off'; date: string }
  | { kind: 'move'; roomIds: readonly number[] }
  | { kind: 'wish'; roomId: number }
  | { kind: 'preview'; title: string; judge: (draft: Draft) => Verdict }

interface Props {
  constructionId: number
  scheduleDraft: ScheduleDraft
  moving: Moving
  open: OpenDialog | null
  onOpen: (dialog: OpenDialog | null) => void
}

/** What stands beside the schedule: saving it, a day, a move by form, wishes, the program's proposal, and the reason for a move. */
export const ScheduleDialogs = ({ constructionId, scheduleDraft, moving, open, onOpen }: Props) => {
  const { draft, mode } = scheduleDraft
  const close = () => onOpen(null)
  return (
    <>
      <ReasonModal undecided={moving.undecided} onDecide={moving.decide} onClose={moving.dismissUndecided} />
      <SaveSheet opened={open?.kind === 'save' && mode !== 'view'} onClose={close} schedule={scheduleDraft} />
      {open?.kind === 'arrange' ? (
        <ArrangeModal
          opened
          onClose={close}
          facts={arrangeFactsOf(draft)}
          onPropose={(moves, spareFrames) => {
            const proposed = propose(draft, moves, spareFrames)
            if (proposed === null)
              return toast.failure('計算している間に工程表が変わりました。もう一度「自動配置」を開いて計算してください。')
            scheduleDraft.change(proposed)
            moving.announce(`自動配置の案を下書きに入れました。変更は${changesOf(proposed).count}件です。`)
          }}
        />
      ) : null}
      {open?.kind === 'move' ? (
        <MoveForm
          names={moving.namesOf(open.roomIds)}
          count={open.roomIds.length}
          draft={draft}
          whyNot={to => moving.whyNot(open.roomIds, to)}
          onMove={to => {
            close()
            moving.put(open.roomIds, to)
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'preview' ? (
        <MovePreview
          title={open.title}
          draft={draft}
          verdict={open.judge(draft)}
          onMove={() => {
            close()
            moving.carryOut(open.judge)
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'wish' ? (
        <Wish constructionId={constructionId} scheduleDraft={scheduleDraft} roomId={open.roomId} onClose={close} />
      ) : null}
      {open?.kind === 'day' ? <Day scheduleDraft={scheduleDraft} moving={moving} day={open.day} onOpen={onOpen} /> : null}
      {open?.kind === 'day off' ? (
        <DayOffModal
          dayOff={dayOffOf(draft, open.date)}
          draft={draft}
          onDecide={moves => {
            close()
            scheduleDraft.change(toggleHoliday(draft, open.date, moves))
          }}
          onClose={close}
        />
      ) : null}
    </>
  )
}

interface WishProps {
  constructionId: number
  scheduleDraft: ScheduleDraft
  roomId: number
  onClose: () => void
}

const Wish = ({ constructionId, scheduleDraft: { draft }, roomId, onClose }: WishProps) => {
  const room = draft.rooms.get(roomId)
  return room === undefined ? null : <WishModal constructionId={constructionId} schedule={draft.base} room={room} onClose={onClose} />
}

const Day = ({ scheduleDraft, moving, day, onOpen }: Pick<Props, 'scheduleDraft' | 'moving' | 'onOpen'> & { day: DateColumn }) => {
  const { draft, mode } = scheduleDraft
  const spares = [...draft.plan.spareFrames.values()].filter(spare => spare.date === day.date)
  return (
    <DayModal
      day={day}
      movable={roomsOn(draft, day.date).length}
      spares={{ all: spares.length, released: spares.filter(({ released }) => released).length }}
      office={draft.base.can_override}
      onClose={() => onOpen(null)}
      onChooseAll={
        mode === 'edit'
          ? date => {
              const rooms = roomsOn(draft, date).filter(({ id }) => !moving.selected.has(id))
              moving.toggleSelected(rooms.map(({ id }) => id))
            }
          : null
      }
      onNextDay={date =>
        onOpen({ kind: 'preview', title: `${formatDayLong(date)}の全住戸を翌稼働日へ`, judge: now => dayToNextWorkingDay(now, date) })
      }
      onShift={date =>
        onOpen({ kind: 'preview', title: `${formatDayLong(date)}以降を1稼働日ずつ後ろへ`, judge: now => shiftFrom(now, date) })
      }
      onHoliday={date => {
        if (draft.plan.holidays.has(date) || roomsOn(draft, date).length === 0) scheduleDraft.change(toggleHoliday(draft, date))
        else onOpen({ kind: 'day off', date })
      }}
      onRelease={(date, released) => scheduleDraft.change(releaseSpareFrames(draft, date, released))}
    />
  )
}
