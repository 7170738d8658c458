import type { OfficeActor } from '@toguchi/domain/access/actor'
import { letterDocuments, letterTextsOf, whyNotLetterText } from '@toguchi/domain/printing/letters'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { saveLetterTexts } from './queries.ts'

/** What stands on several letters: who comes into the dwelling, and how a letter ends. */
const keys = [
  ['entry', 'entry.body'],
  ['closing', 'closing'],
] as const
type FirstTexts = { readonly [Name in (typeof keys)[number][0]]?: string | null | undefined }

/** Why a text cannot stand on the letters that have it, without its name; null where it can. */
const whyNot = (textKey: string, body: string): string | null =>
  letterDocuments
    .flatMap(document => letterTextsOf(document).flatMap(text => (text.key === textKey ? [whyNotLetterText(document, text, body)] : [])))
    .find(why => why !== null) ?? null

/** The texts that cannot be written, with the sentences that say why. */
export const faultsOfFirstTexts = (texts: FirstTexts): Record<string, string[]> =>
  Object.fromEntries(
    keys.flatMap(([name, textKey]) => {
      const why = whyNot(textKey, texts[name] ?? '')
      return why === null ? [] : [[name, [why]] as const]
    }),
  )

/** Writes a new client's texts on every letter that has them. They were judged before, and are so short that each letter stays on its page. */
export const writeFirstTexts = async (db: Db, actor: OfficeActor, texts: FirstTexts, now: Date): Promise<void> => {
  const written = keys.flatMap(([name, text_key]) => {
    const body = texts[name]
    return body ? [{ text_key, body }] : []
  })
  if (written.length === 0) return
  for (const document of letterDocuments) {
    const own = written.filter(({ text_key }) => letterTextsOf(document).some(({ key }) => key === text_key))
    if (own.length > 0) await saveLetterTexts(db, actor, { constructionId: null, document }, own, now)
  }
  await recordEvent(db, {
    kind: 'letter_texts.written',
    actor,
    clientId: actor.clientId,
    change: { text_keys: written.map(({ text_key }) => text_key) },
    personal: { texts: Object.fromEntries(written.map(({ text_key, body }) => [text_key, body])) },
  })
}
