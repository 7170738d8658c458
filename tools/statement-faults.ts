/** A node of PostgreSQL's own syntax tree, as libpg-query hands it out: one key, which is its kind. */
export type Node = { readonly [kind: string]: unknown }

/** Where a table stands in the FROM of a select, or as the target of a change. */
interface Range {
  table: string
  alias: string
  /** On the side of an outer join that may be empty. */
  isOptional: boolean
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldOf = (value: unknown, name: string): unknown => (isNode(value) ? value[name] : undefined)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const childrenOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : isNode(value) ? Object.values(value) : [])

const statementKinds = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt', 'MergeStmt']

/** Every select and change of a tree, subqueries and common table expressions with them. */
const levelsOf = (value: unknown): Node[] => {
  const own = isNode(value) ? statementKinds.flatMap(kind => (isNode(value[kind]) ? [value[kind]] : [])) : []
  // The two sides of a union are bare, without the key of their kind.
  const sides = isNode(value) ? [value['larg'], value['rarg']].filter(side => isNode(side) && 'op' in side && 'limitOption' in side) : []
  return [...own, ...sides.filter(isNode), ...childrenOf(value).flatMap(levelsOf)]
}

const rangesOf = (from: unknown, isOptional = false): Range[] => {
  const range = fieldOf(from, 'RangeVar')
  if (range) {
    const table = textOf(fieldOf(range, 'relname'))
    return [{ table, alias: textOf(fieldOf(fieldOf(range, 'alias'), 'aliasname')) || table, isOptional }]
  }
  const join = fieldOf(from, 'JoinExpr')
  if (!join) return []
  const type = fieldOf(join, 'jointype')
  return [
    ...rangesOf(fieldOf(join, 'larg'), isOptional || type === 'JOIN_RIGHT' || type === 'JOIN_FULL'),
    ...rangesOf(fieldOf(join, 'rarg'), isOptional || type === 'JOIN_LEFT' || type === 'JOIN_FULL'),
  ]
}

const targetOf = (level: Node): Range[] => {
  const relation = level['relation']
  if (!relation || 'cols' in level || 'selectStmt' in level) return []
  return rangesOf({ RangeVar: relation })
}

const tablesOf = (level: Node): Range[] => [
  ...targetOf(level),
  ...[...listOf(level['fromClause']), ...listOf(level['usingClause'])].flatMap(from => rangesOf(from)),
]

const conjunctsOf = (condition: unknown): unknown[] => {
  const both = fieldOf(condition, 'BoolExpr')
  return fieldOf(both, 'boolop') === 'AND_EXPR' ? listOf(fieldOf(both, 'args')).flatMap(conjunctsOf) : condition ? [condition] : []
}
const joinConditionsOf = (from: unknown): unknown[] => {
  const join = fieldOf(from, 'JoinExpr')
  if (!join) return []
  return [fieldOf(join, 'quals'), ...joinConditionsOf(fieldOf(join, 'larg')), ...joinConditionsOf(fieldOf(join, 'rarg'))]
}
/** What must hold of every row that comes out: not what decides only whether an outer join finds a row. */
const certainConditionsOf = (from: unknown): unknown[] => {
  const join = fieldOf(from, 'JoinExpr')
  if (!join) return []
  const type = fieldOf(join, 'jointype')
  return [
    ...(type === 'JOIN_INNER' ? [fieldOf(join, 'quals')] : []),
    ...(type === 'JOIN_INNER' || type === 'JOIN_LEFT' ? certainConditionsOf(fieldOf(join, 'larg')) : []),
    ...(type === 'JOIN_INNER' || type === 'JOIN_RIGHT' ? certainConditionsOf(fieldOf(join, 'rarg')) : []),
  ]
}
/** What must hold at one level: the conditions of its WHERE and of its joins. */
const conditionsOf = (level: Node): unknown[] =>
  [level['whereClause'], ...[...listOf(level['fromClause']), ...listOf(level['usingClause'])].flatMap(joinConditionsOf)].flatMap(
    conjunctsOf,
  )

const columnOf = (value: unknown): { alias: string; column: string } | undefined => {
  const names = listOf(fieldOf(fieldOf(value, 'ColumnRef'), 'fields')).map(field => textOf(fieldOf(fieldOf(field, 'String'), 'sval')))
  const [one, two] = names
  if (one === undefined) return undefined
  return two === undefined ? { alias: '', column: one } : { alias: one, column: two }
}

/** A value of the client's: a parameter or a constant, in plain text the first parameter and no other. */
const isOwnValue = (value: unknown, isPlain: boolean): boolean => {
  if (!isNode(value)) return false
  if ('ParamRef' in value) return !isPlain || fieldOf(value['ParamRef'], 'number') === 1
  return 'A_Const' in value || ('TypeCast' in value && isOwnValue(fieldOf(value['TypeCast'], 'arg'), isPlain))
}

