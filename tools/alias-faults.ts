import ts from 'typescript'

/** The alias of each table, as docs/data-model.md lists them (`table alias` in code marks, under the heading "Aliases"). */
export const readAliases = (document: string): Map<string, string> => {
  const list = document.slice(document.indexOf('\n## Aliases'))
  return new Map([...list.matchAll(/`([a-z_]+) ([a-z]{1,3})`/g)].map(([, table = '', alias = '']) => [table, alias]))
}

/** Tables without an alias, aliases of no table, and aliases that two tables share. */
export const listFaults = (aliases: ReadonlyMap<string, string>, tables: readonly string[]): string[] => [
  ...tables.filter(table => !aliases.has(table)).map(table => `${table} has no alias`),
  ...[...aliases.keys()].filter(table => !tables.includes(table)).map(table => `there is no table ${table}`),
  ...[...aliases]
    .filter(([table, alias]) => [...aliases].some(([other, same]) => same === alias && other < table))
    .map(([table, alias]) => `${alias} of ${table} is another table's`),
]

const isPieceOfText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteral(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddle(node) ||
  ts.isTemplateTail(node)

/** What may stand behind a table's name and is no alias. */
const wordsOfSql = new Set(
  'where on set join left right inner outer cross full using order group having limit returning values default for and or union natural lateral select from with then else end is in not by do skip'.split(
    ' ',
  ),
)

/**
 * Where a source names a table with an alias that is not its own: in text behind from, join, update, using or a comma, and in the
 * builder's `table as alias`. A word of four letters or more is a part that the table plays.
 */
export const aliasFaults = (source: ts.SourceFile, aliases: ReadonlyMap<string, string>): { line: number; fault: string }[] => {
  const table = [...aliases.keys()].join('|')
  const inText = new RegExp(`(?:\\b(?:from|join|update|into|using)\\s+|,\\s*)(${table})\\s+(?:as\\s+)?([a-z_]+)\\b`, 'gi')
  const inBuilder = new RegExp(`^(${table}) as ([a-z_]+)$`, 'g')
  const faultsOf = (piece: ts.LiteralLikeNode) =>
    [inText, inBuilder]
      .flatMap(pattern => [...piece.text.matchAll(pattern)])
      .filter(([, name = '', alias = '']) => !wordsOfSql.has(alias) && alias.length <= 3 && alias !== aliases.get(name))
      .map(({ 1: name = '', 2: alias = '', index }) => ({
        line: source.getLineAndCharacterOfPosition(piece.getStart()).line + piece.text.slice(0, index).split('\n').length,
        fault: `${name} ${alias}: its alias is ${aliases.get(name)}`,
      }))
  const faults: { line: number; fault: string }[] = []
  const visit = (node: ts.Node): void => {
    if (isPieceOfText(node)) faults.push(...faultsOf(node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return faults
}
