import type { ClientId } from '@toguchi/domain/access/actor'
import { chatbotKeptDays } from '@toguchi/domain/chatbot/policy'
import { eraseDiscardedUsers } from '../accounts/accounts.ts'
import { eraseAnswersOf } from '../answers/answers.ts'
import { listClientsToForget } from '../clients/clients.ts'
import { eraseRequestsOfDiscarded } from '../board-reports/board-reports.ts'
import { eraseHistories, purgeConversations } from '../chatbot/chatbot.ts'
import { forgetChunks, listNamingEditions } from '../completion-books/completion-books.ts'
import { eraseSigners } from '../completion-reports/completion-reports.ts'
import { eraseDiscardedConstructions } from '../constructions/constructions.ts'
import { eraseDiscardedContractors } from '../contractors/contractors.ts'
import { eraseFilingsOfDiscarded } from '../filings/filings.ts'
import { eraseKeysOf } from '../keys/keys.ts'
import { removeHiddenDocuments } from '../documents/documents.ts'
import { eraseRepliesOf, forgetOldReplies } from '../messages/messages.ts'
import { erasePeopleOfOrders } from '../orders/orders.ts'
import { attemptEach } from '../platform/attempt-each.ts'
import type { Db } from '../platform/database/database.ts'
import { erasePersonalValues, erasePersonalValuesAbout, erasePersonalValuesOfConstructions, recordEvents } from '../platform/events.ts'
import { forgetWithBytes, removeBytes } from '../platform/files/remove-bytes.ts'
import { forgetResults } from '../platform/jobs/forget-results.ts'
import { removeHiddenPhotos } from '../photos/photos.ts'
import { deleteEmptiedMessages, deleteOldPlatformMessages, eraseMessages, eraseOldMessages } from '../platform/messages/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { eraseEarlierWishes, eraseResidentsOf } from '../residents/residents.ts'
import { eraseOccupancies, eraseRemarks, markPeopleErased, removeHiddenDoorPhotos } from '../rooms/rooms.ts'
import { deleteExpiredReservations, eraseWishes } from '../schedule/schedule.ts'
import { eraseEntries, forgetOldReasons } from '../support/support.ts'
import {
  findRetention,
  findRetentionOfPlatform,
  findRetentionOfRecords,
  lockEveryRoomToErase,
  lockRoomsToErase,
  type RoomToErase,
} from './queries.ts'

/** A transaction holds so many rooms: short enough that nobody waits for it. */
const roomsAtOnce = 100

const day = 24 * 60 * 60 * 1000

/** Hidden photos and documents that one transaction removes. */
const filesAtOnce = 500

/**
 * The daily work of forgetting (D-12, practice §3): rooms closed longer ago than the client's retention time lose what is personal in
 * them. What is kept, and why: docs/decisions/015-erasing-people.md. Working twice changes nothing. Which clients have something to forget
 * is asked at once (`has_people_to_forget`, migration 0144): what is forgotten of one more table has to be asked for there, too.
 */
export const erasePeople = async (platform: Platform): Promise<void> => {
  await forgetOfPlatform(platform)
  await attemptEach(await platform.pool.read(null, db => listClientsToForget(db, 'people', platform.now())), clientId =>
    erasePeopleOf(platform, clientId),
  )
}

/** What belongs to no client: mail to admins and operators. */
const forgetOfPlatform = (platform: Platform): Promise<void> =>
  platform.pool.write(null, async db => {
    await deleteOldPlatformMessages(db, await findRetentionOfPlatform(db, platform.now()))
  })

const erasePeopleOf = async (platform: Platform, clientId: ClientId): Promise<void> => {
  const before = await platform.pool.read(clientId, db => findRetention(db, clientId, platform.now()))
  // Call lists and receipts that were made before a room was closed are older than the room's own time.
  await forgetResults(platform, clientId, before)
  await platform.pool.write(clientId, async db => {
    await eraseOldMessages(db, clientId, before)
    await deleteEmptiedMessages(db, clientId, before)
    await forgetOldReplies(db, clientId, before)
    await forgetOldReasons(db, clientId, before)
    await deleteExpiredReservations(db, clientId, platform.now())
    await purgeConversations(db, clientId, new Date(platform.now().getTime() - chatbotKeptDays * day), platform.now())
    await eraseRequestsOfDiscarded(db, clientId, before)
    await eraseFilingsOfDiscarded(db, clientId, before)
    const users = await eraseDiscardedUsers(db, clientId, before)
    await erasePersonalValuesAbout(db, clientId, ['staffs', 'craftsmans', 'users'], users)
    await erasePersonalValuesAbout(db, clientId, ['contractors'], await eraseDiscardedContractors(db, clientId, before))
    await erasePersonalValuesOfConstructions(db, clientId, await eraseDiscardedConstructions(db, clientId, before))
  })
  await removeHiddenFiles(platform, clientId, before)
  await eraseDueRooms(platform, clientId, before)
  // Last, for a storage that is away keeps nobody from being forgotten; with it goes what other days could not remove.
  await removeBytes(platform, clientId)
}

