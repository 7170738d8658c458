import type { ClientId } from '@toguchi/domain/access/actor'
import type { Crew, CrewFrames } from '@toguchi/domain/schedule/crews'
import type { Db } from '../../platform/database/database.ts'
import { listCrewFrames, listCrews } from './planning-queries.ts'

/** The time frames with the crews' shares of each, and the crews with the days on which they cannot come (D-25). */
export const crewFactsOf = async <TimeFrame extends { id: number }>(
  db: Db,
  clientId: ClientId,
  constructionId: number,
  timeFrames: readonly TimeFrame[],
): Promise<{ crews: Crew[]; construction_time_frames: (TimeFrame & { crew_frames: CrewFrames[] })[] }> => {
  const shares = Map.groupBy(await listCrewFrames(db, clientId, constructionId), share => share.construction_time_frame_id)
  return {
    crews: await listCrews(db, clientId, constructionId),
    construction_time_frames: timeFrames.map(frame => ({ ...frame, crew_frames: shares.get(frame.id) ?? [] })),
  }
}
