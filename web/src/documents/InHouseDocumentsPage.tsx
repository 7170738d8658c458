import { canKeepInHouseDocuments } from '@toguchi/domain/documents/policy'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useActor } from '../platform/session/actor.ts'
import { queryClient } from '../platform/api/api.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { listStateOf } from '../ui/table/list-state.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { constructionHead, constructionOf } from './construction-head.ts'
import { DocumentShelf } from './DocumentShelf.tsx'
import { constructionShelf, documentsOn } from './shelf.ts'
import { Stack } from '../ui/layout/Layout.ts'
import { Help } from '../ui/form/FieldParts.ts'

export const loader = ({ request, params }: LoaderFunctionArgs) => {
  const id = Number(params.construction_id)
  return Promise.all([
    queryClient.ensureQueryData(constructionOf(id)),
    queryClient.ensureQueryData(documentsOn(constructionShelf('in_house_document', id), listStateOf(new URL(request.url).searchParams))),
  ])
}

/** Papers that never leave the company: estimates, contracts, minutes (G-CON-19). */
export const InHouseDocumentsPage = () => {
  const id = Number(useParams().construction_id)
  const actor = useActor()
  const { data } = useQuery(constructionOf(id))
  usePageTitle(data === undefined ? null : `${data.construction.building_name} 社内資料`)
  return (
    <>
      <PageHead title="社内資料" note={constructionHead(data?.construction)} />
      <Section name="in_house_documents">
        <Stack>
          <Help>社内だけの資料です。オペレーター、職人、居住者には表示されません。</Help>
          <DocumentShelf
            key={id}
            shelf={constructionShelf('in_house_document', id)}
            mayKeep={canKeepInHouseDocuments(actor)}
            emptyText="見積書や契約書、打合せの記録などを登録できます。"
          />
        </Stack>
      </Section>
    </>
  )
}
