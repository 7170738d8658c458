import { writeFile } from 'node:fs/promises'
import type { ClientId } from '@toguchi/domain/access/actor'
import { readPdfPages } from '../file-reader/file-reader.ts'
import type { Platform } from '../platform/platform.ts'
import { type AttachmentRow, listAttachments, saveReadAttachment } from './content-queries.ts'

interface OfClient {
  platform: Platform
  clientId: ClientId
}

/** What is to be read of attachments, a look at a time: the rest waits for the next look, or for the making. */
const mostAtOnce = 10

/** Attachments of a construction, those PDFs looked into that nobody has looked into yet: how many pages can be bound in, or why not. */
export const readAttachments = async (
  { platform, clientId }: OfClient,
  constructionId: number,
  most: number = mostAtOnce,
): Promise<AttachmentRow[]> => {
  const attachments = await platform.pool.read(clientId, db => listAttachments(db, clientId, constructionId))
  const unread = attachments.filter(
    ({ content_type, pages, why_not }) => content_type === 'application/pdf' && pages === null && why_not === null,
  )
  if (unread.length === 0) return attachments
  for (const attachment of unread.slice(0, most)) {
    const { pages, whyNot } = await readOne({ platform, clientId }, attachment)
    await platform.pool.write(clientId, db => saveReadAttachment(db, clientId, attachment.file_id, { pages, why_not: whyNot }))
  }
  return platform.pool.read(clientId, db => listAttachments(db, clientId, constructionId))
}

const readOne = async ({ platform, clientId }: OfClient, { storage_key, file_name, content_type }: AttachmentRow) => {
  const copy = await platform.storage.stage(platform.storage.read(storage_key), { fileName: file_name, contentType: content_type })
  try {
    const { pages, whyNot, bytes } = await readPdfPages(platform, { clientId }, copy.path)
    return { pages, whyNot, bytes }
  } finally {
    await platform.storage.discard(copy)
  }
}

/** Writes the pages of an attached PDF to a file, drawn anew by the file reader: nothing that runs, no links, all of a size that is printed. */
export const layAttachment = async (asked: OfClient, attachment: AttachmentRow, to: string): Promise<number> => {
  const { pages, bytes } = await readOne(asked, attachment)
  if (pages === null || bytes === null) throw new Error(`${attachment.key} cannot be read any more`)
  await writeFile(to, bytes)
  return pages
}
