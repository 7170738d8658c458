import type { ClientId } from '@toguchi/domain/access/actor'
import type { LetterDocument, WrittenTexts } from '@toguchi/domain/printing/letters'
import type { Db } from '../../platform/database/database.ts'
import { type LetterTextRow, listLetterTexts } from './queries.ts'

/** The texts of a letter by their keys: the construction's own stand above the client's. `rows` are as the query orders them. */
export const writtenTextsOf = (rows: readonly LetterTextRow[], document: LetterDocument): WrittenTexts => {
  const own = rows.filter(row => row.document === document)
  return Object.fromEntries(
    [...own.filter(row => row.construction_id === null), ...own.filter(row => row.construction_id !== null)].map(row => [
      row.text_key,
      row.body,
    ]),
  )
}

/** What was written for a letter of a construction; of the client where the construction is null. */
export const findWrittenTexts = async (
  db: Db,
  clientId: ClientId,
  constructionId: number | null,
  document: LetterDocument,
): Promise<WrittenTexts> => writtenTextsOf(await listLetterTexts(db, clientId, constructionId), document)
