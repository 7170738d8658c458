import type { ClientId } from '@toguchi/domain/access/actor'
import { wishOf } from '@toguchi/domain/messages/opt-out'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { webhook } from '@line/bot-sdk'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { type LineChannel, lineClient } from '../../platform/messages/line-channels.ts'
import { endLinksOfLineUser, saveLineLink, spendLinkCode } from '../../platform/messages/line-links.ts'
import type { Platform } from '../../platform/platform.ts'
import { sha256 } from '../../platform/secrets.ts'
import { withinPatience } from '../../platform/within-patience.ts'
import { notifyOfAccount } from '../contacts/notify-resident.ts'
import { findResident, updateResident } from '../queries.ts'
import { listPlacesOfRooms } from '../room-queries.ts'
import { isLinkedUser } from './line-queries.ts'

/** LINE gives up on who answers its webhook late; an answer that is lost harms nobody. */
const answerPatience = 3_000

/** As `link-line.ts` has it sent; blanks and line ends come from whoever copied it by hand. */
const sentCode = /連携コード[:：]\s*([\w-]{22})(?![\w-])/

/**
 * Does what an event of LINE's webhook says, and answers in the talk where something was asked for. An event that is heard again does
 * nothing: a code is spent, and an end means links from before it.
 */
export const hearLine = async (platform: Platform, clientId: ClientId, channel: LineChannel, event: webhook.Event): Promise<void> => {
  const user = event.source?.type === 'user' ? event.source.userId : undefined
  if (user === undefined) return
  if (event.type === 'unfollow') return void (await endLinks(platform, clientId, user, event.timestamp))
  if (event.type !== 'message' || event.message.type !== 'text') return
  const answer = await answerTo(platform, clientId, user, event.message.text, event.timestamp)
  if (answer === null || event.replyToken === undefined) return
  await withinPatience(
    lineClient(platform, channel).replyMessage({ replyToken: event.replyToken, messages: [{ type: 'text', text: answer }] }),
    answerPatience,
    // What LINE says of it may name whom it was for.
  ).catch(() => platform.log.warn('a message to the official account was not answered'))
}

const answerTo = async (platform: Platform, clientId: ClientId, user: string, text: string, timestamp: number): Promise<string | null> => {
  const code = sentCode.exec(text)?.[1]
  if (code !== undefined) return platform.pool.write(clientId, db => link(platform, db, clientId, user, code))
  if (wishOf(text) !== 'stop') return null
  const ended = await endLinks(platform, clientId, user, timestamp)
  return ended === 0 ? null : 'LINEでのお知らせを終了しました。もう一度受け取るときは、居住者ページからお手続きください。'
}

const endLinks = (platform: Platform, clientId: ClientId, user: string, timestamp: number): Promise<number> =>
  platform.pool.write(clientId, db => endLinksOfLineUser(db, clientId, user, new Date(timestamp)))

const link = async (platform: Platform, db: Db, clientId: ClientId, user: string, code: string): Promise<string> => {
  const now = platform.now()
  const spent = await spendLinkCode(db, clientId, sha256(code), now)
  const resident = spent && (await findResident(db, clientId, spent.resident_id))
  if (!spent || !resident)
    return (await isLinkedUser(db, clientId, user))
      ? '連携しています。'
      : '連携コードの期限が切れているか、すでに使われています。居住者ページから、もう一度お手続きください。'
  const eventId = await recordEvent(db, {
    kind: 'residents.line_linked',
    actor: { kind: 'resident', id: resident.id, constructionId: spent.construction_id, roomId: spent.room_id },
    clientId,
    constructionId: spent.construction_id,
    roomId: spent.room_id,
    subject: { type: 'residents', id: resident.id },
    channel: 'other',
    residentVisible: true,
  })
  // Where messages went until now it is heard that they go elsewhere.
  await notifyOfAccount(platform, db, clientId, resident, {
    subject: 'LINEでのお知らせを始めました',
    sentence: 'LINEでのお知らせを始めました。',
    eventId,
  })
  await saveLineLink(db, clientId, resident.id, user, now)
  // Who links it wants messages, whatever was chosen before.
  if (resident.no_messages_since !== null) await updateResident(db, clientId, resident.id, { no_messages_since: null, updated_at: now })
  const place = (await listPlacesOfRooms(db, clientId, [spent.room_id])).get(spent.room_id)
  const dwelling = `${place?.building ?? ''} ${addressedRoom(place?.room ?? '')}`
  return `連携しました。\n${dwelling}の工事のお知らせを、このトークにお送りします。\n停止するときは「停止」とお送りください。`
}
