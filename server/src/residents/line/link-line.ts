import type { ResidentActor } from '@toguchi/domain/access/actor'
import { whyReadOnly } from '@toguchi/domain/residents/deadlines'
import { proveCurrentPassword } from '../../accounts/accounts.ts'
import { toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { networkOf } from '../../platform/http/network.ts'
import { refused, signInFirst, stale } from '../../platform/http/problem.ts'
import { deleteLineLinks, findLineLink, saveLinkCode } from '../../platform/messages/line-links.ts'
import type { Platform } from '../../platform/platform.ts'
import { newShortToken, sha256 } from '../../platform/secrets.ts'
import { notifyOfAccount } from '../contacts/notify-resident.ts'
import { refuseDateOnly } from '../dates/date-only.ts'
import { findOwnClient, findOwnClosing } from '../own-room-queries.ts'
import { findResident, lockResident } from '../queries.ts'
import { findLineAccount } from './line-queries.ts'

const codeMinutes = 30

/** What the resident sends to the account, as it stands written in the talk already. */
const textWith = (code: string) => `連携コード：${code}`

const ownClient = async (db: Db, actor: ResidentActor) => {
  const clientId = await findOwnClient(db, actor)
  if (clientId === undefined) throw signInFirst()
  return clientId
}

export const showOwnLine = async (db: Db, actor: ResidentActor) => {
  const clientId = await ownClient(db, actor)
  const account = await findLineAccount(db, clientId)
  return {
    account_name: account?.display_name ?? null,
    is_linked: (await findLineLink(db, clientId, actor.id)) !== undefined,
  }
}

/**
 * Gives out a code of 128 bits, to be sent from the resident's own LINE: whoever sends it gets this dwelling's messages, so it is asked for
 * as another contact is, with the password where there is one (decision 020), and stands on this page alone.
 */
export const askToLink = async (
  platform: Platform,
  actor: ResidentActor,
  sessionId: number,
  current_password: string | undefined,
  ip: string,
): Promise<{ url: string; expires_at: string }> => {
  const { clientId, before, closing, account } = await platform.pool.read(actor.partOf, async db => {
    await refuseDateOnly(db, actor, { id: sessionId })
    const clientId = await ownClient(db, actor)
    return {
      clientId,
      before: await findResident(db, clientId, actor.id),
      closing: await findOwnClosing(db, actor),
      account: await findLineAccount(db, clientId),
    }
  })
  if (!before) throw signInFirst()
  if (!account) throw refused('LINEでのお知らせは、ただいまご利用いただけません。', 'no_line')
  const closed = whyReadOnly(closing)
  if (closed !== null) throw refused(closed, 'room_closed')
  if (before.password_digest !== null)
    await proveCurrentPassword(
      platform,
      { strategy: 'resident', clientId, accountId: actor.id },
      { current_password, digest: before.password_digest, network: networkOf(ip) },
    )
  const code = newShortToken()
  const expiresAt = new Date(platform.now().getTime() + codeMinutes * 60_000)
  await platform.pool.write(clientId, async db => {
    const resident = await lockResident(db, clientId, actor.id)
    if (!resident || resident.password_digest !== before.password_digest) throw stale()
    await saveLinkCode(db, clientId, actor.id, { code_hash: sha256(code), expires_at: expiresAt })
  })
  // https://developers.line.biz/en/docs/messaging-api/using-line-url-scheme/#sending-text-messages
  const url = `https://line.me/R/oaMessage/${encodeURIComponent(account.basic_id)}/?${encodeURIComponent(textWith(code))}`
  return { url, expires_at: toInstant(expiresAt) }
}

/** Ends the own link. The other contacts hear of it, as of every change of how somebody is reached. */
export const unlinkOwnLine = async (platform: Platform, db: Db, actor: ResidentActor, sessionId: number): Promise<void> => {
  await refuseDateOnly(db, actor, { id: sessionId })
  const clientId = await ownClient(db, actor)
  const resident = await lockResident(db, clientId, actor.id)
  if (!resident) throw signInFirst()
  if (!(await findLineLink(db, clientId, actor.id))) return
  await deleteLineLinks(db, clientId, [actor.id])
  const eventId = await recordEvent(db, {
    kind: 'residents.line_unlinked',
    actor,
    clientId,
    constructionId: actor.constructionId,
    roomId: actor.roomId,
    subject: { type: 'residents', id: actor.id },
    residentVisible: true,
  })
  await notifyOfAccount(platform, db, clientId, resident, {
    subject: 'LINEでのお知らせを終了しました',
    sentence: 'LINEでのお知らせを終了しました。',
    eventId,
  })
}
