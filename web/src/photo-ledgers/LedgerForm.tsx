import {
  type LedgerChoices,
  ledgerOrderLabels,
  ledgerOrders,
  ledgerOrientationLabels,
  ledgerOrientations,
  mostPhotosOfLedger,
  mostPhotosOfWorkbook,
  mostRowsBesideOf,
  photosPerPage,
} from '@toguchi/domain/photo-ledgers/ledger-choices'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { DocumentJobButton } from '../documents/documents.tsx'
import { invalidate, send } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { CheckLabel, Help } from '../ui/form/FieldParts.ts'
import { Section } from '../ui/layout/Section.tsx'
import { Segments } from '../ui/layout/Segments.tsx'
import { forgetDraft, type Ledger, sameChoices } from './ledger.ts'
import { LedgerSize } from './LedgerSize.tsx'
import { whyNot } from './why-not.ts'
import styles from './LedgerForm.module.css'

const orders = ledgerOrders.map(name => ({ name, label: ledgerOrderLabels[name] }))
const orientations = ledgerOrientations.map(name => ({ name, label: ledgerOrientationLabels[name] }))
const checks = [
  { name: 'beside', label: '施工前・施工中・施工後を横に並べる' },
  { name: 'with_signboard', label: '電子小黒板を入れる' },
  { name: 'cover', label: '表紙を付ける' },
] as const satisfies readonly { name: keyof LedgerChoices; label: string }[]

interface Props {
  constructionId: number
  ledger: Ledger
  /** Shows the pages as they will be; null while they show. */
  onPreview: (() => void) | null
}

/** How a ledger is made, and the making of it. */
export const LedgerForm = ({ constructionId, ledger, onPreview }: Props) => {
  const { choices, choose } = ledger
  const { beside, orientation, per_page } = choices
  const size = useRef<HTMLParagraphElement>(null)
  const rows = photosPerPage.filter(count => !beside || count <= mostRowsBesideOf(orientation))
  return (
    <Section title="台帳の作り方" name="ledger_choices">
      <dl className={styles.choices}>
        <dt>並び順</dt>
        <dd>
          <Segments label="並び順" options={orders} chosen={choices.order} onChoose={order => choose({ order })} />
        </dd>
        <dt>用紙</dt>
        <dd>
          <Segments label="用紙" options={orientations} chosen={orientation} onChoose={value => choose({ orientation: value })} />
        </dd>
        <dt>1ページ</dt>
        <dd>
          <Segments
            label="1ページの枚数"
            options={rows.map(count => ({ name: String(count), label: `${count}${beside ? '段' : '枚'}` }))}
            chosen={String(per_page)}
            onChoose={name => choose({ per_page: rows.find(count => String(count) === name) ?? 3 })}
          />
        </dd>
      </dl>
      <div className={styles.checks}>
        {checks.map(({ name, label }) => (
          <CheckLabel key={name}>
            <input type="checkbox" checked={choices[name]} onChange={event => choose({ [name]: event.target.checked })} />
            {label}
          </CheckLabel>
        ))}
      </div>
      <LedgerSize ledger={ledger} onPreview={onPreview} size={size} />
      <StartOver ledger={ledger} onDone={() => size.current?.focus()} />
      <Making constructionId={constructionId} ledger={ledger} />
      <Help>PDFは提出用です。Excelは写真を貼り付けた一覧で、並べ替えて使えます（{mostPhotosOfWorkbook}枚まで）。</Help>
    </Section>
  )
}

/** The way back from what was chosen, which this browser keeps. Its button goes with what was chosen; `onDone` says where the focus stays. */
const StartOver = ({ ledger: { startOver }, onDone }: { ledger: Ledger; onDone: () => void }) => {
  const [dialog, ask] = useConfirm()
  if (startOver === null) return null
  const question = {
    title: '選んだ内容を最初からやり直しますか',
    text: '並び順や載せない写真の選択を、最後に作成した台帳の内容に戻します。まだ作成していないときは、すべての写真を載せる内容に戻ります。',
    confirm: 'やり直す',
  }
  return (
    <p className={styles.preview}>
      {dialog}
      <Button
        size="small"
        icon="undo"
        onClick={async () => {
          if (!(await ask(question))) return
          flushSync(startOver)
          onDone()
        }}
      >
        最初からやり直す
      </Button>
    </p>
  )
}

const formats = [
  { format: 'pdf', label: '台帳を作成', most: mostPhotosOfLedger },
  { format: 'xlsx', label: 'Excelに出力', most: mostPhotosOfWorkbook },
] as const

const Making = ({ constructionId, ledger: { choices, jobs, numbers } }: { constructionId: number; ledger: Ledger }) => (
  <div className={styles.actions}>
    {formats.map(({ format, label, most }) => {
      const last = jobs.find(job => job.format === format)
      return (
        <span key={format}>
          <DocumentJobButton
            name={`photo_ledger/${constructionId}/${format}`}
            kind={format}
            label={label}
            reason={whyNot(numbers.size, most)}
            // One that failed before says nothing to whoever comes now.
            resumed={last?.job.state === 'failed' ? undefined : last?.job.id}
            isOther={last !== undefined && !sameChoices(last.choices, choices)}
            start={() => make(constructionId, choices, format)}
            onMade={readAgain}
          />
        </span>
      )
    })}
  </div>
)

const make = async (constructionId: number, choices: LedgerChoices, format: 'pdf' | 'xlsx') => {
  const begun = await send('POST /api/constructions/:construction_id/photo_ledger', {
    params: { construction_id: constructionId },
    body: { ...choices, format },
  })
  await readAgain()
  forgetDraft(constructionId, choices)
  return begun
}

const readAgain = () => invalidate(['GET /api/constructions/:construction_id/photo_ledger'])
