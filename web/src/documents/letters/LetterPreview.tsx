import { type LetterDocument, letterDocumentLabels } from '@toguchi/domain/printing/letters'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '../../platform/api/api.ts'
import { Alert } from '../../ui/Alert.ts'
import { Help } from '../../ui/form/FieldParts.ts'
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
}

const tooLongText = '文章が長く、1枚に収まりません。文章を短くしてください。'
const exampleOf = (place: LetterPlace, document: LetterDocument): string => {
  if (place === null) return '見本の工事で表示しています。'
  return document === 'poster' ? 'この工事で表示しています。' : 'この工事の、部屋番号がいちばん長い部屋で表示しています。'
}

/** The paper itself: the page that the typesetter lays out for the printer, as a picture. */
export const LetterPreview = ({ place, document, drawn }: Props) => {
  // What is refused while it is typed leaves the paper before on the screen.
  const latest = useRef<Drawn>({ picture: null, pages: 0 })
  const { data, error, isFetching } = useQuery({
    queryKey: ['letter preview', place, document, drawn],
    queryFn: async ({ signal }): Promise<Drawn & { refusal: readonly string[] }> => {
      try {
        latest.current = await drawLetter(place, document, JSON.parse(drawn) as Bodies, signal)
        return { ...latest.current, refusal: [] }
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 422) return { ...latest.current, refusal: failure.fullMessages }
        throw failure
      }
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  })
  const label = letterDocumentLabels[document]
  const problems =
    error === null
      ? data?.refusal.length
        ? data.refusal
        : (data?.pages ?? 0) > 1
          ? [tooLongText]
          : []
      : ['仕上がりを表示できませんでした。']
  return (
    <div className={styles.preview}>
      <Section title="仕上がり" name="letter-preview">
        {problems.length > 0 ? <Alert role="status">{problems.join('\n')}</Alert> : <Help>{exampleOf(place, document)}</Help>}
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
