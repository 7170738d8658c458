import { eraseAnswersOf } from '../answers/answers.ts'
import { eraseRepliesOf } from '../messages/messages.ts'
import { erasePeopleOfOrders } from '../orders/orders.ts'
import { attemptEach } from '../platform/attempt-each.ts'
import type { Db } from '../platform/database.ts'
import { erasePersonalValues, recordEvents } from '../platform/events.ts'
import { forgetFiles } from '../platform/files.ts'
import { giveUpResults } from '../platform/job-rows.ts'
import { eraseMessages } from '../platform/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { eraseResidentsOf } from '../residents/residents.ts'
import { eraseRemarks } from '../rooms/rooms.ts'
import { eraseWishes } from '../schedule/schedule.ts'
import { findRetention, listEveryClientId, lockRoomsToErase, type RoomToErase } from './queries.ts'

/** A transaction holds so many rooms: short enough that nobody waits for it. */
const roomsAtOnce = 100

/**
 * The daily work of forgetting (D-12, practice §3): rooms closed longer ago than the client's retention time lose what is personal in
 * them. What is kept, and why: docs/decisions/015-erasing-people.md. Working twice changes nothing.
 */
export const erasePeople = async (platform: Platform): Promise<void> =>
  attemptEach(await platform.pool.read(null, listEveryClientId), clientId => erasePeopleOf(platform, clientId))

const erasePeopleOf = async (platform: Platform, clientId: number): Promise<void> => {
  const before = await platform.pool.read(clientId, db => findRetention(db, clientId, platform.now()))
  // Call lists and receipts that were made before a room was closed are older than the room's own time.
  await removeBytes(
    platform,
    await platform.pool.write(clientId, async db => forgetFiles(db, clientId, await giveUpResults(db, clientId, before))),
  )
  for (;;) {
    const { rooms, bytes } = await platform.pool.write(clientId, async db => {
      const found = await lockRoomsToErase(db, clientId, before, roomsAtOnce)
      return { rooms: found.length, bytes: found.length === 0 ? [] : await eraseRooms(platform, db, clientId, found) }
    })
    await removeBytes(platform, bytes)
    if (rooms < roomsAtOnce) break
  }
}

/** After the transaction: one that failed would point to bytes that are gone. */
const removeBytes = async (platform: Platform, keys: readonly string[]): Promise<void> => {
  for (const key of keys) await platform.storage.remove(key)
}

/** Returns the keys of the bytes that may go. */
const eraseRooms = async (platform: Platform, db: Db, clientId: number, rooms: readonly RoomToErase[]): Promise<string[]> => {
  const ids = rooms.map(({ id }) => id)
  // Before the people themselves: their addresses are what their messages are found by.
  const contacts = await eraseResidentsOf(platform, db, clientId, ids)
  await eraseMessages(db, clientId, ids, contacts)
  await eraseRepliesOf(db, clientId, ids)
  await erasePersonalValues(db, clientId, ids)
  await eraseRemarks(db, clientId, ids)
  await eraseWishes(db, clientId, ids)
  const files = [...(await erasePeopleOfOrders(db, clientId, ids)), ...(await eraseAnswersOf(db, clientId, ids))]
  await recordEvents(
    db,
    rooms.map(({ id, construction_id }) => ({
      kind: 'residents.erased',
      actor: 'system' as const,
      clientId,
      constructionId: construction_id,
      roomId: id,
    })),
  )
  return forgetFiles(db, clientId, files)
}
