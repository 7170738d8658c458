import type { OfficeActor, ClientId } from '@toguchi/domain/access/actor'
import { isSpent, notLocked, passwordGuesses } from '../../accounts/accounts.ts'
import {
  type Attempt,
  type Attempts,
  findAttemptsWithin,
  findEachAttempts,
  forgetAttempts,
  spendWithin,
} from '../../platform/attempts/attempts.ts'
import { toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound } from '../../platform/http/problem.ts'
import { doorOf } from './door-of.ts'
import { ofRoom, pauseOfRoom, subjectOfRoom } from './check-code.ts'
import { findResidentOfRoom } from '../queries.ts'
import { codesSent } from '../contacts/send-confirmation.ts'
import { showRoomForOffice } from '../room-queries.ts'
import type { RoomInConstruction } from '../profiles/write-resident.ts'

/**
 * Until when wrong codes keep a dwelling out from some network, too many confirmation codes from getting another one, or wrong passwords
 * its login from any; null where nothing does.
 */
export const presentEntryLock = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  { construction_id, room_id }: RoomInConstruction,
) => {
  if (!(await showRoomForOffice(db, actor.clientId, construction_id, room_id))) throw notFound()
  const until = lockOf(await guessesOfRoom(platform, db, actor.clientId, room_id))
  return { locked_until: toInstant(until) }
}

/** Lets a dwelling try again at once: whoever calls has the letter in hand and mistyped it. 422 `not_locked`; 429 for a fourth time a day. */
export const liftEntryLock = async (platform: Platform, db: Db, actor: OfficeActor, { construction_id, room_id }: RoomInConstruction) => {
  const { clientId } = actor
  if (!(await showRoomForOffice(db, clientId, construction_id, room_id))) throw notFound()
  const guesses = await guessesOfRoom(platform, db, clientId, room_id)
  if (lockOf(guesses) === null) throw notLocked()
  await spendWithin(platform, db, { scope: 'lock_lifted', subject: `room:${clientId}:${room_id}` })
  for (const attempt of guesses) await forgetAttempts(db, attempt)
  await recordEvent(db, { kind: 'residents.lock_lifted', actor, clientId, constructionId: construction_id, roomId: room_id })
}

/** Everything that is counted of codes at a room, wrong ones from whichever network and sent ones, and of wrong passwords of its login. */
const guessesOfRoom = async (platform: Platform, db: Db, clientId: ClientId, roomId: number): Promise<(Attempt & Attempts)[]> => {
  const now = platform.now()
  const resident = await findResidentOfRoom(db, clientId, roomId)
  const account = resident && {
    strategy: 'resident' as const,
    clientId,
    accountId: resident.id,
    door: doorOf(clientId),
    loginId: resident.login_id,
  }
  return [
    ...(await findAttemptsWithin(db, [ofRoom, pauseOfRoom], subjectOfRoom(clientId, roomId), now)),
    ...(await findEachAttempts(db, [codesSent(roomId)], now)),
    ...(account ? await findEachAttempts(db, passwordGuesses(account), now) : []),
  ]
}

const lockOf = (guesses: readonly (Attempt & Attempts)[]): Date | null =>
  guesses
    .filter(isSpent)
    .map(({ until }) => until)
    .toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
