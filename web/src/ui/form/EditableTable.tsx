import type { CSSProperties, ReactNode } from 'react'
import { Button, IconButton } from '../Button.tsx'
import { SortableList } from '../table/SortableList.tsx'
import styles from './EditableTable.module.css'
import { ErrorText, Help } from './FieldParts.ts'
import type { FieldProps } from './FormField.tsx'
import { type RowFocus, useRowFocus } from './row-focus.ts'
import { type SavedRow, useRows, type VisibleRow } from './use-rows.ts'

/** What a cell's field is given; the rest (length, unit, placeholder) is its own. */
type Cell = Pick<FieldProps, 'name' | 'label' | 'hideLabel' | 'required'> & { hideLabel: boolean; required: boolean }

export interface EditableColumn<Row> {
  field: keyof Row & string
  heading: string
  required?: boolean
  /** As a grid's column says it; all that is left unless said. */
  width?: string
  /** On a phone it has a line of its own. */
  phoneLine?: boolean
  cell: (cell: Cell, row: VisibleRow<Row>, rowName: string) => ReactNode
}

interface Props<Row extends SavedRow> extends Pick<NonNullable<Parameters<typeof useRows<Row>>[1]>, 'destroyed' | 'onRows'> {
  /** The list in the form's values, `supplier_staffs_attributes`. */
  name: string
  columns: readonly EditableColumn<Row>[]
  /** Said above the first row, or only aloud. */
  headings: 'first row' | 'spoken'
  /** The columns on a phone; as on the desk unless said. */
  phone?: string
  /** What a row is called aloud, from its place counted from 0. */
  rowName: (row: Row, place: number) => string
  /** Rows can be moved by pointer and keyboard; the list's name aloud. */
  sortable?: string
  /** Why a row stays. */
  keep?: (row: Row) => string | null
  /** So many rows stay in any case. */
  least?: number
  /** What is wrong with a row, while it is written. */
  problem?: (at: number) => string | null
  /** Before the button that removes the row. */
  tools?: (row: VisibleRow<Row>) => ReactNode
  /** Under the row. */
  below?: (row: VisibleRow<Row>) => ReactNode
  /** Said while there is no row. */
  empty?: string
  /** Between the last row and the button that adds one. */
  foot?: ReactNode
  add: { label: string; quiet?: boolean; row: () => Row; reason?: string | null }
  testId?: string
}

/** Rows that are written in: added, removed, and sorted where their order means something. */
export const EditableTable = <Row extends SavedRow>({ name, destroyed, onRows, ...table }: Props<Row>) => {
  const { rows, append, removeAt, move } = useRows<Row>(name, {
    ...(destroyed === undefined ? {} : { destroyed }),
    ...(onRows === undefined ? {} : { onRows }),
  })
  const { add, rowName, sortable } = table
  const focus = useRowFocus(rows.length)
  const addRow = () => {
    focus.added()
    append(add.row())
  }
  const removeRow = (at: number, place: number) => {
    focus.removed(place)
    removeAt(at)
  }
  const line = (row: VisibleRow<Row>, place: number) => (
    <Line
      {...table}
      name={name}
      row={row}
      place={place}
      focusRow={focus.row}
      onRemove={() => removeRow(row.at, place)}
      fixed={rows.length <= (table.least ?? 0)}
    />
  )
  return (
    <>
      {rows.length === 0 && table.empty !== undefined ? <Help>{table.empty}</Help> : null}
      {sortable === undefined ? (
        <ul className={styles.rows}>
          {rows.map((row, place) => (
            <li key={row.key}>{line(row, place)}</li>
          ))}
        </ul>
      ) : (
        <SortableList label={sortable} rows={rows} rowKey={({ key }) => key} name={({ row }, place) => rowName(row, place)} onMove={move}>
          {line}
        </SortableList>
      )}
      {table.foot}
      <div {...focus.adder}>
        <Button size="small" kind={add.quiet === true ? 'quiet' : 'default'} icon="plus" reason={add.reason ?? null} onClick={addRow}>
          {add.label}
        </Button>
      </div>
    </>
  )
}

type LineProps<Row extends SavedRow> = Omit<Props<Row>, 'add' | 'empty' | 'foot' | 'sortable' | 'destroyed' | 'onRows' | 'least'> & {
  row: VisibleRow<Row>
  place: number
  focusRow: RowFocus['row']
  onRemove: () => void
  /** It may not go now. */
  fixed: boolean
}

const Line = <Row extends SavedRow>({ row, place, focusRow, onRemove, fixed, name, columns, headings, phone, ...line }: LineProps<Row>) => {
  const rowName = line.rowName(row.row, place)
  const kept = line.keep?.(row.row) ?? null
  const problem = line.problem?.(row.at) ?? null
  const widths = `${columns.map(({ width }) => width ?? 'minmax(0, 1fr)').join(' ')} auto`
  return (
    <div data-testid={line.testId} {...focusRow} className={line.below === undefined ? undefined : styles.framed}>
      <div
        className={styles.row}
        data-headings={headings}
        data-problem={problem !== null}
        data-folds={phone !== undefined}
        style={{ '--columns': widths, '--phone-columns': phone ?? widths } as CSSProperties}
      >
        {columns.map(({ field, heading, required = false, phoneLine = false, cell }) => (
          <div key={field} data-phone-line={phoneLine || undefined}>
            {cell(
              { name: `${name}.${row.at}.${field}`, label: heading, hideLabel: headings === 'spoken' || place > 0, required },
              row,
              rowName,
            )}
          </div>
        ))}
        <div className={styles.tools}>
          {line.tools?.(row)}
          {kept === null ? (
            <IconButton icon="trash" label={`${rowName}を削除`} disabled={fixed} onClick={onRemove} />
          ) : (
            <Help as="span">{kept}</Help>
          )}
        </div>
        {problem === null ? null : (
          <ErrorText data-testid="field-error" role="alert">
            {problem}
          </ErrorText>
        )}
      </div>
      {line.below?.(row)}
    </div>
  )
}
