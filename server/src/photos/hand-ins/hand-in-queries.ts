import type { ClientId, CraftsmanActor } from '@toguchi/domain/access/actor'
import { type RawBuilder, sql } from 'kysely'
import { namesCraftsmanText } from '../../access/access.ts'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'

const day = 24 * 60 * 60_000
/** After the account has ended: a phone that was lost in a van is found by then. */
const openAfterEnd = 14 * day
/** After the phone was told last that its owner reaches a construction. */
const placeStays = 60 * day

export interface TicketRow {
  client_id: ClientId
  id: number
  user_id: number
  contractor_id: number
  primary_contractor_id: number | null
  used_at: Date | null
  discarded_at: Date | null
}

/** A ticket with its account, ended or not; none of a client whose contract has ended. */
export const findTicket = async (db: Db, client: number, tokenHash: Buffer): Promise<TicketRow | undefined> =>
  (
    await rowsOf<TicketRow>(
      db,
      `select hit.client_id, hit.id, hit.user_id, ct.id as contractor_id, ct.primary_contractor_id, hit.used_at, u.discarded_at
       from hand_in_tickets hit
       join clients cl on cl.id = hit.client_id and cl.status = 'contracted' and cl.discarded_at is null
       join users u on u.client_id = hit.client_id and u.id = hit.user_id
       join contractors ct on ct.client_id = u.client_id and ct.id = u.contractor_id
       where hit.client_id = $1 and hit.token_hash = $2`,
      [client, tokenHash],
    )
  )[0]

/** By which a photo is handed in: which ticket, and the moment of the request. */
export interface HandIn {
  ticketId: number
  now: Date
}

const placesStatement = `select hip.construction_id
  from hand_in_places hip
  join hand_in_tickets hit on hit.client_id = hip.client_id and hit.id = hip.ticket_id and hit.used_at is null
  join users u on u.client_id = hit.client_id and u.id = hit.user_id
  join constructions c on c.client_id = hip.client_id and c.id = hip.construction_id
  where hip.client_id = $1 and hip.ticket_id = $2 and hip.reached_at > $3
    and case when u.discarded_at is null then not ${namesCraftsmanText('u.id')} else u.discarded_at > $4 end`

const momentsOf = (now: Date): [Date, Date] => [new Date(now.getTime() - placeStays), new Date(now.getTime() - openAfterEnd)]

/**
 * The constructions that a ticket opens now: those its owner reached while it was given or renewed, and reaches no more, be it that the
 * account has ended or the assignment. What the owner's session may do, the ticket may not.
 */
export const listOpenPlaces = async (db: Db, client: number, { ticketId, now }: HandIn): Promise<number[]> =>
  (await rowsOf<{ construction_id: number }>(db, placesStatement, [client, ticketId, ...momentsOf(now)])).map(row => row.construction_id)

/** Whether a construction `c` of the query around is one of these. */
export const isAmong = (constructionIds: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`c.id = any(${[...constructionIds]}::bigint[])`

/** The craftsman's ticket, if it is one of theirs and not used up. */
export const findOwnTicket = async (
  db: Db,
  actor: CraftsmanActor,
  tokenHash: Buffer,
): Promise<Pick<TicketRow, 'client_id' | 'id'> | undefined> =>
  (
    await rowsOf<Pick<TicketRow, 'client_id' | 'id'>>(
      db,
      `select hit.client_id, hit.id from hand_in_tickets hit
       where hit.client_id = $1 and hit.user_id = $2 and hit.token_hash = $3 and hit.used_at is null`,
      [actor.partOf, actor.id, tokenHash],
    )
  )[0]

/** The telephones of one person, and some that were lost. */
const mostTickets = 5
/** No ticket that was not renewed for so long opens anything. */
const forgottenAfter = 90 * day

export const insertTicket = async (
  db: Db,
  actor: CraftsmanActor,
  tokenHash: Buffer,
  now: Date,
): Promise<Pick<TicketRow, 'client_id' | 'id'>> => {
  const [row] = await rowsOf<Pick<TicketRow, 'client_id' | 'id'>>(
    db,
    `insert into hand_in_tickets (client_id, user_id, token_hash, created_at, renewed_at)
     select u.client_id, u.id, $3, $4, $4 from users u where u.client_id = $1 and u.id = $2 and u.discarded_at is null
     returning client_id, id`,
    [actor.partOf, actor.id, tokenHash, now],
  )
  if (!row) throw new Error('who is signed in has an account')
  return row
}

/** The newest of a person stay; what nobody renewed goes, whosever it was, so that no job walks through all of them. */
export const forgetOldTickets = async (db: Db, clientId: ClientId, userId: number, now: Date): Promise<void> => {
  const rows = await rowsOf<{ id: number }>(
    db,
    `select hit.id from hand_in_tickets hit where hit.client_id = $1 and hit.user_id = $2 order by hit.renewed_at desc, hit.id desc offset $3`,
    [clientId, userId, mostTickets],
  )
  await rowsOf(
    db,
    `delete from hand_in_tickets hit where hit.client_id = $1 and (hit.renewed_at < $2 or hit.id = any($3::bigint[])) returning hit.id`,
    [clientId, new Date(now.getTime() - forgottenAfter), rows.map(({ id }) => id)],
  )
}

/** Writes down what its owner reaches at this moment, beside what was reached before. */
export const renewTicket = async (db: Db, clientId: ClientId, ticketId: number, userId: number, now: Date): Promise<void> => {
  await db.updateTable('hand_in_tickets').set({ renewed_at: now }).where('client_id', '=', clientId).where('id', '=', ticketId).execute()
  await rowsOf(
    db,
    `insert into hand_in_places (client_id, ticket_id, construction_id, reached_at)
     select c.client_id, $3, c.id, $4 from constructions c where c.client_id = $1 and c.discarded_at is null and ${namesCraftsmanText('$2')}
     on conflict (client_id, ticket_id, construction_id) do update set reached_at = excluded.reached_at
     returning construction_id`,
    [clientId, userId, ticketId, now],
  )
}

/** An ended account's ticket opens nothing from now on. */
export const useUpTicket = (db: Db, clientId: ClientId, id: number, now: Date) =>
  db
    .updateTable('hand_in_tickets')
    .set({ used_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute()

/** Of an account that goes on, only what it had opened. */
export const forgetPlaces = (db: Db, clientId: ClientId, ticketId: number, constructionIds: readonly number[]) =>
  rowsOf(
    db,
    `delete from hand_in_places hip where hip.client_id = $1 and hip.ticket_id = $2 and hip.construction_id = any($3::bigint[])
     returning hip.construction_id`,
    [clientId, ticketId, constructionIds],
  )
