import type { OfficeActor, ClientId } from '@toguchi/domain/access/actor'
import { formatTimeFrame } from '@toguchi/domain/calendar/day'
import { keepsFrame } from '@toguchi/domain/schedule/construction-order'
import type { CrewAbsenceForm, CrewFramesForm, SettingsForm } from '@toguchi/domain/schedule/planning-contract'
import type { TimeFrameForm } from '@toguchi/domain/schedule/contract'
import { markScheduleChanged } from '../../construction-versions/construction-versions.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { invalid, notFound, refused, stale } from '../../platform/http/problem.ts'
import { listSpareFrames } from '../place-queries.ts'
import { listCrewFrames, listCrews, replaceCrewAbsences, replaceCrewFrames, saveScheduleSettings } from '../planning/planning-queries.ts'
import { type CardRow, listCards, listTimeFrames, lockScheduledConstruction, type ScheduledConstruction } from '../queries.ts'
import { frameOccupied, saveTimeFrames } from './save-time-frames.ts'

/**
 * Saves how a construction is planned, without planning it anew: what moves together, the stock of spare frames, time frames, the
 * crews' shares and the days on which they cannot come (D-25). Drafts made before are stale afterwards.
 */
export const saveSettings = async (db: Db, actor: OfficeActor, constructionId: number, form: SettingsForm): Promise<void> => {
  const { clientId } = actor
  const construction = await lockScheduledConstruction(db, actor, constructionId)
  if (!construction) throw notFound()
  if (construction.schedule_lock_version !== form.lock_version) throw stale()
  const { lock_version: _version, crew_frames_attributes: shares, crew_absences_attributes: absences, ...planned } = form
  const settings = {
    schedule_unit: planned.schedule_unit ?? construction.schedule_unit,
    spare_percent: planned.spare_percent ?? construction.spare_percent,
  }
  await saveScheduleSettings(db, clientId, constructionId, settings)
  if (planned.construction_time_frames_attributes)
    await changeTimeFrames(db, clientId, construction, planned.construction_time_frames_attributes)
  const crews = new Set((await listCrews(db, clientId, constructionId)).map(crew => crew.assigned_contractor_id))
  const timeFrames = await listTimeFrames(db, clientId, constructionId)
  if (shares) {
    refuseWrongShares(shares, crews, new Set(timeFrames.map(({ id }) => id)))
    await replaceCrewFrames(db, clientId, constructionId, shares)
  }
  refuseTooManyShares(await listCrewFrames(db, clientId, constructionId), timeFrames)
  if (absences) {
    refuseWrongAbsences(absences, crews)
    await replaceCrewAbsences(
      db,
      clientId,
      constructionId,
      absences.map(({ assigned_contractor_id, dates }) => ({ assigned_contractor_id, dates: [...new Set(dates)] })),
    )
  }
  await markScheduleChanged(db, clientId, constructionId)
  await recordEvent(db, {
    kind: 'detail_schedule.settings_changed',
    actor,
    clientId,
    constructionId,
    change: {
      before: { schedule_unit: construction.schedule_unit, spare_percent: construction.spare_percent },
      after: settings,
      ...(planned.construction_time_frames_attributes ? { time_frames: planned.construction_time_frames_attributes } : {}),
      ...(shares ? { crew_frames: shares } : {}),
      ...(absences ? { crew_absences: absences } : {}),
    },
  })
}

/** Time frames as sent, where every room keeps its place; once households were told, its time too. */
export const changeTimeFrames = async (
  db: Db,
  clientId: ClientId,
  construction: ScheduledConstruction,
  forms: readonly TimeFrameForm[],
): Promise<void> => {
  const assignedCards = (await listCards(db, clientId, construction.id)).filter(card => card.assign_id !== null)
  await refuseLowering(db, clientId, construction.id, forms, assignedCards)
  // Once the schedule is completed, every resident has read a time.
  const promised = assignedCards.filter(card => construction.detail_schedule_completed_at !== null || keepsFrame(card))
  await saveTimeFrames(db, clientId, construction.id, forms, assignedCards, new Set(promised))
}

/** Fewer regular frames only where none of those that go is used, as a room's place or below a spare frame. */
const refuseLowering = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  forms: readonly TimeFrameForm[],
  assignedCards: readonly CardRow[],
) => {
  const before = new Map((await listTimeFrames(db, clientId, constructionId)).map(frame => [frame.id, frame.frame_number]))
  const lowered = new Map(
    forms.flatMap(({ id, frame_number, _destroy }) =>
      id !== undefined && !_destroy && frame_number < (before.get(id) ?? 0) ? [[id, frame_number]] : [],
    ),
  )
  if (lowered.size === 0) return
  const beyond = assignedCards.filter(
    card =>
      card.construction_time_frame_id !== null &&
      (card.frame_number ?? 0) > (lowered.get(card.construction_time_frame_id) ?? Number.POSITIVE_INFINITY),
  )
  if (beyond.length > 0) throw frameOccupied(beyond)
  const spares = await listSpareFrames(db, clientId, constructionId)
  if (spares.some(spare => lowered.has(spare.construction_time_frame_id)))
    throw refused('予備枠のある時間枠の枠数は減らせません。先に予備枠を外してください。', 'spare_frames_stacked')
}

const refuseWrongShares = (shares: readonly CrewFramesForm[], crews: ReadonlySet<number>, timeFrames: ReadonlySet<number>) => {
  const seen = new Set<string>()
  shares.forEach(({ construction_time_frame_id, assigned_contractor_id }, at) => {
    if (!timeFrames.has(construction_time_frame_id))
      throw invalid({ [`crew_frames[${at}].construction_time_frame_id`]: ['は一覧にありません'] })
    if (!crews.has(assigned_contractor_id)) throw invalid({ [`crew_frames[${at}].assigned_contractor_id`]: ['は一覧にありません'] })
    const key = `${construction_time_frame_id}/${assigned_contractor_id}`
    if (seen.has(key)) throw invalid({ [`crew_frames[${at}].assigned_contractor_id`]: ['が重複しています'] })
    seen.add(key)
  })
}

/** A frame is one crew's: together they have no more than there are. */
const refuseTooManyShares = (
  shares: readonly { construction_time_frame_id: number; frame_count: number }[],
  timeFrames: readonly { id: number; start_at: string; end_at: string; frame_number: number }[],
) => {
  for (const frame of timeFrames) {
    const sum = shares
      .filter(share => share.construction_time_frame_id === frame.id)
      .reduce((total, { frame_count }) => total + frame_count, 0)
    if (sum <= frame.frame_number) continue
    const times = formatTimeFrame(frame.start_at, frame.end_at)
    throw invalid({ crew_frames: [`の合計が時間枠の枠数を超えています（${times}：${frame.frame_number}枠に対して${sum}枠）`] })
  }
}

const refuseWrongAbsences = (absences: readonly CrewAbsenceForm[], crews: ReadonlySet<number>) => {
  const seen = new Set<number>()
  absences.forEach(({ assigned_contractor_id }, at) => {
    if (!crews.has(assigned_contractor_id)) throw invalid({ [`crew_absences[${at}].assigned_contractor_id`]: ['は一覧にありません'] })
    if (seen.has(assigned_contractor_id)) throw invalid({ [`crew_absences[${at}].assigned_contractor_id`]: ['が重複しています'] })
    seen.add(assigned_contractor_id)
  })
}
