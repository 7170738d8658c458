import type { OfficeActor } from '@toguchi/domain/access/actor'
import { markScheduleChanged, markScheduleCompleted } from '../construction-versions/construction-versions.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import { notifyOfSchedule } from './notifying/notify-of-moves.ts'
import { listCrewsWithoutCraftsmen } from './planning/planning-queries.ts'
import { listCards, lockScheduledConstruction } from './queries.ts'

/**
 * Completes the detail schedule: every room has its place and every crew its craftsmen (G-SCH-23, D-27). From then on residents
 * choose their dates. Completing again changes nothing.
 */
export const completeSchedule = async (platform: Platform, db: Db, actor: OfficeActor, constructionId: number): Promise<Date> => {
  const { clientId } = actor
  const construction = await lockScheduledConstruction(db, actor, constructionId)
  if (!construction) throw notFound()
  if (construction.detail_schedule_completed_at !== null) return construction.detail_schedule_completed_at
  const cards = await listCards(db, clientId, constructionId)
  const waiting = cards.filter(card => card.assign_id === null && card.closed_at === null && card.status !== 'completed')
  if (cards.length === 0) throw refused('部屋が登録されていません。先に部屋構成を登録してください。', 'no_rooms')
  if (waiting.length > 0) throw refused(`割り当てられていない部屋があります。（${waiting.length}件）`, 'rooms_unassigned')
  const crews = await listCrewsWithoutCraftsmen(db, clientId, constructionId)
  if (crews.length > 0) throw refused(`職人を選択してください。（${crews.join('、')}）`, 'assigned_craftsmans_missing')
  const now = platform.now()
  await markScheduleCompleted(db, clientId, constructionId, now)
  // Drafts made before did not know that residents would be told.
  await markScheduleChanged(db, clientId, constructionId)
  await recordEvent(db, { kind: 'detail_schedule.completed', actor, clientId, constructionId, change: { rooms: cards.length } })
  await notifyOfSchedule(platform, db, actor, constructionId, 'detail_schedule_completed')
  return now
}
