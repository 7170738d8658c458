import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { Cell, CellNote, ReadCell } from '@toguchi/domain/spreadsheets/read-cell'
import type { z } from 'zod'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import type { Tell } from './tell-progress.ts'
import type { RowChange } from '../platform/database/row-change.ts'

/** Who takes a list in or out, in which transaction. */
export interface SheetContext {
  platform: Platform
  db: Db
  actor: OfficeActor
  /** The construction of rooms and residents, already reached; 0 for the other kinds. */
  constructionId: number
  now: Date
  /** The import is only tried: nothing of it will be, so nothing secret needs to be made for anybody. */
  rehearsal: boolean
  /** Residents bring rooms with them that are not there yet. */
  withRooms: boolean
  tell: Tell
}

/** A column of a list. What stands between file and form is read and written here and nowhere else. */
export interface SheetColumn<Row> {
  /** The field of the row's form. */
  key: keyof Row & string
  heading: string
  /** What other people's lists call it: read where the file has no column of the heading itself and one of these alone. Others are chosen by hand. */
  synonyms?: readonly string[]
  /** Of several such columns the first that is filled in counts, and those with these words first: a mobile before a landline. */
  takesFirst?: RegExp
  required?: boolean
  read: ReadCell
  /** The value as text; unless said, as it is. */
  write?: (value: unknown) => string
  /** What a cell adds to a row that exists, where it does not replace the value. */
  merge?: (existing: unknown, read: unknown) => unknown
  /** A blank cell leaves the value as it is, and a new row its default. */
  blankKeeps?: true
  width?: number
  example: string
  note?: string
  /** Words that the template offers. */
  choices?: readonly string[]
}

/** Why a row cannot be: the column it is about and a text without its name, or a whole sentence. */
export interface Refusal {
  key: string | null
  text: string
}

/** Cells that stand in for those of the file, with what is said of it; or why the row means nothing. */
export interface RereadRow {
  cells?: Readonly<Record<string, Cell>>
  note?: CellNote
  refusal?: Refusal
}

/** A row as it is kept: the fields of its form, those that are not filled in null, and whatever else its owner wants to know. */
export type Stored<Row extends object> = { id: number } & { [Name in keyof Row]?: Row[Name] | null }

/**
 * A list as data: its columns, the form that checks a row (the endpoint's own, so that a file is let in by the same validator as a
 * person), how a row is recognised, where the rows come from and who writes them: the owner of the tables.
 */
export interface SheetKind<
  Row extends object = Record<string, unknown>,
  Lookups = unknown,
  Known extends Stored<Row> = Stored<Row>,
  Prepared = unknown,
> {
  /** What columns refer to by name: departments, companies. Absent: nothing. */
  lookups?: (context: SheetContext) => Promise<Lookups>
  columns: (lookups: Lookups) => readonly SheetColumn<Row>[]
  form: z.core.$ZodType<Row>
  /** Columns that name a row; the first that is filled in decides. */
  keys: readonly (keyof Row & string)[]
  /**
   * Every row that the actor may write, in the order of the export; `lock` holds them until the end of the transaction against others
   * who would change them, and not against those who refer to them. A rehearsal locks nothing: the import looks again.
   */
  list: (context: SheetContext, lock: boolean) => Promise<Known[]>
  /** Rows that wait until the others are written, because they may name one of them. */
  waits?: { column: keyof Row & string }
  /** Rows cannot be added here, with why. */
  noNewRows?: string
  /** What a row means whose cells say something else together than each for itself: 「空室」 where a name belongs. */
  reread?: (cells: Readonly<Record<string, Cell>>) => RereadRow | null
  /** What is probably wrong with a row that is changed, and no cell of it by itself. */
  doubts?: (before: Known, after: Row) => readonly (CellNote & { key: (keyof Row & string) | null })[]
  /** The field without which a row stands for nothing yet, a room without resident: to fill it in is an addition. */
  vacantWithout?: string
  /** Columns that a row has without that as well: to fill in one of them alone is a change. */
  besideVacant?: readonly (keyof Row & string)[]
  /** All rows are saved at once, because one decides what becomes of another. */
  savesTogether?: true
  /** What no form sees: other rows, other people's rights. Keyed by the place in `changes`. */
  check?: (context: SheetContext, changes: readonly RowChange<Row, Known>[]) => Promise<ReadonlyMap<number, Refusal>>
  /** Slow work for the changes of an import that needs no rows: done outside of any transaction, on what the changes probably are. */
  prepare?: (changes: readonly RowChange<Row, Known>[]) => Promise<Prepared>
  /** Writes all of it in statements of many rows, with events and mails. A rehearsal is not prepared. */
  save: (context: SheetContext, changes: readonly RowChange<Row, Known>[], prepared: Prepared | undefined) => Promise<void>
}

/** A kind for the registry, which knows rows only as records. */
export const sheetKind = <Row extends object, Lookups, Known extends Stored<Row>, Prepared>(
  kind: SheetKind<Row, Lookups, Known, Prepared>,
): SheetKind => kind as unknown as SheetKind

/** The text of a value as a file shows it. */
export const writeCell = ({ write }: Pick<SheetColumn<Record<string, unknown>>, 'write'>, value: unknown): string =>
  value === null || value === undefined ? '' : (write?.(value) ?? String(value as string | number))
