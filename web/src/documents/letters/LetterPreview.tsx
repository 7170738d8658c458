import { type LetterDocument, letterDocumentLabels } from '@toguchi/domain/printing/letters'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../platform/api/api.ts'
import { Alert } from '../../ui/Alert.ts'
import { Help } from '../../ui/form/FieldParts.ts'
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

/** The paper itself: the page that the typesetter lays out for the printer, as a picture. */
export const LetterPreview = ({ place, document, drawn }: Props) => {
  const { data, error, isFetching } = useQuery({
    queryKey: ['letter preview', place, document, drawn],
    queryFn: ({ signal }) => drawLetter(place, document, JSON.parse(drawn) as Bodies, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  })
  const label = letterDocumentLabels[document]
  return (
    <div className={styles.preview}>
      <Section title="仕上がり" name="letter-preview">
        {error instanceof ApiError && error.fullMessages.length > 0 ? (
          <Alert role="status">{error.fullMessages.join('\n')}</Alert>
        ) : data !== undefined && data.pages > 1 ? (
          <Alert role="status">文章が長く、1枚に収まりません。文章を短くしてください。</Alert>
        ) : (
          <Help>{place === null ? '見本の工事で表示しています。' : 'この工事の、部屋番号がいちばん長い部屋で表示しています。'}</Help>
        )}
        {data === undefined ? (
          <Spinner />
        ) : (
          <img
            className={styles.paper}
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(data.picture)}`}
            alt={`${label}の1ページ目`}
            data-fetching={isFetching}
          />
        )}
      </Section>
    </div>
  )
}
