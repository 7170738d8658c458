import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { EmptyState } from '../layout/EmptyState.tsx'
import { Icon } from '../icons/Icon.tsx'
import { type ListState, useListState } from './list-state.ts'
import { Paging } from './Paging.tsx'
import { TableLink, TableButton } from './Table.tsx'
import styles from './DataTable.module.css'
import tableStyles from './Table.module.css'

export interface Column<Row> {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  /** The endpoint's `sort_by` value; absent: the column cannot be sorted by. */
  sort?: string
  align?: 'left' | 'right' | 'center'
  width?: number | string
  nowrap?: boolean
  /** What stands under the column: a sum. */
  foot?: ReactNode
}

interface Props<Row> {
  /** The table's name for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while they are being fetched for the first time. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** Where a row leads: the first cell becomes a link, the whole row can be clicked. */
  rowTo?: (row: Row) => string
  /** What choosing a row does, where it leads nowhere by itself: the first cell becomes a button. */
  onRow?: (row: Row) => void
  /** All rows there are; shows the paging, kept in the address. Absent: everything is on the page. */
  total?: number
  /** What the first view of an empty list says, and what to do next. */
  empty?: ReactNode
  /** Rows that are ticked; the head ticks those of the page. `whyNot` says why a row cannot be. */
  selection?: {
    selected: ReadonlySet<string | number>
    onChange: (selected: ReadonlySet<string | number>) => void
    whyNot?: (row: Row) => string | null
    /** The name of a row's tick; 「選択」 unless said. */
    nameOf?: (row: Row) => string
  }
  /** On phones each row becomes a card; false keeps the table and lets it scroll sideways. */
  stack?: boolean
}

/** The list of the staff side: sticky head, order and page in the address, rows that are links, arrow keys between them. */
export const DataTable = <Row,>({ label, columns, rows, rowKey, rowTo, onRow, total, empty, selection, stack = true }: Props<Row>) => {
  const [state, change] = useListState()
  const navigate = useNavigate()

  const open = (event: MouseEvent, row: Row) => {
    if (isOnControl(event) || getSelection()?.isCollapsed === false) return
    onRow?.(row)
    if (rowTo === undefined) return
    if (event.metaKey || event.ctrlKey) globalThis.open(rowTo(row), '_blank', 'noopener')
    else void navigate(rowTo(row))
  }
  const emptyState =
    empty ?? (Object.keys(state.filters).length > 0 ? <EmptyState title="条件に合うデータがありません。" /> : <EmptyState />)
  const choose = (key: string | number, on: boolean) => {
    if (selection === undefined) return
    const next = new Set(selection.selected)
    if (on) next.add(key)
    else next.delete(key)
    selection.onChange(next)
  }
  const keys = (rows ?? []).filter(row => (selection?.whyNot?.(row) ?? null) === null).map(rowKey)
  const chooseAll = (on: boolean) => {
    const others = [...(selection?.selected ?? [])].filter(key => !keys.includes(key))
    selection?.onChange(new Set(on ? [...others, ...keys] : others))
  }
  const all = selection !== undefined && keys.length > 0 && keys.every(key => selection.selected.has(key))

  return (
    <>
      <div className={styles.tableFrame}>
        <div className={styles.tableScroll}>
          <table className={tableStyles.table} aria-label={label} data-stack={stack} aria-busy={rows === undefined} onKeyDown={moveByArrow}>
            <thead>
              <tr>
                {selection === undefined ? null : (
                  <th style={{ width: 40 }}>
                    <input
                      type="checkbox"
                      aria-label="すべて選択"
                      checked={all}
                      disabled={keys.length === 0}
                      onChange={event => chooseAll(event.target.checked)}
                    />
                  </th>
                )}
                {columns.map(column => (
                  <Head key={column.key} column={column} state={state} change={change} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows === undefined ? <Bones columns={columns.length + (selection === undefined ? 0 : 1)} /> : null}
              {rows?.map(row => {
                const key = rowKey(row)
                return (
                  <tr
                    key={key}
                    data-link={rowTo !== undefined || onRow !== undefined}
                    data-selected={selection?.selected.has(key) ?? false}
                    onClick={event => open(event, row)}
                  >
                    {selection === undefined ? null : (
                      <td data-label="" data-choose="true">
                        <input
                          type="checkbox"
                          aria-label={selection.nameOf?.(row) ?? '選択'}
                          checked={selection.selected.has(key)}
                          disabled={(selection.whyNot?.(row) ?? null) !== null}
                          title={selection.whyNot?.(row) ?? undefined}
                          onChange={event => choose(key, event.target.checked)}
                        />
                      </td>
                    )}
                    {columns.map(({ key: name, head, cell, align, nowrap }, at) => (
                      <td key={name} data-label={head} data-align={align} data-nowrap={nowrap} data-first={at === 0}>
                        {at === 0 && rowTo !== undefined ? (
                          <TableLink to={rowTo(row)}>{cell(row)}</TableLink>
                        ) : at === 0 && onRow !== undefined ? (
                          <TableButton onClick={() => onRow(row)}>{cell(row)}</TableButton>
                        ) : (
                          cell(row)
                        )}
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
            {columns.some(({ foot }) => foot !== undefined) && rows !== undefined && rows.length > 0 ? (
              <tfoot>
                <tr>
                  {selection === undefined ? null : <td data-label="" />}
                  {columns.map(({ key, head, foot, align }) => (
                    <td key={key} data-label={head} data-align={align}>
                      {foot}
                    </td>
                  ))}
                </tr>
              </tfoot>
            ) : null}
          </table>
        </div>
        {rows?.length === 0 ? emptyState : null}
      </div>
      {total === undefined || rows === undefined || total === 0 ? null : <Paging total={total} state={state} change={change} />}
    </>
  )
}

interface HeadProps<Row> {
  column: Column<Row>
  state: ListState
  change: (change: Partial<ListState>) => void
}

/** Unsorted, ascending, descending, unsorted again. */
const Head = <Row,>({ column: { head, sort, align, width }, state: { sortBy, sortDesc }, change }: HeadProps<Row>) => {
  const style = width === undefined ? {} : { style: { width } }
  // A column without a name has nothing that a header could say.
  if (head === '') return <td {...style} />
  if (sort === undefined)
    return (
      <th scope="col" data-align={align} {...style}>
        {head}
      </th>
    )
  const on = sortBy === sort
  const next = on ? (sortDesc ? { sortBy: '', sortDesc: false } : { sortBy: sort, sortDesc: true }) : { sortBy: sort, sortDesc: false }
  return (
    <th scope="col" data-align={align} aria-sort={on ? (sortDesc ? 'descending' : 'ascending') : 'none'} {...style}>
      <button type="button" className={styles.sort} data-on={on} onClick={() => change(next)}>
        {head}
        <Icon name={on ? (sortDesc ? 'sort_down' : 'sort_up') : 'sort'} size={14} />
      </button>
    </th>
  )
}

const Bones = ({ columns }: { columns: number }) =>
  Array.from({ length: 6 }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {Array.from({ length: columns }, (__, column) => (
        <td key={column} data-label="">
          <span className={styles.bone} />
        </td>
      ))}
    </tr>
  ))

const isOnControl = (event: MouseEvent): boolean =>
  event.target instanceof Element && event.target.closest('a, button, input, select, textarea, label, [role=menuitem]') !== null

/** Up and down go from row to row. */
const moveByArrow = (event: KeyboardEvent<HTMLTableElement>) => {
  if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || !(event.target instanceof HTMLElement)) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = links.indexOf(event.target)
  if (at < 0) return
  const next = links[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
