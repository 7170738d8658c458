import { canKeepBuildingDocuments } from '@toguchi/domain/documents/policy'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { useActor } from '../platform/session/actor.ts'
import { q, queryClient } from '../platform/api/api.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { listStateOf } from '../ui/table/list-state.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { DocumentShelf } from './DocumentShelf.tsx'
import { buildingShelf, documentsOn } from './shelf.ts'

const building = (id: number) => q('GET /api/buildings/:id', { params: { id } })

export const loader = ({ request, params }: LoaderFunctionArgs) => {
  const id = Number(params.building_id)
  return Promise.all([
    queryClient.ensureQueryData(building(id)),
    queryClient.ensureQueryData(documentsOn(buildingShelf(id), listStateOf(new URL(request.url).searchParams))),
  ])
}

/** Papers of a building that outlive its constructions: plans, bylaws, records of former works (G-BLD-06). */
export const BuildingDocumentsPage = () => {
  const id = Number(useParams().building_id)
  const actor = useActor()
  const { data } = useQuery(building(id))
  const name = data?.building.name
  usePageTitle(name === undefined ? null : `${name} 物件資料`)
  return (
    <>
      <PageHead
        title="物件資料"
        {...(name === undefined ? {} : { back: { to: paths.building(id), label: name } })}
        note="社内だけの資料です。オペレーター、職人、居住者には表示されません。"
      />
      <Section name="building_documents">
        <DocumentShelf
          key={id}
          shelf={buildingShelf(id)}
          mayKeep={canKeepBuildingDocuments(actor)}
          emptyText="図面や管理規約、過去の工事の記録などを登録すると、どの工事からでも確認できます。"
        />
      </Section>
    </>
  )
}
