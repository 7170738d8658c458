/** A column that a check constraint holds to a list of words. */
export interface CheckedColumn {
  table: string
  column: string
  words: readonly string[]
}

const listed = /^CHECK \(\(("?\w+"?) = ANY \(ARRAY\[('(?:[^']|'')*'::text(?:, '(?:[^']|'')*'::text)*)\]\)\)\)$/
const single = /^CHECK \(\(("?\w+"?) = ('(?:[^']|'')*'::text)\)\)$/

/** What `pg_get_constraintdef` says of one column: the words it may hold, or undefined where the constraint is about anything else. */
export const wordsOf = (definition: string): { column: string; words: string[] } | undefined => {
  const [, column = '', list] = listed.exec(definition) ?? single.exec(definition) ?? []
  if (list === undefined) return undefined
  const words = [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, word = '']) => word.replaceAll("''", "'"))
  return { column: column.replaceAll('"', ''), words }
}

const clientColumns = /^( {2}client_id: (?:Generated<)?)number\b/gm
const idOfClient = /(^export interface Clients \{\n(?: .*\n)*? {2}id: (?:Generated<)?)number\b/m

/** The generated types of the tables, with the client's id as what only rows say (`ClientId`, decision 033). */
export const withClientIds = (generated: string): string => {
  const text = generated.replace(clientColumns, '$1ClientId').replace(idOfClient, '$1ClientId')
  if (text === generated) throw new Error('no table says its client')
  return text.replace(/^import type/m, 'import type { ClientId } from "@toguchi/domain/access/actor";\nimport type')
}

/** The generated types of the tables, with `string` replaced by the union of the words that a checked column may hold. */
export const withUnions = (generated: string, columns: readonly CheckedColumn[]): string => {
  let text = generated
  for (const { table, column, words } of columns) {
    const name = new RegExp(`^ {2}${table}: (\\w+);$`, 'm').exec(text)?.[1]
    const union = words.map(word => `'${word.replaceAll("'", String.raw`\'`)}'`).join(' | ')
    const field = new RegExp(`(^export interface ${name} \\{\\n(?: .*\\n)*? {2}${column}: (?:Generated<)?)string\\b`, 'm')
    if (name === undefined || !field.test(text)) throw new Error(`${table}.${column} is checked, but is no text in the generated types`)
    text = text.replace(field, (_field, before: string) => `${before}${union}`)
  }
  return text
}
