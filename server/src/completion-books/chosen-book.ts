import type { ClientId } from '@toguchi/domain/access/actor'
import { type BookChoices, usualBook } from '@toguchi/domain/completion-books/sections'
import type { Db } from '../platform/database/database.ts'
import { type AttachmentRow, listAttachments } from './content-queries.ts'
import { findChosen } from './queries.ts'

/** How a book is chosen now: an attachment that came after the choice stands in no book before somebody puts it in. */
export interface ChosenBook {
  choices: BookChoices
  /** Keys of the attachments that came after the choice. */
  added: ReadonlySet<string>
}

export const findChosenBook = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  attachments: readonly AttachmentRow[],
): Promise<ChosenBook> => {
  const chosen = await findChosen(db, clientId, constructionId)
  if (chosen === null) return { choices: usualBook, added: new Set() }
  const { choices, offered } = chosen
  const added = keysOf(attachments).filter(key => !offered.includes(key))
  return { choices: leavingOut(choices, added), added: new Set(added) }
}

/** What was sent by whoever saw `offered`: of what came since they have said nothing, and it stays out. Without it they answer for all of now. */
export const choiceOf = async (
  db: Db,
  { clientId, constructionId }: { clientId: ClientId; constructionId: number },
  choices: BookChoices,
  offered: readonly string[] | undefined,
): Promise<{ choices: BookChoices; offered: string[] }> => {
  const now = keysOf(await listAttachments(db, clientId, constructionId))
  const seen = offered === undefined ? now : now.filter(key => offered.includes(key))
  return {
    choices: leavingOut(
      choices,
      now.filter(key => !seen.includes(key)),
    ),
    offered: seen,
  }
}

const keysOf = (attachments: readonly AttachmentRow[]): string[] => attachments.map(({ key }) => key)

const leavingOut = (choices: BookChoices, keys: readonly string[]): BookChoices => ({
  ...choices,
  left_out: [...new Set([...choices.left_out, ...keys])],
})
