import type { ClientId, OfficeActor } from '@toguchi/domain/access/actor'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { DrawnSheet, letters } from '@toguchi/domain/printing/letters-contract'
import {
  type LetterDocument,
  letterTextsOf,
  letterTooLongText,
  whyNotLetterText,
  type WrittenTexts,
} from '@toguchi/domain/printing/letters'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { invalid, notFound, refused } from '../../platform/http/problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { constructionExists } from '../queries.ts'
import { drawLetter, findLetterSample } from './draw-letter.ts'
import { deleteLetterTexts, listLetterTexts, saveLetterTexts } from './queries.ts'
import { writtenTextsOf } from './written-texts.ts'

type Letter = BodyOf<(typeof letters)['PUT /api/letter_texts']>['letter']

/** Where texts are written: at the client, or at one construction of it. */
export interface Writing {
  platform: Platform
  actor: OfficeActor
  constructionId: number | null
}

/** Texts that may be printed, or the sentences that say why not, under the texts' keys. */
const judge = ({ document, texts }: Letter): void => {
  const known = new Map(letterTextsOf(document).map(text => [text.key, text]))
  const problems = texts.flatMap(({ text_key, body }) => {
    const text = known.get(text_key)
    const why = text === undefined ? 'は一覧にありません' : whyNotLetterText(document, text, body)
    return why === null ? [] : [[text_key, [why]] as const]
  })
  if (problems.length > 0) throw invalid(Object.fromEntries(problems))
}

/** Draws a letter as it would be with these texts; nothing of the database is held meanwhile. */
export const previewLetter = async (writing: Writing, letter: Letter): Promise<DrawnSheet> => (await drawWritten(writing, letter)).drawn

/** The letter with the texts that stand in it. */
const drawWritten = async ({ platform, actor, constructionId }: Writing, letter: Letter) => {
  judge(letter)
  const { clientId } = actor
  const { sample, saved } = await platform.pool.read(clientId, async db => ({
    sample: await findLetterSample(db, clientId, constructionId, platform.now()),
    saved: writtenTextsOf(await listLetterTexts(db, clientId, constructionId), letter.document),
  }))
  const written = { ...saved, ...bodiesOf(letter.texts) }
  return { written, drawn: await drawLetter(platform, actor, letter.document, written, sample) }
}

const bodiesOf = (texts: Letter['texts']): WrittenTexts => Object.fromEntries(texts.map(({ text_key, body }) => [text_key, body]))

/** What the texts of a letter are where nothing is written at this place: ours, or the client's. */
const inheritedTexts = async (
  db: Db,
  clientId: ClientId,
  constructionId: number | null,
  document: LetterDocument,
): Promise<WrittenTexts> => ({
  ...Object.fromEntries(letterTextsOf(document).map(text => [text.key, text.ours])),
  ...(constructionId === null ? {} : writtenTextsOf(await listLetterTexts(db, clientId, null), document)),
})

/** Saves texts; one that says what would stand there anyhow is none. A letter that would be longer than its page is refused. */
export const changeLetterTexts = async (writing: Writing, letter: Letter): Promise<void> => {
  const { platform, actor, constructionId } = writing
  const { clientId } = actor
  const { document, texts } = letter
  const { written, drawn } = await drawWritten(writing, letter)
  if (drawn.pages > 1) throw refused(letterTooLongText(document, written, drawn.lines_over), 'letter_too_long')
  await platform.pool.write(clientId, async db => {
    if (constructionId !== null && !(await constructionExists(db, clientId, constructionId))) throw notFound()
    const inherited = await inheritedTexts(db, clientId, constructionId, document)
    const place = { constructionId, document }
    const same = texts.flatMap(({ text_key, body }) => (inherited[text_key] === body ? [text_key] : []))
    await deleteLetterTexts(db, clientId, place, same)
    const own = texts.filter(({ text_key }) => !same.includes(text_key))
    await saveLetterTexts(db, actor, place, own, platform.now())
    await recordEvent(db, {
      kind: 'letter_texts.written',
      actor,
      clientId,
      constructionId,
      change: { document, text_keys: texts.map(({ text_key }) => text_key) },
      personal: { texts: bodiesOf(texts) },
    })
  })
}

/** Goes back to ours, at a construction to the client's: with one text, or with all of the letter. */
export const restoreLetterTexts = async (
  db: Db,
  actor: OfficeActor,
  constructionId: number | null,
  { document, text_key }: { document: LetterDocument; text_key?: string | undefined },
): Promise<void> => {
  const keys = await deleteLetterTexts(db, actor.clientId, { constructionId, document }, text_key === undefined ? null : [text_key])
  if (keys.length === 0) return
  await recordEvent(db, {
    kind: 'letter_texts.restored',
    actor,
    clientId: actor.clientId,
    constructionId,
    change: { document, text_keys: keys },
  })
}
