import { formatTimeFrame } from '@toguchi/domain/calendar/day'
import type { AnswerOf } from '../../platform/api/api.ts'

type WorkingProcess = AnswerOf<'GET /api/constructions/:construction_id/working_process'>
export type Visit = WorkingProcess['rooms'][number]
export type VisitCrew = WorkingProcess['crews'][number]

/** What a crew filter holds: the caller's own crews, everybody, or one crew by its id. */
export type CrewChoice = 'own' | 'all' | number

/** Whether somebody still has to go there; what was put off is a case for the office and no longer for today. */
export const isOpenVisit = ({ status, closed_at }: Pick<Visit, 'status' | 'closed_at'>): boolean =>
  status === 'waiting' && closed_at === null

/** The choice of the address; without one, craftsmen see their own crew and everyone else all of them. */
export const crewChoiceOf = (asked: string | null, crews: readonly VisitCrew[]): CrewChoice => {
  const hasOwn = crews.some(crew => crew.own)
  if (asked === 'all') return 'all'
  const crew = crews.find(({ assigned_contractor_id }) => String(assigned_contractor_id) === asked)
  if (crew) return crew.assigned_contractor_id
  return hasOwn ? 'own' : 'all'
}

/** The visits of the crew; frames that are nobody's, as spare ones are, belong to whoever comes first and are everybody's. */
export const visitsOfCrew = (visits: readonly Visit[], choice: CrewChoice, crews: readonly VisitCrew[]): Visit[] => {
  if (choice === 'all') return [...visits]
  const ids = new Set(choice === 'own' ? crews.filter(crew => crew.own).map(crew => crew.assigned_contractor_id) : [choice])
  return visits.filter(({ assigned_contractor_id }) => assigned_contractor_id === null || ids.has(assigned_contractor_id))
}

export interface VisitSection {
  /** 09:00–12:00 */
  label: string
  open: Visit[]
  /** Completed, closed and put off: folded away. */
  done: Visit[]
}

/** The day in its time frames, as the list answers them: by time and frame. */
export const visitSections = (visits: readonly Visit[]): VisitSection[] =>
  [...Map.groupBy(visits, ({ assign }) => (assign ? formatTimeFrame(assign.start_at, assign.end_at) : ''))].map(([label, inside]) => ({
    label,
    open: inside.filter(isOpenVisit),
    done: inside.filter(visit => !isOpenVisit(visit)),
  }))

/** Where to go next: the first room of the day that is still open. */
export const nextVisit = (sections: readonly VisitSection[]): Visit | null => sections.flatMap(({ open }) => open)[0] ?? null

export interface VisitCounts {
  done: number
  open: number
  reschedule: number
  total: number
}
/** 済 / 残 / 再調整. */
export const countVisits = (visits: readonly Visit[]): VisitCounts => {
  const open = visits.filter(isOpenVisit).length
  const reschedule = visits.filter(({ status, closed_at }) => status === 'reschedule' && closed_at === null).length
  return { open, reschedule, done: visits.length - open - reschedule, total: visits.length }
}