/** The aliases of a level whose client_id is said as a value there, directly or through another of the same level. */
const boundAliases = (level: Node, tables: readonly Range[], isPlain: boolean): Set<string> => {
  const own = new Set(tables.map(({ alias }) => alias))
  const [first] = tables
  const named = (value: unknown): string | undefined => {
    const column = columnOf(value)
    if (column?.column !== 'client_id') return undefined
    return column.alias || (tables.length === 1 ? first?.alias : undefined)
  }
  const bound = new Set<string>()
  const equal: [string, string][] = []
  for (const condition of conditionsOf(level)) {
    const comparison = fieldOf(condition, 'A_Expr')
    const operator = textOf(fieldOf(fieldOf(listOf(fieldOf(comparison, 'name'))[0], 'String'), 'sval'))
    if (operator !== '=') continue
    const [left, right] = [fieldOf(comparison, 'lexpr'), fieldOf(comparison, 'rexpr')]
    const [one, other] = [named(left), named(right)]
    if (one !== undefined && isOwnValue(right, isPlain)) bound.add(one)
    if (other !== undefined && isOwnValue(left, isPlain)) bound.add(other)
    if (one !== undefined && other !== undefined && own.has(one) && own.has(other)) equal.push([one, other])
  }
  for (let before = -1; before !== bound.size;) {
    before = bound.size
    for (const [one, other] of equal) if (bound.has(one) || bound.has(other)) bound.add(one).add(other)
  }
  return bound
}

const namesOfWith = (tree: unknown): Set<string> => {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    const name = fieldOf(fieldOf(value, 'CommonTableExpr'), 'ctename')
    if (typeof name === 'string') names.add(name)
    for (const child of childrenOf(value)) visit(child)
  }
  visit(tree)
  return names
}

/** Tables of a tenant that a statement reads or changes without saying whose they are, at the level where they stand. */
export const unboundTables = (tree: unknown, tenantTables: ReadonlySet<string>, { isPlain }: { isPlain: boolean }): string[] => {
  const withs = namesOfWith(tree)
  return levelsOf(tree).flatMap(level => {
    const tables = tablesOf(level)
    const bound = boundAliases(level, tables, isPlain)
    return tables
      .filter(({ table, alias }) => tenantTables.has(table) && !withs.has(table) && !bound.has(alias))
      .map(({ table, alias }) => (table === alias ? table : `${table} ${alias}`))
  })
}

/** What a select, or the RETURNING of a change, answers. */
const answeredBy = (level: Node): readonly unknown[] =>
  'limitOption' in level ? listOf(level['targetList']) : listOf(fieldOf(level['returningClause'], 'exprs'))

/**
 * Tables of a tenant that rows are put into out of a select without a RETURNING: a distributed PostgreSQL does that by COPY, which
 * row-level security refuses.
 */
export const silentInserts = (tree: unknown, tenantTables: ReadonlySet<string>): string[] =>
  levelsOf(tree).flatMap(level => {
    const source = fieldOf(level['selectStmt'], 'SelectStmt')
    const isRowByRow = source === undefined || listOf(fieldOf(source, 'valuesLists')).length > 0
    const table = textOf(fieldOf(level['relation'], 'relname'))
    return isRowByRow || answeredBy(level).length > 0 || !tenantTables.has(table) ? [] : [table]
  })

/** For each column that is answered, whether the statement itself can make it null, or keeps it from being so. */
export type Nulls = 'made' | 'refused' | 'as the column'

/** Undefined where the columns cannot be told one by one (`*`, a union). */
export const nullsOf = (tree: unknown): Nulls[] | undefined => {
  const [statement] = listOf(fieldOf(tree, 'stmts')).map(each => fieldOf(each, 'stmt'))
  const level = isNode(statement) ? Object.values(statement).find(isNode) : undefined
  const targets = (level ? answeredBy(level) : []).map(each => fieldOf(fieldOf(each, 'ResTarget'), 'val'))
  if (!level || !('fromClause' in level) || 'larg' in level || targets.some(isStar)) return undefined
  const tables = tablesOf(level)
  const certain = [level['whereClause'], ...listOf(level['fromClause']).flatMap(certainConditionsOf)].flatMap(conjunctsOf)
  const refused = new Set(certain.flatMap(heldNotNull))
  return targets.map(target => {
    const column = columnOf(target)
    if (!column) return 'as the column'
    if (refused.has(`${column.alias}.${column.column}`)) return 'refused'
    return tables.some(({ alias, isOptional }) => alias === column.alias && isOptional) ? 'made' : 'as the column'
  })
}
const isStar = (target: unknown): boolean =>
  listOf(fieldOf(fieldOf(target, 'ColumnRef'), 'fields')).some(field => isNode(field) && 'A_Star' in field)
/** Columns that a condition keeps from being null: it asks for that, or compares them. */
const heldNotNull = (condition: unknown): string[] => {
  const test = fieldOf(condition, 'NullTest')
  if (test) return fieldOf(test, 'nulltesttype') === 'IS_NOT_NULL' ? named(fieldOf(test, 'arg')) : []
  const comparison = fieldOf(condition, 'A_Expr')
  return fieldOf(comparison, 'kind') === 'AEXPR_OP' ? [...named(fieldOf(comparison, 'lexpr')), ...named(fieldOf(comparison, 'rexpr'))] : []
}
const named = (value: unknown): string[] => {
  const column = columnOf(value)
  return column ? [`${column.alias}.${column.column}`] : []
}
