import { canKeepAttachmentFiles, canKeepHandlingEquipments, canKeepResidentDocuments } from '@toguchi/domain/documents/policy'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useActor } from '../platform/session/actor.ts'
import { queryClient } from '../platform/api/api.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { ListScope, listStateOf } from '../ui/table/list-state.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { constructionHead, constructionOf } from './construction-head.ts'
import { DocumentShelf } from './DocumentShelf.tsx'
import { HandlingEquipments } from './equipments/HandlingEquipments.tsx'
import { constructionShelf, documentsOn } from './shelf.ts'
import { Stack } from '../ui/layout/Layout.ts'
import { Help } from '../ui/form/FieldParts.ts'

// The other two sections are read when the page stands: not every reader has them.
export const loader = ({ request, params }: LoaderFunctionArgs) => {
  const id = Number(params.construction_id)
  const state = listStateOf(new URL(request.url).searchParams, 'attachment_files')
  return Promise.all([
    queryClient.ensureQueryData(constructionOf(id)),
    queryClient.ensureQueryData(documentsOn(constructionShelf('attachment_file', id), state)),
  ])
}

/** What craftsmen, residents, and both are given to read, in three sections (G-CON-19). */
export const AttachmentFilesPage = () => {
  const id = Number(useParams().construction_id)
  const actor = useActor()
  const { data } = useQuery(constructionOf(id))
  usePageTitle(data === undefined ? null : `${data.construction.building_name} 添付資料`)
  return (
    <>
      <PageHead title="添付資料" note={constructionHead(data?.construction)} />
      <ListScope value="attachment_files">
        <Section title="添付資料" name="attachment_files">
          <Stack>
            {canKeepAttachmentFiles(actor) ? <Help>この工事を担当する職人に表示されます。居住者には表示されません。</Help> : null}
            <DocumentShelf
              key={id}
              shelf={constructionShelf('attachment_file', id)}
              mayKeep={canKeepAttachmentFiles(actor)}
              emptyText={
                canKeepAttachmentFiles(actor) ? '図面や施工要領書、安全書類などを登録できます。' : '登録されると、ここに表示されます。'
              }
            />
          </Stack>
        </Section>
      </ListScope>
      {canKeepResidentDocuments(actor) ? (
        <ListScope value="documents">
          <Section title="居住者向け資料" name="documents">
            <Stack>
              <Help>居住者ページの「資料」に表示されます。職人には表示されません。</Help>
              <DocumentShelf
                key={id}
                shelf={constructionShelf('document', id)}
                mayKeep
                emptyText="工事のお知らせや説明会の資料などを登録できます。登録するとすぐに居住者ページへ公開されます。"
              />
            </Stack>
          </Section>
        </ListScope>
      ) : null}
      <ListScope value="handling_equipments">
        <Section title="取扱機器" name="handling_equipments">
          <HandlingEquipments key={id} construction_id={id} mayKeep={canKeepHandlingEquipments(actor)} />
        </Section>
      </ListScope>
    </>
  )
}
