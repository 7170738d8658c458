// Front door of the spreadsheets: the buttons above a list that people also keep in Excel.
import { spreadsheetFormats, type SpreadsheetKind, spreadsheetNouns } from '@toguchi/domain/spreadsheets/labels'
import { canUseSpreadsheet } from '@toguchi/domain/spreadsheets/policy'
import { useState } from 'react'
import { paths } from '../app/paths.ts'
import { useActor } from '../platform/actor.ts'
import { download } from '../platform/api.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Modal, ModalFoot } from '../ui/Modal.tsx'

interface Props {
  kind: SpreadsheetKind
  /** Of rooms and residents. */
  constructionId?: number
  /** Says which list, where a page has several: 「居住者のExcel取込」. */
  named?: boolean
}

const formatTexts = {
  xlsx: ['Excel（.xlsx）', 'Excelで編集して、そのまま取り込めます。'],
  csv: ['CSV（UTF-8）', '他のシステムに渡すときにお使いください。'],
} as const

/** Excel取込 and Excel出力 above a list; nothing for those who may not write it. */
export const SpreadsheetButtons = ({ kind, constructionId, named = false }: Props) => {
  const list = named ? `${spreadsheetNouns[kind]}の` : ''
  const [choosing, setChoosing] = useState(false)
  if (!canUseSpreadsheet[kind](useActor())) return null
  return (
    <>
      <ButtonLink
        icon="upload"
        to={constructionId === undefined ? paths.spreadsheet(kind) : paths.construction_spreadsheet(constructionId, kind)}
      >
        {list}Excel取込
      </ButtonLink>
      <Button icon="download" onClick={() => setChoosing(true)}>
        {list}Excel出力
      </Button>
      <Modal opened={choosing} onClose={() => setChoosing(false)} title={`${spreadsheetNouns[kind]}一覧の出力`} width={440}>
        {spreadsheetFormats.map(format => (
          <p key={format} className="k-choice-line">
            <Button
              icon="download"
              onClick={() => {
                setChoosing(false)
                void downloadList(kind, constructionId, format).catch(() => undefined)
              }}
            >
              {formatTexts[format][0]}
            </Button>
            <span className="k-help">{formatTexts[format][1]}</span>
          </p>
        ))}
        <ModalFoot>
          <Button onClick={() => setChoosing(false)}>キャンセル</Button>
        </ModalFoot>
      </Modal>
    </>
  )
}

/** Failures are told by the error catalogue. */
const downloadList = (kind: SpreadsheetKind, construction_id: number | undefined, format: (typeof spreadsheetFormats)[number]) =>
  download(
    'GET /api/spreadsheets/:kind',
    { params: { kind }, query: { construction_id, format } },
    { message: 'ファイルを作成しています…' },
  )
