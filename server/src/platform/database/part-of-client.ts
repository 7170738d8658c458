import type { ClientActor, ClientId, SessionActor } from '@toguchi/domain/access/actor'
import { type RawBuilder, sql } from 'kysely'

/** The number of an actor's client: for the transaction, and for plain text that says itself which part of the client is meant. */
export const clientNumberOf = (actor: ClientActor): number => ('partOf' in actor ? actor.partOf : actor.clientId)

/** The same of whoever has a session: none of an admin or operator, who have not said yet which they mean. */
export const clientNumberOfSession = (actor: SessionActor | { kind: 'guest'; clientId: null }): number | null =>
  'partOf' in actor ? actor.partOf : actor.clientId

/**
 * A client's number inside a statement of the builder, for statements that say themselves which part of the client is meant, or were led
 * to their row by a signature. What they answer is within reach, and its `client_id` is a `ClientId`.
 */
export const clientValue = (client: number): RawBuilder<ClientId> => sql<ClientId>`${client}`
export const clientValueOf = (actor: ClientActor): RawBuilder<ClientId> => clientValue(clientNumberOf(actor))
