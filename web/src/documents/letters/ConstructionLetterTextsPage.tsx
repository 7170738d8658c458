import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { queryClient } from '../../platform/api/api.ts'
import { paths } from '../../site/paths.ts'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { constructionHead, constructionOf } from '../construction-head.ts'
import { bodiesOf, constructionTexts } from './letter-place.ts'
import { documentOf, LetterTabs } from './LetterTabs.tsx'
import { LetterTexts } from './LetterTexts.tsx'

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = Number(params.construction_id)
  return Promise.all([queryClient.ensureQueryData(constructionTexts(id)), queryClient.ensureQueryData(constructionOf(id))])
}

/** 書面の文章 of one construction: what is not written here is the client's, or ours (decision 038). */
export const ConstructionLetterTextsPage = () => {
  const params = useParams()
  const id = Number(params.construction_id)
  const document = documentOf(params.document)
  const { data } = useQuery(constructionTexts(id))
  const { data: head } = useQuery(constructionOf(id))
  if (data === undefined) return null
  const own = bodiesOf(data.letter_texts, document)
  const ofClient = bodiesOf(data.client_letter_texts, document)
  return (
    <>
      <PageHead title="書面の文章" note={constructionHead(head?.construction)} back={{ to: paths.construction(id), label: '工事詳細' }} />
      <LetterTabs chosen={document} to={each => paths.construction_letter_texts(id, each)} written={data.letter_texts} />
      <LetterTexts key={`${document}${JSON.stringify([own, ofClient])}`} place={id} document={document} own={own} ofClient={ofClient} />
    </>
  )
}
