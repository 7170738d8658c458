import { formatDayLong, formatTimeFrameForResident } from '@toguchi/domain/calendar/day'
import { visitTexts } from '@toguchi/domain/rooms/presence'
import type { AnswerOf } from '../platform/api/request.ts'

type OwnConstruction = AnswerOf<'GET /api/residents/construction'>

/** How far a visit is: the look of its word (parts/StateTag.ts). */
type VisitState = 'open' | 'confirmed' | 'done'

/** What a resident's top page says first, each text as it stands there; null where it is not said. */
export interface OwnVisitTexts {
  place: string
  construction: string | null
  state: VisitState | null
  stateText: string | null
  year: string | null
  day: string
  time: string | null
  /** Who is at the door; each sentence by itself, as each has an easy one. */
  how: string | null
  handover: string | null
  duration: string | null
}

const stateTexts: Readonly<Record<VisitState, string>> = {
  open: '○ まだ確定していません',
  confirmed: '● 日程は確定しています',
  done: '● 工事は完了しました',
}

const unplaced = { state: null, stateText: null, year: null, time: null, how: null, handover: null, duration: null }

/** The only place that words them: the page (OwnVisit.tsx) and what stands there before it (app/ahead/paint-ahead.ts) say the same. */
export const ownVisitTexts = ({ assign, room, construction, presence }: OwnConstruction): OwnVisitTexts => {
  const heading = { place: `${construction.building_name} ${room.name}号室`, construction: construction.name }
  if (assign === null) return { ...heading, ...unplaced, day: '日程調整中です。' }
  const state = room.status === 'completed' ? 'done' : room.construction_schedule_confirmed_at === null ? 'open' : 'confirmed'
  const method = presence?.presence_method ?? 'self'
  const { key_handover, time_per_unit } = construction
  return {
    ...heading,
    ...unplaced,
    state,
    stateText: stateTexts[state],
    year: `${assign.date.slice(0, 4)}年`,
    day: formatDayLong(assign.date).slice(5),
    time: formatTimeFrameForResident(assign.start_at, assign.end_at),
    ...(state === 'done'
      ? {}
      : {
          how: visitTexts[method],
          handover: method === 'key_custody' ? key_handover : null,
          duration: time_per_unit === null ? null : `作業は約${time_per_unit}分です。`,
        }),
  }
}

/** Whether the visit is what stands right below the heading; otherwise it is news, or what became of the visit, and only the page says it. */
export const beginsWithVisit = ({ readable_until, has_earlier_offer, absence }: OwnConstruction): boolean =>
  readable_until === null && !has_earlier_offer && absence === null
