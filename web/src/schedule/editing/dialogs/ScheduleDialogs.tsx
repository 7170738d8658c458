import { formatDayLong } from '@toguchi/domain/calendar/day'
import type { FramePlace } from '@toguchi/domain/schedule/place'
import { Suspense } from 'react'
import { partOnDemand } from '../../../platform/late-part.ts'
import { arrangeFactsOf } from '../../arrange/arrange-input.ts'
import { dayOffOf } from '../../draft/day-off.ts'
import { changesOf, type Draft, propose, releaseSpareFrames, toggleHoliday } from '../../draft/draft.ts'
import type { DateColumn } from '../../views/frame-view.ts'
import { dayToNextWorkingDay, roomsOn, shiftFrom, type Swap, type Verdict } from '../../draft/moves.ts'
import { ReasonModal } from './ReasonModal.tsx'
import type { Moving } from '../use-moving.ts'
import type { ScheduleDraft } from '../use-schedule-draft.ts'
import { toast } from '../../../platform/toast.ts'

// What is opened now and then is fetched when it is: the sheet itself has to stand at once.
const ArrangeModal = partOnDemand(async () => (await import('../../arrange/ArrangeModal.tsx')).ArrangeModal)
const DayModal = partOnDemand(async () => (await import('./DayModal.tsx')).DayModal)
const DayOffModal = partOnDemand(async () => (await import('./DayOffModal.tsx')).DayOffModal)
const MoveForm = partOnDemand(async () => (await import('../moves/MoveForm.tsx')).MoveForm)
const MovePreview = partOnDemand(async () => (await import('../moves/MovePreview.tsx')).MovePreview)
const OtherPlacesModal = partOnDemand(async () => (await import('./OtherPlacesModal.tsx')).OtherPlacesModal)
const SaveSheet = partOnDemand(async () => (await import('../saving/SaveSheet.tsx')).SaveSheet)
const SwapModal = partOnDemand(async () => (await import('./SwapModal.tsx')).SwapModal)
const WishModal = partOnDemand(async () => (await import('./WishModal.tsx')).WishModal)

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
  /** A card came to a place by a dialog: it is brought into sight there. */
  onPlaced: (roomId: number, place: FramePlace) => void
}

/** What stands beside the schedule: saving it, a day, a move by form, wishes, the program's proposal, and the reason for a move. */
export const ScheduleDialogs = ({ constructionId, scheduleDraft, moving, open, onOpen, onPlaced }: Props) => {
  const { draft, mode } = scheduleDraft
  const close = () => onOpen(null)
  const showSwapped = ({ roomIds: [moved], withIds: [other] }: Swap) => {
    const place = other === undefined ? null : draft.plan.places.get(other)
    if (moved !== undefined && place) onPlaced(moved, place)
  }
  return (
    <Suspense>
      <ReasonModal undecided={moving.undecided} onDecide={moving.decide} onClose={moving.dismissUndecided} />
      {moving.swapping === null ? null : <SwapModal draft={draft} moving={moving} onSwapped={showSwapped} />}
      {moving.refusedGroup === null ? null : (
        <OtherPlacesModal draft={draft} moving={moving} refused={moving.refusedGroup} onPlaced={onPlaced} />
      )}
      {open?.kind === 'save' && mode !== 'view' ? (
        <SaveSheet constructionId={constructionId} onClose={close} schedule={scheduleDraft} />
      ) : null}
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
            const [first] = open.roomIds
            if (moving.put(open.roomIds, to) === 'done' && first !== undefined) onPlaced(first, to)
          }}
          onSwap={swap => {
            close()
            if (moving.swap(swap) === 'done') showSwapped(swap)
          }}
          onPropose={to => {
            close()
            moving.proposeOthers(open.roomIds, to)
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
    </Suspense>
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
