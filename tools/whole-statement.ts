/** A name that stands before a dot. */
const prefixes = /(?<![\w.'"$])([a-z_]+)\.(?=[a-z_*])/g

/**
 * A statement that answers an expression of the builder's as `value`, so that it can be described: from the tables whose aliases
 * (docs/data-model.md) or names it takes from the statement around, each of the client 1. One that is a select, or a function that
 * answers rows, stands for itself.
 */
export const wholeStatement = (
  piece: string,
  aliases: ReadonlyMap<string, string>,
  tenantTables: ReadonlySet<string>,
): { text: string; isValue: boolean } => {
  if (/^\s*select\b/.test(piece)) return { text: piece, isValue: false }
  if (/^\w+\(\)$/.test(piece)) return { text: `select * from ${piece}`, isValue: false }
  const tableOf = new Map([...aliases].map(([table, alias]) => [alias, table]))
  for (const table of aliases.keys()) tableOf.set(table, table)
  const names = new Set([...piece.matchAll(prefixes)].map(([, name = '']) => name))
  const changed = [...names].find(name => aliases.has(name))
  // What an INSERT was about to write has the columns of its table.
  if (names.has('excluded') && changed !== undefined) tableOf.set('excluded', changed)
  const around = [...names].flatMap(name => {
    const table = tableOf.get(name)
    return table === undefined || new RegExp(`\\b(from|join)\\s+${table}\\s+(as\\s+)?${name}\\b`).test(piece) ? [] : [{ name, table }]
  })
  const from = around.map(({ name, table }) => (name === table ? table : `${table} ${name}`)).join(' cross join ')
  const bound = around.filter(({ table }) => tenantTables.has(table)).map(({ name }) => `${name}.client_id = 1`)
  return {
    text: `select (${piece}) as value${from === '' ? '' : ` from ${from}`}${bound.length === 0 ? '' : ` where ${bound.join(' and ')}`}`,
    isValue: true,
  }
}
