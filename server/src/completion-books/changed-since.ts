import { createHash } from 'node:crypto'
import type { ClientId } from '@toguchi/domain/access/actor'
import { type BookChoices, heldSections } from '@toguchi/domain/completion-books/sections'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { isUnread } from './attachments.ts'
import { coverPage } from './book-pages.ts'
import type { BookPhotos } from './chunks/photo-chunks.ts'
import type { AttachmentRow, BookConstruction, BookRoom } from './content-queries.ts'
import { type BookContent, planBook, readBook, setApart } from './plan-book.ts'
import { keyOf, type PlannedChunk } from './chunks/planned-chunk.ts'
import { type EditionRow, type EventsSince, findEventsSince } from './queries.ts'

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

/** What a look compares, and what the answer holds for. */
interface Look {
  edition: EditionRow
  chosen: BookChoices
  /** As they were read for the page. */
  construction: BookConstruction
  rooms: readonly BookRoom[]
  photos: BookPhotos
  attachments: readonly AttachmentRow[]
}

/** Milliseconds by which a change may be older than its appearance: whatever began before the book was read and ended after that. */
const longestWrite = 60_000

/**
 * Whether a book made now, by what is chosen, would be another one than the newest edition. It is planned for that, which is done only where
 * something happened at the construction since, and once for each time that something did: many look at a page, and few change anything.
 */
export const hasChangedSince = async (
  platform: Platform,
  db: Db,
  at: { clientId: ClientId; constructionId: number },
  look: Look,
): Promise<boolean> => {
  const { contents, made_at } = look.edition
  if (contents === null) return false
  const events = await findEventsSince(db, at.clientId, at.constructionId, new Date(made_at.getTime() - longestWrite))
  if (!mayHaveChanged(look, events)) return false
  const answers = answersOf(platform)
  const key = `${at.clientId}/${at.constructionId}`
  const basis = basisOf(look, events)
  const known = answers.get(key)
  if (known?.basis === basis) return known.hasChanged
  const hasChanged = !contents.equals((await hashOfNow(platform, db, at, look)) ?? contents)
  keep(answers, key, { basis, hasChanged })
  return hasChanged
}

/** Something happened since, or what could not be read was read, which is no event. */
const mayHaveChanged = ({ edition: { set_apart }, attachments }: Look, { count }: EventsSince): boolean =>
  count > 0 || attachments.some(attachment => set_apart.includes(attachment.key) && !isUnread(attachment))

/** The hash of the book that would be made now; undefined where the construction is gone. What could not be read then stays a line in the list. */
const hashOfNow = async (
  platform: Platform,
  db: Db,
  at: { clientId: ClientId; constructionId: number },
  { edition: { interim, set_apart }, chosen }: Look,
): Promise<Buffer | undefined> => {
  const choices = { ...chosen, sections: heldSections(chosen.sections, interim) }
  const read = await readBook(platform, db, at, choices)
  if (read === undefined) return undefined
  const content = setApart(read, attachment => isUnread(attachment) && set_apart.includes(attachment.key))
  return hashOfBook(content, planBook(platform, content, choices))
}

/** The answer of a look, and all that it rests upon. */
interface Answer {
  basis: string
  hasChanged: boolean
}

/** With the rooms and photos go the names that stand on them: a wing or a place that is called otherwise is no event of the construction. */
const basisOf = ({ edition: { id }, chosen, construction, rooms, photos, attachments }: Look, events: EventsSince): string => {
  const papers = attachments.map(({ key, title, pages, why_not }) => [key, title, pages, why_not])
  return createHash('sha256')
    .update(JSON.stringify([id, chosen, events, construction, rooms, photos, papers]))
    .digest('hex')
}

/** Books whose last answer is kept; of the others it is found anew. */
const mostAnswers = 1_000
const answersOfPlatforms = new WeakMap<Platform, Map<string, Answer>>()
const answersOf = (platform: Platform): Map<string, Answer> => {
  const known = answersOfPlatforms.get(platform) ?? new Map<string, Answer>()
  answersOfPlatforms.set(platform, known)
  return known
}

/** The newest last: whose answer was found longest ago goes first. */
const keep = (answers: Map<string, Answer>, key: string, answer: Answer): void => {
  answers.delete(key)
  answers.set(key, answer)
  const [oldest] = answers.keys()
  if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest)
}
