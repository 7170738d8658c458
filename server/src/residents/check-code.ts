import { timingSafeEqual } from 'node:crypto'
import { parseAuthenticationCode, pauseMinutesAfter, triesPerAddress } from '@toguchi/domain/residents/authentication-code'
import { attemptsSoFar, countAttempt } from '../platform/attempts.ts'
import { recordEvent } from '../platform/events.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, tooMany } from '../platform/problem.ts'
import { sha256 } from '../platform/secrets.ts'
import { openAuthenticationCode } from './authentication-codes.ts'
import type { OpenedRoom } from './letter.ts'
import { lockAuthenticationCode, saveTries } from './queries.ts'

const scope = 'authentication_code:ip'
const minute = 60_000

const paused = () =>
  tooMany('入力の誤りが続いたため、しばらく受け付けられません。時間をおいて再度お試しいただくか、お電話でお問い合わせください。')
const wrong = () => invalid({ authentication_code: ['が正しくありません。'] }, 'code_wrong')

/**
 * Compares what was typed with the printed code under the room's own lock-out: five wrong tries pause it for 15 minutes, then 60, from
 * whatever address; besides, 100 wrong tries per address and quarter of an hour (D-03). Wrong tries are committed here, so that nothing
 * which fails later can take them back. What cannot be a code at all is a slip of the thumb and is not counted.
 */
export const checkCode = async (platform: Platform, { client, construction, room }: OpenedRoom, typed: string, ip: string) => {
  if ((await attemptsSoFar(platform, scope, ip)) >= triesPerAddress.limit) throw paused()
  const code = parseAuthenticationCode(typed)
  if (code === null) throw wrong()
  const now = platform.now()
  const result = await platform.pool.write(client.id, async db => {
    const known = await lockAuthenticationCode(db, client.id, room.id)
    if (!known) return 'wrong'
    if (known.locked_until !== null && known.locked_until > now) return 'paused'
    if (timingSafeEqual(sha256(code), sha256(openAuthenticationCode(platform, known.ciphertext)))) {
      if (known.wrong_tries > 0) await saveTries(db, client.id, room.id, { wrong_tries: 0, pauses: 0, locked_until: null })
      return 'right'
    }
    const wrong_tries = known.wrong_tries + 1
    const pause = pauseMinutesAfter(wrong_tries)
    await saveTries(db, client.id, room.id, {
      wrong_tries,
      pauses: known.pauses + (pause > 0 ? 1 : 0),
      locked_until: pause > 0 ? new Date(now.getTime() + pause * minute) : null,
    })
    if (pause > 0)
      await recordEvent(db, {
        kind: 'authentication_codes.paused',
        actor: 'system',
        clientId: client.id,
        constructionId: construction.id,
        roomId: room.id,
        change: { wrong_tries, minutes: pause },
      })
    return pause > 0 ? 'paused' : 'wrong'
  })
  if (result === 'right') return
  await countAttempt(platform, scope, ip, triesPerAddress.minutes * 60)
  throw result === 'paused' ? paused() : wrong()
}
