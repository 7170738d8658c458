import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

/** A row of a form's list. One that the server has is not taken out of the list but marked, so that it is sent as destroyed. */
export interface SavedRow {
  id?: number | null
  _destroy?: boolean
}

export interface VisibleRow<Row> {
  key: string
  /** Its place in the form's values, the removed ones counted: the path of its fields. */
  at: number
  row: Row
}

interface Options<Row> {
  /** What a removed row is sent as, from what it holds and what it began with. */
  destroyed?: (row: Row, first: Row) => Row
  /** A row was removed or moved: a change as well. */
  onRows?: () => void
}

/** The rows of `name` that still stand there, and what is done with them. */
export const useRows = <Row extends SavedRow>(name: string, { destroyed = row => row, onRows }: Options<Row> = {}) => {
  const { getValues } = useFormContext()
  const { fields, append, remove, update, move } = useFieldArray({ name, keyName: 'key' })
  const values: readonly (Row | undefined)[] = useWatch({ name }) ?? []
  const rows = fields.flatMap(({ key }, at): VisibleRow<Row>[] => {
    const row = values[at]
    return row === undefined || row._destroy === true ? [] : [{ key, at, row }]
  })
  return {
    rows,
    append: (row: Row) => append(row),
    removeAt: (at: number) => {
      const row: Row = getValues(`${name}.${at}`)
      const first: Row = Object.assign({}, row, fields[at])
      if (row.id === undefined || row._destroy === undefined) remove(at)
      else update(at, { ...destroyed(row, first), _destroy: true })
      onRows?.()
    },
    /** By their places among those that are seen. */
    move: (from: number, to: number) => {
      const [row, other] = [rows[from], rows[to]]
      if (row === undefined || other === undefined) return
      move(row.at, other.at)
      onRows?.()
    },
  }
}
