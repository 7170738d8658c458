import type { ActingFor } from '@toguchi/domain/access/acting-for-contract'
import type { ClientId } from '@toguchi/domain/access/actor'
import type { VerifiedFact } from '@toguchi/domain/access/verified-facts'
import type { CallOutcome } from '@toguchi/domain/answers/labels'
import type { Db } from '../platform/database/database.ts'
import { insertRoomAnswer } from './queries.ts'

interface HeardCall {
  roomId: number
  /** What was done because of it. */
  eventId: number
  actingFor: ActingFor
  verifiedFact: VerifiedFact | null
  outcome: CallOutcome
  contents: string
}

/** A conversation that another slice acted upon is one of the day's calls too (decision 049). */
export const noteCall = (db: Db, clientId: ClientId, { roomId, eventId, actingFor, verifiedFact, outcome, contents }: HeardCall) =>
  insertRoomAnswer(db, clientId, {
    room_id: roomId,
    event_id: eventId,
    channel: actingFor.channel,
    caller: actingFor.caller ?? null,
    verified_fact: verifiedFact,
    slip_file_id: null,
    outcome,
    contents,
    call_back_at: null,
    call_back_user_id: null,
    call_back_phone: null,
    received_on: null,
    pile_key: null,
  })