/** Erases the people of rooms whose time has come, so many a transaction, and marks every room that was looked at: none is looked at twice. */
const eraseDueRooms = (platform: Platform, clientId: ClientId, before: Date): Promise<void> =>
  inParts(platform, clientId, async db => {
    const now = platform.now()
    const rooms = await lockRoomsToErase(db, clientId, { before, now, most: roomsAtOnce })
    const left = rooms.filter(room => room.is_somebody_left)
    if (left.length > 0) await eraseRooms(platform, db, clientId, left)
    const ids = rooms.map(({ id }) => id)
    await markPeopleErased(db, clientId, ids, now)
    return rooms
  })

/** The same of every room of a client; each part begins behind the last room of the one before. */
export const eraseEveryRoom = (platform: Platform, clientId: ClientId): Promise<void> => {
  let after = 0
  return inParts(platform, clientId, async db => {
    const rooms = await lockEveryRoomToErase(db, clientId, { most: roomsAtOnce, after })
    if (rooms.length > 0) await eraseRooms(platform, db, clientId, rooms)
    after = rooms.at(-1)?.id ?? after
    return rooms
  })
}

const inParts = async (platform: Platform, clientId: ClientId, erasePart: (db: Db) => Promise<readonly RoomToErase[]>): Promise<void> => {
  for (;;) if ((await platform.pool.write(clientId, erasePart)).length < roomsAtOnce) break
}

const removeHiddenFiles = async (platform: Platform, clientId: ClientId, before: Date): Promise<void> => {
  const recordsBefore = await platform.pool.read(clientId, db => findRetentionOfRecords(db, clientId, platform.now()))
  for (;;) {
    const files = await platform.pool.write(clientId, async db => {
      const fileIds = [
        ...(await removeHiddenPhotos(db, clientId, before, filesAtOnce)),
        ...(await removeHiddenDoorPhotos(db, clientId, before, filesAtOnce)),
        ...(await removeHiddenDocuments(db, clientId, { before, recordsBefore }, filesAtOnce)),
      ]
      await forgetWithBytes(platform, db, clientId, fileIds)
      return fileIds.length
    })
    if (files === 0) break
  }
}

const eraseRooms = async (platform: Platform, db: Db, clientId: ClientId, rooms: readonly RoomToErase[]): Promise<void> => {
  const ids = rooms.map(({ id }) => id)
  // Before the people themselves: their addresses are what their messages are found by.
  const contacts = await eraseResidentsOf(platform, db, clientId, ids)
  await eraseMessages(db, clientId, ids, contacts)
  await eraseRepliesOf(db, clientId, ids)
  await erasePersonalValues(db, clientId, ids)
  await eraseRemarks(db, clientId, ids)
  await eraseOccupancies(db, clientId, ids)
  await eraseWishes(db, clientId, ids)
  await eraseEarlierWishes(db, clientId, ids)
  await eraseEntries(db, clientId, ids)
  await eraseHistories(db, clientId, ids)
  const signed = await eraseSigners(db, clientId, ids)
  const constructionIds = [...new Set(rooms.map(({ construction_id }) => construction_id))]
  // First, for it waits for a book that is being kept, which the report names.
  const drawn = await forgetChunks(db, clientId, constructionIds)
  // A book that was handed over stays as it is: the report says which ones name people.
  const books = await listNamingEditions(db, clientId, constructionIds)
  const files = [
    ...drawn,
    ...(await erasePeopleOfOrders(db, clientId, ids)),
    ...(await eraseAnswersOf(db, clientId, ids)),
    ...(await eraseKeysOf(db, clientId, ids)),
  ]
  await recordEvents(
    db,
    rooms.map(({ id, construction_id }) => ({
      kind: 'residents.erased',
      actor: 'system' as const,
      clientId,
      constructionId: construction_id,
      roomId: id,
      // The report keeps saying that a name stood under it.
      change: {
        ...(signed.has(id) ? { signer_name: 'erased' } : {}),
        ...(books.has(construction_id) ? { completion_books: books.get(construction_id) } : {}),
      },
    })),
  )
  await forgetWithBytes(platform, db, clientId, files)
}
