import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { queryClient } from '../../platform/api/api.ts'
import { paths } from '../../site/paths.ts'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { bodiesOf, clientTexts } from './letter-place.ts'
import { documentOf, LetterTabs } from './LetterTabs.tsx'
import { LetterTexts } from './LetterTexts.tsx'

export const loader = () => queryClient.ensureQueryData(clientTexts)

/** 書面の文章 of the client: what is written here stands on the letters of all its constructions (decision 038). */
export const LetterTextsPage = () => {
  const document = documentOf(useParams().document)
  const { data } = useQuery(clientTexts)
  if (data === undefined) return null
  const own = bodiesOf(data.letter_texts, document)
  return (
    <>
      <PageHead
        title="書面の文章"
        note="すべての工事の書面に使われます。工事ごとに変えるときは、工事の「書面の文章」で変更します。"
        back={{ to: paths.settings(), label: '設定' }}
      />
      <LetterTabs chosen={document} to={paths.letter_texts} written={data.letter_texts} />
      <LetterTexts key={`${document}${JSON.stringify(own)}`} place={null} document={document} own={own} ofClient={{}} />
    </>
  )
}
