import ts from 'typescript'
import type { Nulls } from './statement-faults.ts'

/** What a column of an answer is, as the pool delivers it. */
export interface RowColumn {
  name: string
  type: 'number' | 'string' | 'boolean' | 'Date' | 'Buffer' | 'json' | 'unknown'
  isList: boolean
  /** The words that a check allows in it; undefined where it may hold anything, or was computed. */
  words: readonly string[] | undefined
  /** The column it was taken from may be null; undefined where it was computed. */
  isNullable: boolean | undefined
  /** The id of a client: `client_id` of any table, or `clients.id`. */
  isClient: boolean
  nulls: Nulls
}

/** OIDs of types as the parsers of `server/src/platform/database/pool.ts` and pg's own deliver them; the lists beside them. */
const delivered: Record<number, RowColumn['type']> = {
  16: 'boolean',
  17: 'Buffer',
  18: 'string',
  19: 'string',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  26: 'number',
  114: 'json',
  700: 'number',
  701: 'number',
  1043: 'string',
  1082: 'string',
  1083: 'string',
  1114: 'Date',
  1184: 'Date',
  // A number that JavaScript cannot hold comes as text.
  1700: 'string',
  2950: 'string',
  3802: 'json',
}
const lists: Record<number, RowColumn['type']> = {
  1000: 'boolean',
  1005: 'number',
  1007: 'number',
  1009: 'string',
  1015: 'string',
  // pg leaves the numbers of bigint[] as text.
  1016: 'string',
  1182: 'string',
  1185: 'Date',
  1003: 'string',
}
export const typeOfOid = (oid: number): Pick<RowColumn, 'type' | 'isList'> => {
  const list = lists[oid]
  return list ? { type: list, isList: true } : { type: delivered[oid] ?? 'unknown', isList: false }
}

const isNothing = (type: ts.Type): boolean => (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0
const partsOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type])
const isAnything = (type: ts.Type): boolean => (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0

/** `ClientId` and its like: a number that more is known of. */
const isBranded = (type: ts.Type): boolean => type.isIntersection() && type.types.some(part => (part.flags & ts.TypeFlags.NumberLike) !== 0)

const fits = (checker: ts.TypeChecker, type: ts.Type, column: Pick<RowColumn, 'type' | 'isList'>): boolean => {
  if (isAnything(type)) return true
  if (column.isList) {
    if (!checker.isArrayType(type)) return false
    const [element] = checker.getTypeArguments(type as ts.TypeReference)
    return element !== undefined && partsOf(element).every(part => isNothing(part) || fits(checker, part, { ...column, isList: false }))
  }
  const primitives = { number: ts.TypeFlags.NumberLike, string: ts.TypeFlags.StringLike, boolean: ts.TypeFlags.BooleanLike }
  const { type: wanted } = column
  if (isBranded(type)) return wanted === 'number'
  if (wanted === 'number' || wanted === 'string' || wanted === 'boolean') return (type.flags & primitives[wanted]) !== 0
  const name = type.symbol?.name
  if (wanted === 'Date' || wanted === 'Buffer') return name === wanted
  // Of what is inside JSON the database says nothing.
  return wanted === 'json' && name !== 'Date' && name !== 'Buffer'
}

/** Where what a statement answers is not what its row type says. */
export const rowFaults = (checker: ts.TypeChecker, row: ts.Type, columns: readonly RowColumn[]): string[] => {
  // What the caller asserts is unknown here.
  if (row.flags & ts.TypeFlags.TypeParameter || isAnything(row) || row.getStringIndexType()) return []
  const properties = new Map(checker.getPropertiesOfType(row).map(property => [property.name, property]))
  const answered = new Set(columns.map(({ name }) => name))
  const missing = [...properties.values()]
    .filter(property => !answered.has(property.name) && !(property.flags & ts.SymbolFlags.Optional))
    .map(property => `${property.name} is not answered`)
  return [
    ...missing,
    ...columns.flatMap(column => {
      const property = properties.get(column.name)
      return property
        ? columnFaults(checker, checker.getTypeOfSymbol(property), column)
        : [`${column.name} is answered, but not of the type`]
    }),
  ]
}

/** Where a column is not of the type that is asserted of it. */
export const columnFaults = (checker: ts.TypeChecker, type: ts.Type, column: RowColumn): string[] => {
  if (isAnything(type)) return []
  const parts = partsOf(type).filter(part => !isNothing(part))
  const said = checker.typeToString(type)
  if (!parts.every(part => fits(checker, part, column)))
    return [`${column.name} is ${column.type}${column.isList ? '[]' : ''}, not ${said}`]
  if (parts.some(isBranded) && !column.isClient) return [`${column.name} is no client's id, though the type says ${said}`]
  const literals = parts.flatMap(part => (part.isStringLiteral() ? [part.value] : []))
  const unsaid = literals.length === parts.length ? (column.words ?? []).filter(word => !literals.includes(word)) : []
  const isNull = column.nulls === 'made' || (column.nulls === 'as the column' && column.isNullable === true)
  return [
    ...(unsaid.length > 0 ? [`${column.name} may be ${unsaid.map(word => `'${word}'`).join(', ')}, not only ${said}`] : []),
    ...(isNull && !partsOf(type).some(isNothing) ? [`${column.name} may be null, not only ${said}`] : []),
  ]
}
