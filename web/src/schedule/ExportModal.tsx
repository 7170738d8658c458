import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { DocumentJobButton } from '../documents/documents.tsx'
import { send } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/dialog/Modal.tsx'
import { Segments } from '../ui/layout/Segments.tsx'
import { viewOf } from './views/views.ts'
import { Help, CheckLabel } from '../ui/form/FieldParts.ts'
import styles from './ExportModal.module.css'

const layouts = [
  { name: 'frame', label: '枠ごと（掲示用）' },
  { name: 'room', label: '部屋ごと' },
] as const
const sizes = [
  { name: 'a3', label: 'A3 横' },
  { name: 'a4', label: 'A4 横' },
] as const
const formats = [
  { name: 'pdf', label: 'PDFを作成' },
  { name: 'xlsx', label: 'Excelを作成' },
] as const

interface Props {
  constructionId: number
  /** Version of the saved schedule: a file of an older one is not offered again. */
  version: number
  onClose: () => void
  /** Residents have dates already, and the caller may print for them: those who are told on paper have sheets of their own. */
  onPaperSheets: (() => void) | null
}

/** 「印刷・出力」: the sheet for the wall or a workbook, made by the server as a job (G-SCH-16, D-28). */
export const ExportModal = ({ constructionId, version, onClose, onPaperSheets }: Props) => (
  <Modal opened onClose={onClose} title="詳細工程表の印刷・出力" width={520} testId="export-menu">
    <ExportChoices constructionId={constructionId} version={version} />
    {onPaperSheets === null ? null : <PaperSheets onPrint={onPaperSheets} />}
  </Modal>
)

type Chosen = Pick<Props, 'constructionId' | 'version'>

/** Sheets of the dwellings whose new date is brought to the door; nobody else learns of those moves by himself. */
const PaperSheets = ({ onPrint }: { onPrint: () => void }) => (
  <div className={styles.paper}>
    <p>日程の変更を「紙で配布」にした部屋（直近14日間の変更）や、選んだ部屋の案内状</p>
    <Button icon="print" onClick={onPrint}>
      案内状を印刷
    </Button>
  </div>
)

const ExportChoices = ({ constructionId, version }: Chosen) => {
  const currentView = viewOf(useSearchParams()[0])
  const [view, setView] = useState<(typeof layouts)[number]['name']>(currentView === 'room' ? 'room' : 'frame')
  const [paper, setPaper] = useState<(typeof sizes)[number]['name']>('a3')
  const [names, setNames] = useState(false)
  return (
    <div className={styles.choices}>
      <Help>保存済みの工程表を出力します。保存していない変更は含まれません。</Help>
      <dl>
        <dt>並べ方</dt>
        <dd>
          <Segments label="並べ方" options={layouts} chosen={view} onChoose={setView} />
        </dd>
        <dt>用紙</dt>
        <dd>
          <Segments label="用紙" options={sizes} chosen={paper} onChoose={setPaper} />
        </dd>
        <dt>居住者名</dt>
        <dd>
          <CheckLabel>
            <input type="checkbox" checked={names} onChange={event => setNames(event.target.checked)} />
            居住者名を載せる
          </CheckLabel>
          <Help>{names ? '人目につく場所には掲示しないでください。出力した記録が残ります。' : '掲示用には載せません。'}</Help>
        </dd>
      </dl>
      <Help>Excelには「枠ごと」と「部屋ごと」の2つのシートが入ります。</Help>
      <div className={styles.actions}>
        {formats.map(({ name: format, label }) => {
          // A workbook holds both layouts.
          const name = ['detail_schedule', constructionId, version, format, paper, names, ...(format === 'pdf' ? [view] : [])].join('/')
          return (
            <span key={name}>
              <DocumentJobButton
                name={name}
                kind={format}
                label={label}
                start={() =>
                  send('POST /api/constructions/:construction_id/detail_schedule/file', {
                    params: { construction_id: constructionId },
                    body: { format, paper, view, names },
                  })
                }
              />
            </span>
          )
        })}
      </div>
    </div>
  )
}
