import type { Actor } from '@toguchi/domain/access/actor'
import type { Db } from './database.ts'

/** The channel through which a change reached us; `tel` and `paper` are as good as `web` (D-02). */
export type Channel = 'web' | 'tel' | 'paper' | 'mail' | 'visit' | 'other' | 'system'

export interface NewEvent {
  /** What happened, as the contract of the timeline names it: `rooms.closed`, `assigns.moved`. */
  kind: string
  actor: Actor | 'system'
  clientId: number
  constructionId?: number | null
  roomId?: number | null
  subject?: { type: string; id: number }
  /** Set when somebody else acts for the resident of the room (D-22). */
  actingFor?: 'resident' | undefined
  channel?: Channel
  /** before → after of what is not personal. */
  change?: Record<string, unknown>
  /** Names, numbers and free text: the part that the retention job may erase (D-12). */
  personal?: Record<string, unknown>
  /** Whether the resident of the room may read it. */
  residentVisible?: boolean
}

/** Adds one event to the timeline, in the transaction of the change itself (D-12). Returns its id. */
export const recordEvent = async (db: Db, event: NewEvent): Promise<number> => {
  const actor = event.actor === 'system' || event.actor.kind === 'guest' ? { kind: 'system' as const, id: null } : event.actor
  const { id } = await db
    .insertInto('events')
    .values({
      client_id: event.clientId,
      kind: event.kind,
      construction_id: event.constructionId ?? null,
      room_id: event.roomId ?? null,
      subject_type: event.subject?.type ?? null,
      subject_id: event.subject?.id ?? null,
      actor_kind: actor.kind,
      actor_id: actor.id,
      acting_for: event.actingFor ?? null,
      channel: event.channel ?? (actor.kind === 'system' ? 'system' : 'web'),
      change: JSON.stringify(event.change ?? {}),
      resident_visible: event.residentVisible ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (event.personal && Object.keys(event.personal).length > 0)
    await db
      .insertInto('event_personal_values')
      .values({ client_id: event.clientId, event_id: id, values: JSON.stringify(event.personal) })
      .execute()
  return id
}
