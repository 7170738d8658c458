import type { LetterDocument } from '@toguchi/domain/printing/letters'
import type { SavedLetterText } from '@toguchi/domain/printing/letters-contract'
import { q, send, useApiMutation } from '../../platform/api/api.ts'

/** Where letters are written: at one construction, or at the client (null). */
export type LetterPlace = number | null

const paramsOf = (construction_id: number) => ({ params: { construction_id } })
export const clientTexts = q('GET /api/letter_texts')
export const constructionTexts = (construction_id: number) =>
  q('GET /api/constructions/:construction_id/letter_texts', paramsOf(construction_id))

/** Texts by their keys. */
export type Bodies = Readonly<Record<string, string>>
export const bodiesOf = (texts: readonly SavedLetterText[], document: LetterDocument): Bodies =>
  Object.fromEntries(texts.flatMap(text => (text.document === document ? [[text.text_key, text.body]] : [])))

const letterBody = (document: LetterDocument, bodies: Bodies) => ({
  letter: { document, texts: Object.entries(bodies).map(([text_key, body]) => ({ text_key, body })) },
})

const quiet = { silent: true, errors: 'nobody' } as const

/** The letter with these texts, drawn; the one before goes on showing until then. */
export const drawLetter = (place: LetterPlace, document: LetterDocument, bodies: Bodies, signal: AbortSignal) => {
  const body = letterBody(document, bodies)
  return place === null
    ? send('POST /api/letter_texts/preview', { body }, { ...quiet, signal })
    : send('POST /api/constructions/:construction_id/letter_texts/preview', { ...paramsOf(place), body }, { ...quiet, signal })
}

const stale = ['GET /api/letter_texts', 'GET /api/constructions/:construction_id/letter_texts'] as const

/** Saves what was written anew. */
export const useSaveLetter = (place: LetterPlace, document: LetterDocument) => {
  const settings = { invalidates: stale, errors: 'caller', message: '保存しています…' } as const
  const ofClient = useApiMutation('PUT /api/letter_texts', settings)
  const ofConstruction = useApiMutation('PUT /api/constructions/:construction_id/letter_texts', settings)
  return {
    error: place === null ? ofClient.error : ofConstruction.error,
    isPending: ofClient.isPending || ofConstruction.isPending,
    save: (bodies: Bodies) => {
      const body = letterBody(document, bodies)
      if (place === null) ofClient.mutate({ body })
      else ofConstruction.mutate({ ...paramsOf(place), body })
    },
  }
}

/** Goes back to ours, or to the client's, with all of a letter. */
export const useRestoreLetter = (place: LetterPlace, document: LetterDocument) => {
  const ofClient = useApiMutation('DELETE /api/letter_texts', { invalidates: stale })
  const ofConstruction = useApiMutation('DELETE /api/constructions/:construction_id/letter_texts', { invalidates: stale })
  return () => {
    const query = { document }
    if (place === null) ofClient.mutate({ query })
    else ofConstruction.mutate({ ...paramsOf(place), query })
  }
}
