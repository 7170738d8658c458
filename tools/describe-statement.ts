import type pg from 'pg'

/** A column that a statement answers, as PostgreSQL describes it. */
export interface AnsweredColumn {
  name: string
  /** The OID of its type. */
  type: number
  /** The table and the column it was taken from; 0 where it was computed. */
  table: number
  column: number
}

interface Field {
  name: string
  tableID: number
  columnID: number
  dataTypeID: number
}

/** Asks PostgreSQL to parse and describe a text, without running it: pg itself describes only what it also runs. */
class Description {
  #columns: AnsweredColumn[] = []
  readonly #text: string
  readonly #settle: { done: (columns: AnsweredColumn[]) => void; fail: (error: Error) => void }
  constructor(text: string, done: (columns: AnsweredColumn[]) => void, fail: (error: Error) => void) {
    this.#text = text
    this.#settle = { done, fail }
  }
  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }
  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID: type, tableID: table, columnID: column }) => ({ name, type, table, column }))
  }
  handleError(error: Error): void {
    // pg forgets a query that failed: its end is not told any more.
    this.#settle.fail(error)
  }
  handleReadyForQuery(): void {
    this.#settle.done(this.#columns)
  }
  handleCommandComplete(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

export const describeStatement = (client: pg.Client, text: string): Promise<AnsweredColumn[]> =>
  new Promise((done, fail) => {
    client.query(new Description(text, done, fail))
  })
