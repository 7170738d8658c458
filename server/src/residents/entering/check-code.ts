import { timingSafeEqual } from 'node:crypto'
import type { ClientId } from '@toguchi/domain/access/actor'
import {
  noCodeText,
  parseAuthenticationCode,
  pausedText,
  pauseMinutesAfter,
  wrongCodeText,
} from '@toguchi/domain/residents/authentication-code'
import {
  countAttempt,
  findAttempts,
  forgetAttempts,
  giveBackAttempt,
  holdAttempts,
  secondsUntil,
  spendAttempt,
} from '../../platform/attempts/attempts.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Platform } from '../../platform/platform.ts'
import { invalid, tooMany } from '../../platform/http/problem.ts'
import { sha256 } from '../../platform/secrets.ts'
import { lockAuthenticationCode, openAuthenticationCode } from '../../authentication-codes/authentication-codes.ts'
import type { OpenedRoom } from './letter.ts'

const ofNetwork = 'authentication_code:network'
export const ofRoom = 'authentication_code:room'
export const pauseOfRoom = 'authentication_code:pause'

const paused = (until: Date, now: Date) => tooMany(pausedText(until), secondsUntil(until, now))
const wrong = (text: string) => invalid({ authentication_code: [text] }, 'code_wrong')

/**
 * Compares what was typed with the printed code (D-03). Five wrong tries from one network pause the room for that network for 15 minutes,
 * then 60; whoever types the right code elsewhere comes in, so that nobody shuts a dwelling from outside. Besides, 100 wrong tries per
 * network and quarter of an hour, counted before the code is looked at: tries at once in many rooms must not all pass the same reading.
 * Wrong tries are committed here, so that nothing which fails later can take them back. What cannot be a
 * code at all is a slip of the thumb and is not counted.
 */
export const checkCode = async (platform: Platform, opened: OpenedRoom, typed: string, ip: string): Promise<void> => {
  const network = networkOf(ip)
  const now = platform.now()
  const code = parseAuthenticationCode(typed)
  if (code === null) throw wrong(noCodeText(typed))
  const attempt = { scope: ofNetwork, subject: network } as const
  await spendAttempt(platform, attempt, seconds => paused(new Date(now.getTime() + seconds * 1000), now))
  const result = await platform.pool
    .write(opened.client.id, db => compare(platform, db, opened, { code, network, now }))
    .catch(async (error: unknown) => {
      await giveBackAttempt(platform, attempt)
      throw error
    })
  if (result === 'right') return giveBackAttempt(platform, attempt)
  throw 'until' in result ? paused(result.until, now) : wrong(wrongCodeText(result.wrongTries))
}

/** What every count of a room begins with, whatever its code and the network. */
export const subjectOfRoom = (clientId: ClientId, roomId: number) => `${clientId}:${roomId}:`

/** The code's row is held: tries are counted one after another, however many come at once. */
const compare = async (
  platform: Platform,
  db: Db,
  { client, construction, room }: OpenedRoom,
  { code, network, now }: { code: string; network: string; now: Date },
): Promise<'right' | { wrongTries: number } | { until: Date }> => {
  const savedCode = await lockAuthenticationCode(db, client.id, room.id)
  // A new code starts every count anew; a room that has none yet counts as any other, and tells a guesser nothing by it.
  const subject = `${subjectOfRoom(client.id, room.id)}${savedCode?.version ?? 0}:${network}`
  await holdAttempts(db, { scope: ofRoom, subject })
  const pause = await findAttempts(db, { scope: pauseOfRoom, subject }, now)
  if (pause) return pause
  if (savedCode && timingSafeEqual(sha256(code), sha256(openAuthenticationCode(platform, savedCode.ciphertext)))) {
    await forgetAttempts(db, { scope: ofRoom, subject })
    return 'right'
  }
  const { count } = await countAttempt(db, { scope: ofRoom, subject }, now)
  const minutes = pauseMinutesAfter(count)
  if (minutes === 0) return { wrongTries: count }
  await recordEvent(db, {
    kind: 'authentication_codes.paused',
    actor: 'system',
    clientId: client.id,
    constructionId: construction.id,
    roomId: room.id,
    change: { wrong_tries: count, minutes },
  })
  return countAttempt(db, { scope: pauseOfRoom, subject }, now, minutes)
}
