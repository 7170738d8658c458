import { writeFile } from 'node:fs/promises'
import type { ClientId } from '@toguchi/domain/access/actor'
import { readPdfPages } from '../file-reader/file-reader.ts'
import { codeOf } from '../platform/http/error-code.ts'
import { Problem } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { type AttachmentRow, listAttachments, saveReadAttachment } from './content-queries.ts'

interface OfClient {
  platform: Platform
  clientId: ClientId
}

/** What is to be read of attachments, a look at a time: the rest waits for the next look, or for the making. */
const mostAtOnce = 10

/** Nobody has looked into it yet, or it took too much when somebody did. */
export const isUnread = ({ content_type, pages, why_not }: AttachmentRow): boolean =>
  content_type === 'application/pdf' && pages === null && why_not === null

const listUnread = async ({ platform, clientId }: OfClient, constructionId: number): Promise<AttachmentRow[]> =>
  (await platform.pool.read(clientId, db => listAttachments(db, clientId, constructionId))).filter(isUnread)

/**
 * For whoever has opened the page: attached PDFs looked into that nobody has looked into yet. What takes too much, and what comes while the
 * reader is busy, stays as it was. Answers how many were read.
 */
export const lookIntoAttachments = async (asked: OfClient, constructionId: number): Promise<number> => {
  const unread = (await listUnread(asked, constructionId)).filter(({ file_id }) => !tookTooMuchLately(asked, file_id))
  let count = 0
  for (const attachment of unread.slice(0, mostAtOnce)) {
    try {
      if (await lookInto(asked, attachment)) count += 1
    } catch (error) {
      // Too many asked, or too much was asked: what follows would meet the same.
      if (error instanceof Problem && [429, 503].includes(error.status)) return count
      throw error
    }
  }
  return count
}

/** For a making: all of them. Throws 429 and 503 of the reader, for they say nothing of the attachment. Answers what cannot be bound this time. */
export const readEveryAttachment = async (asked: OfClient, constructionId: number): Promise<number[]> => {
  const apart: number[] = []
  for (const attachment of await listUnread(asked, constructionId)) if (!(await lookInto(asked, attachment))) apart.push(attachment.file_id)
  return apart
}

/** What is found is kept; false where nothing was found out. */
const lookInto = async (asked: OfClient, attachment: AttachmentRow): Promise<boolean> => {
  const { platform, clientId } = asked
  const read = await readOne(asked, attachment)
  if (read === null || read.whyNot === 'unreadable') {
    slowOnes(asked).set(attachment.file_id, platform.now())
    return false
  }
  const { pages, whyNot, leavesOut = false } = read
  const found = { pages, why_not: whyNot === 'torn' ? ('unreadable' as const) : whyNot, leaves_out: leavesOut }
  await platform.pool.write(clientId, db => saveReadAttachment(db, clientId, attachment.file_id, found))
  return true
}

/** Milliseconds for which a look leaves alone what took too much: each try ends a reader, and a client may have few ended. */
const restOfSlowOnes = 60 * 60 * 1000
const slow = new WeakMap<object, Map<number, Date>>()
const slowOnes = ({ platform: { fileReader } }: OfClient): Map<number, Date> => {
  const known = slow.get(fileReader) ?? new Map<number, Date>()
  slow.set(fileReader, known)
  return known
}
const tookTooMuchLately = (asked: OfClient, fileId: number): boolean => {
  const at = slowOnes(asked).get(fileId)
  return at !== undefined && asked.platform.now().getTime() - at.getTime() < restOfSlowOnes
}

/** Null where its bytes are gone. */
const readOne = async ({ platform, clientId }: OfClient, { storage_key, file_name, content_type }: AttachmentRow) => {
  const copy = await platform.storage
    .stage(platform.storage.read(storage_key), { fileName: file_name, contentType: content_type })
    .catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    })
  if (copy === null) return null
  try {
    return await readPdfPages(platform, { clientId }, copy.path)
  } finally {
    await platform.storage.discard(copy)
  }
}

/**
 * Writes the pages of an attached PDF to a file, drawn anew by the file reader: nothing that runs, no links, all of a size that is printed.
 * Null where it cannot be read any more.
 */
export const layAttachment = async (asked: OfClient, attachment: AttachmentRow, to: string): Promise<number | null> => {
  const read = await readOne(asked, attachment)
  if (!read || read.pages === null || read.bytes === null) return null
  await writeFile(to, read.bytes)
  return read.pages
}
