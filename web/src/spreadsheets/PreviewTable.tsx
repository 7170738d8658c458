import type { SpreadsheetPreview, SpreadsheetRow } from '@toguchi/domain/spreadsheets/contract'
import { type Outcome, outcomeLabels, outcomes } from '@toguchi/domain/spreadsheets/labels'
import { type KeyboardEvent, useState } from 'react'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { ListScope, useListState } from '../ui/table/list-state.ts'
import { Tabs } from '../ui/layout/Layout.ts'
import styles from './PreviewTable.module.css'

interface Props {
  preview: SpreadsheetPreview
  excluded: ReadonlySet<number>
  onExclude: (excluded: ReadonlySet<number>) => void
}

/** Rows of the file by what would become of them. Only a page of them is ever drawn, however long the file is. */
export const PreviewTable = ({ preview, ...props }: Props) => {
  const { counts, rows, columns } = preview
  const [openOutcome, setOpenOutcome] = useState<Outcome>(
    () => outcomes.toReversed().find(outcome => outcome !== 'unchanged' && counts[outcome] > 0) ?? 'unchanged',
  )
  return (
    <>
      <Tabs className={styles.tabs} role="tablist" aria-label="行の種類" onKeyDown={moveByArrow}>
        {outcomes.map(outcome => (
          <button
            key={outcome}
            type="button"
            role="tab"
            tabIndex={openOutcome === outcome ? 0 : -1}
            aria-selected={openOutcome === outcome}
            data-outcome={outcome}
            onClick={() => setOpenOutcome(outcome)}
          >
            {outcomeLabels[outcome]}
            <small>{counts[outcome].toLocaleString('ja-JP')}</small>
          </button>
        ))}
      </Tabs>
      <div className={styles.rows} role="tabpanel" aria-label={outcomeLabels[openOutcome]}>
        <ListScope value={openOutcome}>
          <Rows rows={rows.filter(({ outcome }) => outcome === openOutcome)} outcome={openOutcome} columns={columns} {...props} />
        </ListScope>
      </div>
    </>
  )
}

const emptyTexts: Readonly<Record<Outcome, string>> = {
  created: '追加される行はありません。',
  changed: '変更される行はありません。',
  unchanged: '変更のない行はありません。',
  refused: 'エラーの行はありません。',
}

interface RowsProps {
  rows: readonly SpreadsheetRow[]
  outcome: Outcome
  columns: SpreadsheetPreview['columns']
  excluded: ReadonlySet<number>
  onExclude: (excluded: ReadonlySet<number>) => void
}

const Rows = ({ rows, outcome, columns, excluded, onExclude }: RowsProps) => {
  const [{ currentPage, perPage }] = useListState()
  // A column that is blank in all of these rows says nothing.
  const telling = columns
    .map((column, at) => ({ column, at }))
    .filter(({ column: { key }, at }) => rows.some(row => saysAnything(row, key, at)))
  const page = rows.slice((currentPage - 1) * perPage, currentPage * perPage)
  const canBeTicked = outcome === 'created' || outcome === 'changed'
  const number: Column<SpreadsheetRow> = { key: 'number', head: '行', nowrap: true, width: 64, cell: row => `${row.number}行目` }
  const why: Column<SpreadsheetRow> = {
    key: 'errors',
    head: 'エラーの内容',
    cell: ({ errors = [] }) => (
      <ul className={styles.errors}>
        {errors.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    ),
  }
  const notes: Column<SpreadsheetRow> = { key: 'notes', head: '確認', width: 260, cell: row => <Notes row={row} /> }
  const saysNotes = rows.some(row => row.notes !== undefined)
  return (
    <DataTable
      label={`${outcomeLabels[outcome]}の行`}
      columns={[
        number,
        ...(outcome === 'refused' ? [why] : []),
        ...(saysNotes ? [notes] : []),
        ...telling.map(({ column, at }) => columnOf(column, at)),
      ]}
      rows={page}
      total={rows.length}
      rowKey={row => row.number}
      empty={<EmptyState title={emptyTexts[outcome]} />}
      {...(canBeTicked
        ? {
            selection: {
              selected: new Set(rows.flatMap(row => (excluded.has(row.number) ? [] : [row.number]))),
              nameOf: (row: SpreadsheetRow) => `${row.number}行目を取り込む`,
              onChange: selected => {
                const own = new Set(rows.map(row => row.number))
                const others = [...excluded].filter(at => !own.has(at))
                onExclude(new Set([...others, ...rows.flatMap(row => (selected.has(row.number) ? [] : [row.number]))]))
              },
            },
          }
        : {})}
    />
  )
}

/** How a cell was read that says something else; what is probably wrong stands out, and not by colour alone. */
const Notes = ({ row: { notes = [] } }: { row: SpreadsheetRow }) => (
  <ul className={styles.notes}>
    {notes.map(({ text, doubtful }) => (
      <li key={text} data-doubtful={doubtful}>
        {doubtful ? <strong>要確認</strong> : null} {text}
      </li>
    ))}
  </ul>
)

const saysAnything = ({ values, before, errors = [] }: SpreadsheetRow, key: string, at: number) =>
  (values[at] ?? '') !== '' || (before?.[at] ?? null) !== null || errors.some(error => error.key === key)

/** Arrow keys go from tab to tab, as in every row of tabs. */
const moveByArrow = (event: KeyboardEvent<HTMLDivElement>) => {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]')]
  const at = tabs.findIndex(tab => tab === document.activeElement)
  const next = tabs[(at + (event.key === 'ArrowRight' ? 1 : tabs.length - 1)) % tabs.length]
  next?.focus()
  next?.click()
}

const columnOf = ({ key, heading }: SpreadsheetPreview['columns'][number], at: number): Column<SpreadsheetRow> => ({
  key,
  head: heading,
  cell: ({ values, before, errors = [] }) => {
    const was = before?.[at] ?? null
    const now = values[at] ?? ''
    if (was !== null) return <Change was={was} now={now} />
    const wrong = errors.some(error => error.key === key)
    return (
      <span className={styles.value} data-wrong={wrong}>
        {now === '' && wrong ? '（空欄）' : now}
      </span>
    )
  },
})

/** What stands there and what will: told apart without colour too. */
const Change = ({ was, now }: { was: string; now: string }) => (
  <span className={`${styles.value} ${styles.change}`}>
    <del>
      <span className="sr-only">変更前</span>
      {was === '' ? '（空欄）' : was}
    </del>
    <ins>
      <span className="sr-only">変更後</span>
      {now === '' ? '（空欄）' : now}
    </ins>
  </span>
)
