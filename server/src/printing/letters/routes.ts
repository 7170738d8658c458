import type { ClientId } from '@toguchi/domain/access/actor'
import { letters, type SavedLetterText } from '@toguchi/domain/printing/letters-contract'
import { toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { answers } from '../../platform/http/mount.ts'
import { notFound } from '../../platform/http/problem.ts'
import { constructionExists } from '../queries.ts'
import { changeLetterTexts, previewLetter, restoreLetterTexts } from './change-letter-texts.ts'
import { type LetterTextRow, listLetterTexts } from './queries.ts'

const present = ({ document, text_key, body, updated_at }: LetterTextRow): SavedLetterText => ({
  document,
  text_key,
  body,
  updated_at: toInstant(updated_at),
})

const showTexts = async (db: Db, clientId: ClientId) => ({ letter_texts: (await listLetterTexts(db, clientId, null)).map(present) })

const showTextsOfConstruction = async (db: Db, clientId: ClientId, constructionId: number) => {
  if (!(await constructionExists(db, clientId, constructionId))) throw notFound()
  const rows = await listLetterTexts(db, clientId, constructionId)
  return {
    letter_texts: rows.filter(row => row.construction_id !== null).map(present),
    client_letter_texts: rows.filter(row => row.construction_id === null).map(present),
  }
}

const savedText = '書面の文章を保存しました。'
const restoredText = '元の文章に戻しました。'

export const lettersRoutes = answers(letters, {
  'GET /api/letter_texts': ({ db, actor }) => showTexts(db, actor.clientId),

  'PUT /api/letter_texts': async ({ platform, actor, body }) => {
    await changeLetterTexts({ platform, actor, constructionId: null }, body.letter)
    return { message: savedText, ...(await platform.pool.read(actor.clientId, db => showTexts(db, actor.clientId))) }
  },

  'DELETE /api/letter_texts': async ({ db, actor, query }) => {
    await restoreLetterTexts(db, actor, null, query)
    return { message: restoredText, ...(await showTexts(db, actor.clientId)) }
  },

  'POST /api/letter_texts/preview': ({ platform, actor, body }) => previewLetter({ platform, actor, constructionId: null }, body.letter),

  'GET /api/constructions/:construction_id/letter_texts': ({ db, actor, params }) =>
    showTextsOfConstruction(db, actor.clientId, params.construction_id),

  'PUT /api/constructions/:construction_id/letter_texts': async ({ platform, actor, params, body }) => {
    const { clientId } = actor
    await changeLetterTexts({ platform, actor, constructionId: params.construction_id }, body.letter)
    return {
      message: savedText,
      ...(await platform.pool.read(clientId, db => showTextsOfConstruction(db, clientId, params.construction_id))),
    }
  },

  'DELETE /api/constructions/:construction_id/letter_texts': async ({ db, actor, params, query }) => {
    const { construction_id } = params
    if (!(await constructionExists(db, actor.clientId, construction_id))) throw notFound()
    await restoreLetterTexts(db, actor, construction_id, query)
    return { message: restoredText, ...(await showTextsOfConstruction(db, actor.clientId, construction_id)) }
  },

  'POST /api/constructions/:construction_id/letter_texts/preview': ({ platform, actor, params, body }) =>
    previewLetter({ platform, actor, constructionId: params.construction_id }, body.letter),
})
