import { isSpreadsheetKind, type SpreadsheetKind, spreadsheetNouns } from '@toguchi/domain/spreadsheets/labels'
import { canUseSpreadsheet } from '@toguchi/domain/spreadsheets/policy'
import { useLocation, useParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { useActor } from '../platform/session/actor.ts'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { SpreadsheetImport } from './SpreadsheetImport.tsx'

/** The list that a kind belongs to, where one goes back to. */
const listOf = (kind: SpreadsheetKind, construction_id: number): string =>
  ({
    buildings: paths.buildings,
    rooms: () => paths.room_composition(construction_id),
    residents: () => paths.construction_residents(construction_id),
    staffs: paths.staffs,
    contractors: paths.contractors,
    craftsmans: paths.contractors,
    suppliers: paths.suppliers,
    options: paths.options,
  })[kind]()

/** Taking in one list; the last part of the address says which. */
export const SpreadsheetImportPage = () => {
  const kind = useLocation().pathname.split('/').at(-1) ?? ''
  const { construction_id } = useParams()
  const actor = useActor()
  if (!isSpreadsheetKind(kind) || !canUseSpreadsheet[kind](actor))
    return <EmptyState title="この一覧は取り込めません。" text="権限がないか、アドレスが正しくありません。" />
  const back = listOf(kind, Number(construction_id))
  const noun = spreadsheetNouns[kind]
  return (
    <>
      <PageHead
        title={`${noun}のExcel取込`}
        back={{ to: back, label: `${noun}一覧` }}
        note="ファイルを選ぶと、追加・変更・エラーの内容を確認できます。確認して確定するまで、データは変わりません。"
      />
      <SpreadsheetImport
        key={kind}
        kind={kind}
        back={back}
        {...(construction_id === undefined ? {} : { constructionId: Number(construction_id) })}
      />
    </>
  )
}
