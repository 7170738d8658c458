import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { forbidden, invalid, onConstraint } from '../platform/http/problem.ts'
import { insertSupportVersion } from './queries.ts'

/** Where an entry stands; of a room, always with the construction. */
interface Place {
  kind: 'building' | 'customer'
  buildingId: number
  room: { id: number; construction_id: number } | null
}

/** Staff sign as users of the client; operators and admins as themselves (G-BLD-07). */
const writerOf = ({ kind, id }: OfficeActor) => {
  if (kind === 'staff' || kind === 'staffAdmin') return { written_by_kind: 'user', written_by_id: id } as const
  if (kind === 'operator' || kind === 'admin') return { written_by_kind: kind, written_by_id: id } as const
  throw forbidden()
}

/** Adds an entry to the log; nothing ever changes or removes it. */
export const writeEntry = async (
  db: Db,
  actor: OfficeActor,
  { kind, buildingId, room }: Place,
  { contents, reception_type_ids }: { contents: string; reception_type_ids: readonly number[] },
  now: Date,
): Promise<number> => {
  const place = { building_id: buildingId, construction_id: room?.construction_id ?? null, room_id: room?.id ?? null }
  const id = await onConstraint(
    insertSupportVersion(db, actor.clientId, { kind, ...place, contents, ...writerOf(actor), created_at: now }, [
      ...new Set(reception_type_ids),
    ]),
    {
      support_version_reception_types_type_fkey: () => invalid({ reception_type_ids: ['は一覧にありません'] }),
    },
  )
  // The words themselves stay where they were written: the timeline says only that somebody spoke.
  await recordEvent(db, {
    kind: 'support_versions.created',
    actor,
    clientId: actor.clientId,
    constructionId: place.construction_id,
    roomId: place.room_id,
    subject: { type: 'support_versions', id },
  })
  return id
}
