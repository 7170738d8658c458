// Front door of the spreadsheets: the buttons above lists that people also keep in Excel.
import { spreadsheetFormats, type SpreadsheetFormat, type SpreadsheetKind, spreadsheetNouns } from '@toguchi/domain/spreadsheets/labels'
import { canUseSpreadsheet } from '@toguchi/domain/spreadsheets/policy'
import { useState } from 'react'
import { paths } from '../site/paths.ts'
import { useActor } from '../platform/session/actor.ts'
import { download } from '../platform/api/api.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Modal, ModalFoot } from '../ui/dialog/Modal.tsx'
import { Help } from '../ui/form/FieldParts.ts'

import styles from './spreadsheets.module.css'

interface OfList {
  kind: SpreadsheetKind
  /** Of rooms and residents. */
  constructionId?: number
}

/** Excel取込 and Excel出力 above a list; nothing for those who may not write it. */
export const SpreadsheetButtons = (list: OfList) => {
  const [choosing, setChoosing] = useState(false)
  if (!canUseSpreadsheet[list.kind](useActor())) return null
  return (
    <>
      <ButtonLink icon="upload" to={importOf(list)}>
        Excel取込
      </ButtonLink>
      <Button icon="download" onClick={() => setChoosing(true)}>
        Excel出力
      </Button>
      <Modal opened={choosing} onClose={() => setChoosing(false)} title={`${spreadsheetNouns[list.kind]}一覧の出力`} width={440}>
        <div className={styles.choices}>
          {spreadsheetFormats.map(format => (
            <Choice key={format} list={list} format={format} onChosen={() => setChoosing(false)} />
          ))}
        </div>
        <Help>Excel形式は、編集してそのまま取り込めます。CSVは、ほかのシステムに渡すときにお使いください。</Help>
        <ModalFoot>
          <Button onClick={() => setChoosing(false)}>キャンセル</Button>
        </ModalFoot>
      </Modal>
    </>
  )
}

/** One button where a page has several lists of a construction: each with its import and its two files. */
export const SpreadsheetMenu = ({ kinds, constructionId }: { kinds: readonly SpreadsheetKind[]; constructionId: number }) => {
  const [opened, setOpened] = useState(false)
  const actor = useActor()
  const lists = kinds.filter(kind => canUseSpreadsheet[kind](actor)).map(kind => ({ kind, constructionId }))
  if (lists.length === 0) return null
  const close = () => setOpened(false)
  return (
    <>
      <Button icon="upload" onClick={() => setOpened(true)}>
        Excel取込・出力
      </Button>
      <Modal opened={opened} onClose={close} title="Excel取込・出力" width={480}>
        {lists.map(list => (
          <section key={list.kind} className={styles.list} aria-label={spreadsheetNouns[list.kind]}>
            <h3>{spreadsheetNouns[list.kind]}</h3>
            <div className={styles.choices}>
              <ButtonLink icon="upload" to={importOf(list)}>
                {spreadsheetNouns[list.kind]}のExcel取込
              </ButtonLink>
              {spreadsheetFormats.map(format => (
                <Choice key={format} list={list} format={format} onChosen={close} />
              ))}
            </div>
          </section>
        ))}
        <ModalFoot>
          <Button onClick={close}>閉じる</Button>
        </ModalFoot>
      </Modal>
    </>
  )
}

const importOf = ({ kind, constructionId }: OfList) =>
  constructionId === undefined ? paths.spreadsheet(kind) : paths.construction_spreadsheet(constructionId, kind)

const formatTexts: Readonly<Record<SpreadsheetFormat, string>> = { xlsx: 'Excel（.xlsx）', csv: 'CSV（UTF-8）' }

const Choice = ({
  list: { kind, constructionId },
  format,
  onChosen,
}: {
  list: OfList
  format: SpreadsheetFormat
  onChosen: () => void
}) => (
  <Button
    icon="download"
    onClick={() => {
      onChosen()
      const input = { params: { kind }, query: { construction_id: constructionId }, body: { format } }
      // A failure is told by the error catalogue.
      void download('POST /api/spreadsheets/:kind/file', input, { message: 'ファイルを作成しています…' }).catch(() => undefined)
    }}
  >
    {formatTexts[format]}
  </Button>
)
