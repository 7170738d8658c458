import { z } from 'zod'
import { isOffice } from '../access/actor.ts'
import { canChangeSettings } from '../clients/policy.ts'
import { contract } from '../http/endpoint.ts'
import { instant, multilineText } from '../http/fields.ts'
import { DrawnPage } from './contract.ts'
import { letterDocuments, letterTextLabels } from './letters.ts'

const document = z.enum(letterDocuments)
/** As a person writes it: what it may say depends on the text and is judged there (`whyNotLetterText`). Empty: it is not printed. */
const body = z
  .string()
  .max(4_000)
  .transform(written => written.replaceAll(/\r\n?/g, '\n'))
  .pipe(z.union([z.string().trim().length(0), multilineText(4_000)]))
const WrittenText = z.strictObject({ text_key: z.string().max(40), body })
const LetterForm = z.strictObject({ document, texts: z.array(WrittenText).min(1).max(60) })

/** A text that was written anew; all others are ours, or the client's. */
const LetterText = z.object({ document, text_key: z.string(), body: z.string(), updated_at: instant })
export type SavedLetterText = z.infer<typeof LetterText>
const Texts = z.object({ letter_texts: z.array(LetterText) })
const TextsOfConstruction = Texts.extend({ client_letter_texts: z.array(LetterText) })

/** Its first page; printed lines that are too many for that, null where it fits or nobody can say. */
const DrawnSheet = DrawnPage.extend({ lines_over: z.int().nullable() })
export type DrawnSheet = z.infer<typeof DrawnSheet>

/** Without a key all texts of the document go back. */
const Back = z.strictObject({ document, text_key: z.string().max(40).optional() })

/** The letters in the client's own words (decision 038). `texts` are those that were written; the others of the document stay. */
export const letters = contract({
  'GET /api/letter_texts': { access: canChangeSettings, response: Texts },
  'PUT /api/letter_texts': {
    access: canChangeSettings,
    labels: letterTextLabels,
    ownTransactions: true,
    body: z.strictObject({ letter: LetterForm }),
    response: Texts.extend({ message: z.string() }),
  },
  'DELETE /api/letter_texts': { access: canChangeSettings, query: Back, response: Texts.extend({ message: z.string() }) },
  /** The first page of what would be printed with these texts, of a construction that is none; more than one are refused at saving. Saves nothing. */
  'POST /api/letter_texts/preview': {
    access: canChangeSettings,
    labels: letterTextLabels,
    ownTransactions: true,
    body: z.strictObject({ letter: LetterForm.extend({ texts: z.array(WrittenText).max(60) }) }),
    response: DrawnSheet,
  },
  'GET /api/constructions/:construction_id/letter_texts': { access: isOffice, response: TextsOfConstruction },
  'PUT /api/constructions/:construction_id/letter_texts': {
    access: isOffice,
    labels: letterTextLabels,
    ownTransactions: true,
    body: z.strictObject({ letter: LetterForm }),
    response: TextsOfConstruction.extend({ message: z.string() }),
  },
  'DELETE /api/constructions/:construction_id/letter_texts': {
    access: isOffice,
    query: Back,
    response: TextsOfConstruction.extend({ message: z.string() }),
  },
  /** The same of this construction, for its room with the longest name; no code is read for it. */
  'POST /api/constructions/:construction_id/letter_texts/preview': {
    access: isOffice,
    labels: letterTextLabels,
    ownTransactions: true,
    body: z.strictObject({ letter: LetterForm.extend({ texts: z.array(WrittenText).max(60) }) }),
    response: DrawnSheet,
  },
})
