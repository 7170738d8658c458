import type { Actor, ClientId } from '@toguchi/domain/access/actor'
import type { EventKind } from '@toguchi/domain/events/event-sentences'
import { sql } from 'kysely'
import { tellAtCommit, tellPhotosAtCommit } from './database/commit-news.ts'
import type { Db } from './database/database.ts'
import { rowsAsTable, partsOf, rowsOf } from './database/rows.ts'

/** The channel through which a change reached us; `tel` and `paper` are as good as `web` (D-02). */
export type Channel = 'web' | 'tel' | 'paper' | 'mail' | 'visit' | 'other' | 'system'

export interface NewEvent {
  /** What happened, as it has a sentence on the timeline: `rooms.closed`, `assigns.moved`. */
  kind: EventKind
  actor: Actor | 'system'
  clientId: ClientId
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

export const eventStatement = `insert into events (client_id, kind, construction_id, room_id, subject_type, subject_id, actor_kind, actor_id,
    acting_for, channel, change, resident_visible)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`

/** What is personal in it, by itself: written together with the event it would take a cluster several trips and a commit of two phases. */
export const personalStatement =
  'insert into event_personal_values (client_id, event_id, values) values ($1, $2, $3::jsonb) returning event_id'

const hasPersonal = ({ personal }: NewEvent): boolean => personal !== undefined && Object.keys(personal).length > 0

/** Adds one event to the timeline, in the transaction of the change itself (D-12). Returns its id. */
export const recordEvent = async (db: Db, event: NewEvent): Promise<number> => {
  const actor = event.actor === 'system' || event.actor.kind === 'guest' ? { kind: 'system' as const, id: null } : event.actor
  const [row] = await rowsOf<{ id: number }>(db, eventStatement, [
    event.clientId,
    event.kind,
    event.constructionId ?? null,
    event.roomId ?? null,
    event.subject?.type ?? null,
    event.subject?.id ?? null,
    actor.kind,
    actor.id,
    event.actingFor ?? null,
    event.channel ?? (actor.kind === 'system' ? 'system' : 'web'),
    JSON.stringify(event.change ?? {}),
    event.residentVisible ?? false,
  ])
  if (!row) throw new Error('the event was not written')
  if (hasPersonal(event))
    await rowsOf<{ event_id: number }>(db, personalStatement, [event.clientId, row.id, JSON.stringify(event.personal)])
  tellOf(db, event, row.id)
  return row.id
}

/** Kinds of which no watcher's page shows anything: by what they are about, the word before the dot. */
const untold: ReadonlySet<string> = new Set([
  'attachment_files',
  'authentication_codes',
  'building_documents',
  'common_area_images',
  'documents',
  'handling_equipments',
  'in_house_documents',
])

const tellOf = (db: Db, { clientId, constructionId, roomId, kind }: NewEvent, eventId: number): void => {
  const about = kind.split('.', 1)[0] ?? ''
  if (constructionId === undefined || constructionId === null || untold.has(about)) return
  if (about !== 'room_images') tellAtCommit(db, { clientId, constructionId, eventId })
  else if (roomId !== undefined && roomId !== null) tellPhotosAtCommit(db, { clientId, constructionId, roomId })
}

/**
 * Many events of one change with what is personal in them, a thousand a statement. Returns their ids in the order given: within a
 * statement the identities count up in the order of the rows.
 */
export const recordEvents = async (db: Db, events: readonly NewEvent[]): Promise<number[]> => {
  const [first] = events
  if (first === undefined) return []
  // To a cluster a row is a write at one place; rows out of a list are first gathered and then carried there.
  if (events.length === 1) return [await recordEvent(db, first)]
  const ids: number[] = []
  for (const part of partsOf(events)) {
    const { rows } = await sql<{ id: number }>`
      insert into events (client_id, kind, construction_id, room_id, subject_type, subject_id, actor_kind, actor_id, acting_for, channel,
        change, resident_visible)
      select given.client_id, given.kind, given.construction_id, given.room_id, given.subject_type, given.subject_id, given.actor_kind,
        given.actor_id, given.acting_for, given.channel, given.change, given.resident_visible
      from ${rowsAsTable(
        part.map(({ actor, ...event }, at) => ({
          at,
          client_id: event.clientId,
          kind: event.kind,
          construction_id: event.constructionId,
          room_id: event.roomId,
          subject_type: event.subject?.type,
          subject_id: event.subject?.id,
          actor_kind: actor === 'system' || actor.kind === 'guest' ? 'system' : actor.kind,
          actor_id: actor === 'system' || actor.kind === 'guest' ? null : actor.id,
          acting_for: event.actingFor,
          channel: event.channel ?? (actor === 'system' || actor.kind === 'guest' ? 'system' : 'web'),
          change: JSON.stringify(event.change ?? {}),
          resident_visible: event.residentVisible ?? false,
        })),
        {
          at: 'integer',
          client_id: 'bigint',
          kind: 'text',
          construction_id: 'bigint',
          room_id: 'bigint',
          subject_type: 'text',
          subject_id: 'bigint',
          actor_kind: 'text',
          actor_id: 'bigint',
          acting_for: 'text',
          channel: 'text',
          change: 'jsonb',
          resident_visible: 'boolean',
        },
      )} order by given.at returning id`.execute(db)
    const written = rows.map(({ id }) => id).toSorted((one, other) => one - other)
    if (written.length < part.length) throw new Error('not every event was written')
    const personal = part.flatMap((event, at) =>
      hasPersonal(event) ? [{ client_id: event.clientId, event_id: written[at], values: JSON.stringify(event.personal) }] : [],
    )
    if (personal.length > 0)
      await sql<{ event_id: number }>`
        insert into event_personal_values (client_id, event_id, values)
        select given.client_id, given.event_id, given.values
        from ${rowsAsTable(personal, { client_id: 'bigint', event_id: 'bigint', values: 'jsonb' })} returning event_id`.execute(db)
    for (const [at, event] of part.entries()) tellOf(db, event, written[at] ?? 0)
    ids.push(...written)
  }
  return ids
}

export type SubjectEvent = NewEvent & { subject: { type: string; id: number } }

/** The events of a change to many rows, each with a subject of its own. Returns the id of every subject's event. */
export const recordSubjectEvents = async (db: Db, events: readonly SubjectEvent[]): Promise<Map<number, number>> => {
  const ids = await recordEvents(db, events)
  return new Map(events.map(({ subject }, at) => [subject.id, ids[at] ?? 0]))
}

/** Erases the personal values of events about these rows of a kind. */
export const erasePersonalValuesAbout = (db: Db, clientId: number, types: readonly string[], ids: readonly number[]) =>
  sql`delete from event_personal_values epv using events e
    where epv.client_id = ${clientId} and e.client_id = epv.client_id and e.id = epv.event_id and e.room_id is null
      and e.subject_type = any(${[...types]}::text[]) and e.subject_id = any(${[...ids]}::bigint[])`.execute(db)

/** Erases what is personal in the events of constructions that are about no room. */
export const erasePersonalValuesOfConstructions = (db: Db, clientId: number, constructionIds: readonly number[]) =>
  sql`delete from event_personal_values epv using events e
    where epv.client_id = ${clientId} and e.client_id = ${clientId} and e.id = epv.event_id and e.room_id is null
      and e.construction_id = any(${[...constructionIds]}::bigint[])`.execute(db)

/** Erases what is personal in events of these kinds that are about no room and older than a moment: no room's time ends them. */
export const erasePersonalValuesBefore = (db: Db, clientId: number, kinds: readonly string[], before: Date) =>
  sql`delete from event_personal_values epv using events e
    where epv.client_id = ${clientId} and e.client_id = ${clientId} and e.id = epv.event_id and e.room_id is null
      and e.kind = any(${[...kinds]}::text[]) and e.at < ${before}`.execute(db)

/** Erases what is personal in the events of rooms; that they happened, and when, stays (D-12). */
export const erasePersonalValues = (db: Db, clientId: number, roomIds: readonly number[]) =>
  sql`delete from event_personal_values epv using events e
    where epv.client_id = ${clientId} and e.client_id = epv.client_id and e.id = epv.event_id and e.room_id = any(${[...roomIds]}::bigint[])`.execute(
    db,
  )
