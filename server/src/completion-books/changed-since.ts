import { createHash } from 'node:crypto'
import type { ClientId } from '@toguchi/domain/access/actor'
import { type BookChoices, heldSections } from '@toguchi/domain/completion-books/sections'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { coverPage } from './book-pages.ts'
import { type BookContent, planBook, readBook } from './plan-book.ts'
import { keyOf, type PlannedChunk } from './chunks/planned-chunk.ts'
import { type EditionRow, hasHappenedSince } from './queries.ts'

/** The hash of everything that an edition is made of, but for its number and its day. */
export const hashOfBook = async (
  { construction }: Pick<BookContent, 'construction'>,
  planned: readonly PlannedChunk[],
): Promise<Buffer> => {
  const hash = createHash('sha256').update(
    JSON.stringify(coverPage(construction, { number: 0, interim: false, made_at: new Date(0), volume: '' })),
  )
  for (const { section, title, content } of planned) {
    hash.update(JSON.stringify([section, title]))
    if (content.kind !== 'late') hash.update(await keyOf(content))
  }
  return hash.digest()
}

/**
 * Whether a book made now, by what is chosen, would be another one than the newest edition. It is planned for that, which is done only where
 * something happened at the construction since.
 */
export const hasChangedSince = async (
  platform: Platform,
  db: Db,
  at: { clientId: ClientId; constructionId: number },
  { contents, made_at, interim }: Pick<EditionRow, 'contents' | 'made_at' | 'interim'>,
  chosen: BookChoices,
): Promise<boolean> => {
  if (contents === null || !(await hasHappenedSince(db, at.clientId, at.constructionId, made_at))) return false
  const choices = { ...chosen, sections: heldSections(chosen.sections, interim) }
  const content = await readBook(platform, db, at, choices)
  return content !== undefined && !contents.equals(await hashOfBook(content, planBook(platform, content, choices)))
}
