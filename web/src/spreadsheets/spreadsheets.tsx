// Front door of the spreadsheets: the buttons above lists that people also keep in Excel.
import { spreadsheetFormats, type SpreadsheetFormat, type SpreadsheetKind, spreadsheetNouns } from '@toguchi/domain/spreadsheets/labels'
import { canUseSpreadsheet } from '@toguchi/domain/spreadsheets/policy'
import { useState } from 'react'
import { paths } from '../site/paths.ts'
import { useActor } from '../platform/session/actor.ts'
import { download } from '../platform/api/download.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Modal, ModalFoot } from '../ui/dialog/Modal.tsx'
import { Help } from '../ui/form/FieldParts.ts'

import styles from './spreadsheets.module.css'

interface OfList {
  kind: SpreadsheetKind
  /** Of rooms and residents. */
  constructionId?: number
}

/** What a list shows on all its pages: by its filters, in its order. */
export interface ShownRows {
  /** Unknown until the list is there. */
  total: number | undefined
  /** Filters leave out a part of it. */
  filtered: boolean
  /** Undefined where it is the whole list in the server's order. */
  readIds: () => Promise<number[] | undefined>
}

/** Excel取込 and Excel出力 above a list: what goes out is what the list shows. Nothing for those who may not write it. */
export const SpreadsheetButtons = ({ shown, ...list }: OfList & { shown: ShownRows }) => {
  const [choosing, setChoosing] = useState(false)
  const label = shown.filtered && shown.total !== undefined ? `絞り込んだ${shown.total.toLocaleString('ja-JP')}件を出力` : 'Excel出力'
  if (!canUseSpreadsheet[list.kind](useActor())) return null
  return (
    <>
      <ButtonLink icon="upload" to={importOf(list)}>
        Excel取込
      </ButtonLink>
      <Button
        icon="download"
        reason={shown.filtered && shown.total === 0 ? '出力する行がありません' : null}
        onClick={() => setChoosing(true)}
      >
        {label}
      </Button>
      <Modal opened={choosing} onClose={() => setChoosing(false)} title={`${spreadsheetNouns[list.kind]}一覧の出力`} width={440}>
        <p>{sentenceOf(shown)}</p>
        <div className={styles.choices}>
          {spreadsheetFormats.map(format => (
            <Choice key={format} list={list} format={format} readIds={shown.readIds} onChosen={() => setChoosing(false)} />
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

const sentenceOf = ({ total = 0, filtered }: ShownRows): string => {
  const count = total.toLocaleString('ja-JP')
  return filtered ? `絞り込んだ${count}件を出力します。すべてを出力するときは、一覧の条件を消してください。` : `${count}件を出力します。`
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
                <Choice key={format} list={list} format={format} label={`${formatTexts[format]}を出力`} onChosen={close} />
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
  label = formatTexts[format],
  readIds,
  onChosen,
}: {
  list: OfList
  format: SpreadsheetFormat
  /** Where nothing around it says that a file goes out. */
  label?: string
  /** Which rows; without it all of them. */
  readIds?: ShownRows['readIds']
  onChosen: () => void
}) => {
  const fetchFile = async () => {
    const ids = await readIds?.()
    const body = { format, ...(ids === undefined ? {} : { ids }) }
    const input = { params: { kind }, query: { construction_id: constructionId }, body }
    await download('POST /api/spreadsheets/:kind/file', input, { message: 'ファイルを作成しています…' })
  }
  return (
    <Button
      icon="download"
      onClick={() => {
        onChosen()
        // A failure is told by the error catalogue.
        void fetchFile().catch(() => undefined)
      }}
    >
      {label}
    </Button>
  )
}
