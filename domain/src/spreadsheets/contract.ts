import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { flag, id, query } from '../http/fields.ts'
import { importPhases, mostRows, outcomes, spreadsheetFormats, spreadsheetLabels as labels } from './labels.ts'
import { canUseSpreadsheets } from './policy.ts'

/** Rooms and residents are of one construction; other kinds name none. */
const Scope = z.strictObject({ construction_id: query.id.optional() })
/** A file and not JSON. */
const Download = z.never()

const Counts = z.object({ created: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() })

const Row = z.object({
  /** The row's number in the file, as the spreadsheet shows it. */
  number: z.int(),
  outcome: z.enum(outcomes),
  /** A text for each of `columns`: what will stand there; of a refused row what was typed. */
  values: z.array(z.string()),
  /** Of a changed row: what stands there now, where it will be another; null where nothing changes. */
  before: z.array(z.string().nullable()).optional(),
  /** Whole sentences, each with the column that it is about. */
  errors: z.array(z.object({ key: z.string().nullable(), text: z.string() })).optional(),
  /** Whole sentences: how a cell was read that says something else, a 0 that Excel took; `doubtful` is taken in as it stands, and is probably wrong. */
  notes: z.array(z.object({ key: z.string().nullable(), text: z.string(), doubtful: z.boolean() })).optional(),
})
export type SpreadsheetRow = z.infer<typeof Row>

const Preview = z.object({
  file_name: z.string(),
  /** Of every row as it stands for itself: sent back when the rows are taken in, so that nothing else is. */
  digest: z.string(),
  columns: z.array(z.object({ key: z.string(), heading: z.string() })),
  /** Headings of the file that belong to no column. */
  ignored_headings: z.array(z.string()),
  /** Headings of the file that were taken for one of ours: 「号室」 for 部屋番号. */
  read_as: z.array(z.object({ typed: z.string(), heading: z.string() })),
  /** Every column of the file that has a heading: its place, a cell of it, and what it is taken for; `own` when it bears our own heading. */
  file_columns: z.array(z.object({ at: z.int(), heading: z.string(), sample: z.string(), key: z.string().nullable(), own: z.boolean() })),
  /** Columns of the file that are one of ours together: the first that is filled in is `taken`, in this order; or none is until it is said. */
  several_columns: z.array(z.object({ heading: z.string(), typed: z.array(z.string()), taken: z.boolean() })),
  /** Columns that the list must have and the file does not seem to: nothing is read until they are chosen. */
  missing_headings: z.array(z.string()),
  counts: Counts,
  /** Rooms that residents are listed of and that are not there: with `with_rooms` they would be added. */
  missing_rooms: z.array(z.string()),
  /** Rooms that are added `with_rooms`. */
  new_rooms: z.array(z.string()),
  rows: z.array(Row),
})
export type SpreadsheetPreview = z.infer<typeof Preview>

/** Letters of a choice for every column that a file may have. */
const mostOfChoice = 32_000

/** Row numbers as `2,5,9`: twenty thousand fields of a form would be too many. */
const rowNumbers = z
  .string()
  .max(mostRows * 7)
  .regex(/^(\d{1,7}(,\d{1,7})*)?$/)
  .transform(list => new Set(list === '' ? [] : list.split(',').map(Number)))

/** What columns of the file are by the word of who sends it, `3:name,5:` by their places from 0: an empty key is none of ours. */
const chosenColumns = z
  .string()
  .max(mostOfChoice)
  .regex(/^(\d{1,3}:\w{0,40}(,\d{1,3}:\w{0,40})*)?$/)
  .transform(
    list =>
      new Map(
        list.split(',').flatMap(pair => {
          const [at = '', key = ''] = pair.split(':')
          return at === '' ? [] : [[Number(at), key] as const]
        }),
      ),
  )

/** What whoever sends a file asks its progress by, made up by them. */
const token = z.uuid()

/** Whether a list of residents adds the rooms that are not there yet; other lists add theirs in any case. */
const withRooms = flag.default(false)

/** The file comes as `spreadsheet[file]`. An unknown kind is not found; who may use which kind is `canUseSpreadsheet`. */
const upload = {
  access: canUseSpreadsheets,
  query: Scope,
  upload: { fieldBytes: { 'spreadsheet[excluded]': mostRows * 7, 'spreadsheet[columns]': mostOfChoice } },
  ownTransactions: true,
  labels,
} as const

export const spreadsheets = contract({
  /**
   * Everything of the list that the caller may write, or of that the rows that their page shows, in its order (field-use O17). A POST,
   * because whoever takes the list leaves a trace (review M6).
   */
  'POST /api/spreadsheets/:kind/file': {
    access: canUseSpreadsheets,
    query: Scope,
    body: z.strictObject({ format: z.enum(spreadsheetFormats).default('xlsx'), ids: z.array(id).max(mostRows).optional() }),
    labels,
    response: Download,
  },
  'GET /api/spreadsheets/:kind/template': { access: canUseSpreadsheets, query: Scope, labels, response: Download },
  /** The import as it would be without the `excluded` rows, and nothing of it done: what is refused because of one of them is not. */
  'POST /api/spreadsheets/:kind/rehearsal': {
    ...upload,
    body: z.strictObject({
      spreadsheet: z
        .strictObject({
          excluded: rowNumbers.default(new Set()),
          columns: chosenColumns.default(new Map()),
          with_rooms: withRooms,
          progress: token.optional(),
        })
        .default({ excluded: new Set(), columns: new Map(), with_rooms: false }),
    }),
    response: z.object({ preview: Preview }),
  },
  /**
   * All rows that are neither unchanged nor excluded, or none. 409 with a new `preview` when it is not what was looked at, and when a
   * row cannot be without one that is excluded.
   */
  'POST /api/spreadsheets/:kind': {
    ...upload,
    body: z.strictObject({
      spreadsheet: z.strictObject({
        digest: z.string().max(100),
        excluded: rowNumbers.default(new Set()),
        columns: chosenColumns.default(new Map()),
        with_rooms: withRooms,
        progress: token.optional(),
      }),
    }),
    response: z.object({ message: z.string(), counts: Counts }),
  },
  /** How many rows of a file that is being looked at or taken in are through; null before they are counted and afterwards. */
  'GET /api/spreadsheets/:kind/progress': {
    access: canUseSpreadsheets,
    query: z.strictObject({ progress: token }),
    labels,
    response: z.object({ progress: z.object({ phase: z.enum(importPhases), done: z.int(), total: z.int() }).nullable() }),
  },
  /** The rows that were sent, with a column that says what is wrong and the wrong cells marked. */
  'POST /api/spreadsheets/:kind/marked': {
    ...upload,
    body: z.strictObject({
      spreadsheet: z.strictObject({ columns: chosenColumns.default(new Map()) }).default({ columns: new Map() }),
    }),
    response: Download,
  },
})
