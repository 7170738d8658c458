import type { ClientId, ReachedActor } from '@toguchi/domain/access/actor'
import type { Viewer } from '@toguchi/domain/schedule/live-contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Milliseconds for which somebody is here who said so; a tab says it every 20 seconds. */
export const hereFor = 45_000

const hereSince = (now: Date) => new Date(now.getTime() - hereFor)

/** `seen_at` is the last word of any of their tabs. */
export type ViewerRow = Viewer & { seen_at: Date }

/** Who has the schedule open, a row a person, by name. */
export const listViewers = async (
  db: Db,
  { clientId, kind, id }: ReachedActor,
  constructionId: number,
  now: Date,
): Promise<ViewerRow[]> => {
  const { rows } = await sql<ViewerRow>`
    select coalesce(u.name, ad.name, op.name, '') as name, spr.actor_kind as kind, bool_or(spr.editing) as editing,
      spr.actor_kind = ${kind} and spr.actor_id = ${id} as mine, max(spr.seen_at) as seen_at
    from schedule_presences spr
    left join users u on spr.actor_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = spr.client_id and u.id = spr.actor_id
    left join admins ad on spr.actor_kind = 'admin' and ad.id = spr.actor_id
    left join operators op on spr.actor_kind = 'operator' and op.id = spr.actor_id
    where spr.client_id = ${clientId} and spr.construction_id = ${constructionId} and spr.seen_at > ${hereSince(now)}
    group by spr.actor_kind, spr.actor_id, coalesce(u.name, ad.name, op.name, '')
    order by 1, 2, spr.actor_id`.execute(db)
  return rows
}

/**
 * What has happened at the construction so far, as a text that is the same exactly while nothing more has: events are never taken away, so
 * their number says it, whatever the order in which their ids were committed.
 */
export const stateOf = (clientId: ClientId | RawBuilder<ClientId>, constructionId: number) => sql<string>`(
    select 'after-' || count(*) from events where client_id = ${clientId} and construction_id = ${constructionId})`
export const readState = async (db: Db, clientId: ClientId, constructionId: number): Promise<string> =>
  (await db.selectNoFrom(stateOf(clientId, constructionId).as('state')).executeTakeFirstOrThrow()).state

/** Says that a tab is here; returns whether others see a difference. Those of whom nothing was heard for long are removed on the way. */
export const putPresence = async (
  db: Db,
  { clientId, kind, id }: ReachedActor,
  constructionId: number,
  { tab, editing }: { tab: string; editing: boolean },
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ different: boolean }>`
    with gone as (
      delete from schedule_presences
      where client_id = ${clientId} and construction_id = ${constructionId} and seen_at <= ${hereSince(now)} and tab <> ${tab}
      returning tab),
    same as (
      select from schedule_presences
      where client_id = ${clientId} and construction_id = ${constructionId} and tab = ${tab} and seen_at > ${hereSince(now)}
        and editing = ${editing} and actor_kind = ${kind} and actor_id = ${id})
    select exists (select from gone) or not exists (select from same) as different`.execute(db)
  // A statement of its own: on a distributed engine the one above would see it.
  await sql`
    insert into schedule_presences (client_id, construction_id, tab, actor_kind, actor_id, editing, seen_at)
    values (${clientId}, ${constructionId}, ${tab}, ${kind}, ${id}, ${editing}, ${now})
    on conflict (client_id, construction_id, tab) do update
    set actor_kind = excluded.actor_kind, actor_id = excluded.actor_id, editing = excluded.editing, seen_at = excluded.seen_at`.execute(db)
  return rows[0]?.different ?? true
}

/** The person's tab has left; returns whether it was here. */
export const deletePresence = async (
  db: Db,
  { clientId, kind, id }: ReachedActor,
  constructionId: number,
  tab: string,
): Promise<boolean> => {
  const { rows } = await sql`
    delete from schedule_presences
    where client_id = ${clientId} and construction_id = ${constructionId} and tab = ${tab} and actor_kind = ${kind} and actor_id = ${id}
    returning tab`.execute(db)
  return rows.length > 0
}

/** Tells every process, at the commit, that others are here now. */
export const notifyOfPresence = (db: Db, clientId: ClientId, constructionId: number) =>
  sql`select pg_notify('schedule_presence', ${`${clientId}:${constructionId}`})`.execute(db)
