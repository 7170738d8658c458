import {
  type LetterDocument,
  letterDocumentLabels,
  type LetterText,
  letterTextsOf,
  letterTooLongText,
} from '@toguchi/domain/printing/letters'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '../../platform/api/api.ts'
import { Alert } from '../../ui/Alert.ts'
import { Button } from '../../ui/Button.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { errorSentence } from '../../ui/form/field-errors.ts'
import { PaperPage } from '../../ui/files/PaperPage.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { type Bodies, drawLetter, type LetterPlace } from './letter-place.ts'
import styles from './LetterPreview.module.css'

interface Props {
  place: LetterPlace
  document: LetterDocument
  /** The texts to be drawn, as JSON. */
  drawn: string
}

interface Drawn {
  picture: string | null
  pages: number
  lines_over: number | null
}

interface Problem {
  /** Null: of the letter as a whole. */
  key: string | null
  text: string
}
const exampleOf = (place: LetterPlace, document: LetterDocument): string => {
  if (place === null) return '見本の工事で表示しています。'
  return document === 'poster' ? 'この工事で表示しています。' : 'この工事の、部屋番号がいちばん長い部屋で表示しています。'
}

/** The paper itself: the page that the typesetter lays out for the printer, as a picture. */
export const LetterPreview = ({ place, document, drawn }: Props) => {
  // What is refused while it is typed leaves the paper before on the screen.
  const texts = letterTextsOf(document)
  const latest = useRef<Drawn>({ picture: null, pages: 0, lines_over: null })
  const { data, error, isFetching } = useQuery({
    queryKey: ['letter preview', place, document, drawn],
    queryFn: async ({ signal }): Promise<Drawn & { refusal: readonly Problem[] }> => {
      try {
        latest.current = await drawLetter(place, document, JSON.parse(drawn) as Bodies, signal)
        return { ...latest.current, refusal: [] }
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 422) return { ...latest.current, refusal: problemsOf(failure, texts) }
        throw failure
      }
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  })
  const label = letterDocumentLabels[document]
  const ofWhole = (text: string): Problem[] => [{ key: null, text }]
  const problems =
    error === null
      ? data?.refusal.length
        ? data.refusal
        : (data?.pages ?? 0) > 1
          ? ofWhole(letterTooLongText(document, JSON.parse(drawn) as Bodies, data?.lines_over ?? null))
          : []
      : ofWhole('仕上がりを表示できませんでした。')
  return (
    <div className={styles.preview}>
      <Section title="仕上がり" name="letter-preview">
        {problems.length > 0 ? <Problems problems={problems} /> : <Help>{exampleOf(place, document)}</Help>}
        {data === undefined || data.picture === null ? (
          isFetching ? (
            <Spinner />
          ) : null
        ) : (
          <PaperPage picture={data.picture} name={`${label}の1ページ目`} stale={isFetching} />
        )}
      </Section>
    </div>
  )
}

/** A sentence for each text that may not be printed so, in the order of the letter. */
const problemsOf = ({ fields, fullMessages }: ApiError, texts: readonly LetterText[]): Problem[] => {
  const ofTexts = texts.flatMap(({ key, label }) => (fields[key] ?? []).map(text => ({ key, text: errorSentence(label, text) })))
  return ofTexts.length > 0 ? ofTexts : fullMessages.map(text => ({ key: null, text }))
}

/** One under the other; each leads to its text. */
const Problems = ({ problems }: { problems: readonly Problem[] }) => (
  <Alert role="status">
    <ul className={styles.problems}>
      {problems.map(({ key, text }) => (
        <li key={text}>
          {text}
          {key === null ? null : (
            <Button size="small" kind="quiet" onClick={() => goTo(key)}>
              この文章へ<span className="sr-only">（{text}）</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  </Alert>
)

const goTo = (key: string) => document.querySelector<HTMLElement>(`[data-text="${CSS.escape(key)}"] :is(input, textarea)`)?.focus()
