import { readFileSync } from 'node:fs'
import { parse } from 'libpg-query'
import pg from 'pg'
import ts from 'typescript'
import { freshDatabase } from '../server/test/database.ts'
import { wordsOf } from './checked-columns.ts'
import { type AnsweredColumn, describeStatement } from './describe-statement.ts'
import { columnFaults, type RowColumn, rowFaults, typeOfOid } from './row-faults.ts'
import { nullsOf, silentInserts, unboundTables } from './statement-faults.ts'
import { type FoundStatement, findStatements } from './statement-texts.ts'
import { readAliases } from './alias-faults.ts'
import { allowedStatements } from './allowed-statements.ts'
import { wholeStatement } from './whole-statement.ts'

// Every statement that is written as text is described by PostgreSQL against the migrated template and compared with the row type that the
// code asserts; and says of every tenant table whose it is, wherever the table stands (decision 031). Of the tree in the working folder, or
// of the one that is named (`prove-statements.ts` plants faults in a copy).
const root = process.argv[2] ?? process.cwd()

interface TableColumn {
  isNullable: boolean
  isClient: boolean
  words: readonly string[] | undefined
}
interface Schema {
  tenantTables: ReadonlySet<string>
  columns: ReadonlyMap<string, TableColumn>
}

const readSchema = async (client: pg.Client): Promise<Schema> => {
  const { rows } = await client.query<{
    relid: number
    relname: string
    attnum: number
    attname: string
    is_nullable: boolean
    checks: string[]
  }>(
    `select c.oid::int as relid, c.relname::text as relname, a.attnum::int as attnum, a.attname::text as attname,
        not a.attnotnull and c.relkind = 'r' as is_nullable,
        array(select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped`,
  )
  const secured = await client.query<{ relname: string }>(
    // Views read as who asks (security_invoker): theirs are the rows of the tables behind them.
    `select relname::text as relname from pg_class where relnamespace = 'public'::regnamespace and (relrowsecurity or relkind = 'v')`,
  )
  const own = new Set(secured.rows.map(({ relname }) => relname))
  return {
    tenantTables: new Set(rows.filter(({ relname, attname }) => attname === 'client_id' && own.has(relname)).map(({ relname }) => relname)),
    columns: new Map(
      rows.map(row => [
        `${row.relid}.${row.attnum}`,
        {
          isNullable: row.is_nullable,
          isClient: row.attname === 'client_id' || (row.relname === 'clients' && row.attname === 'id'),
          words: row.checks.flatMap(check => wordsOf(check)?.words ?? []),
        },
      ]),
    ),
  }
}

const readSources = () => {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const files = ts.sys.readDirectory(`${root}/server/src`, ['.ts'], ['**/*.test.ts'])
  const program = ts.createProgram(files, options)
  const sources = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(`${root}/server/src/`) && !fileName.endsWith('.gen.ts'))
  return { checker: program.getTypeChecker(), statements: findStatements(program, sources, root) }
}

const columnsOf = ({ columns }: Schema, answered: readonly AnsweredColumn[], tree: unknown): RowColumn[] => {
  const nulls = nullsOf(tree)
  return answered.map(({ name, type, table, column }, at) => {
    const source = columns.get(`${table}.${column}`)
    const words = source?.words?.length ? source.words : undefined
    return {
      name,
      ...typeOfOid(type),
      words,
      isNullable: source?.isNullable,
      isClient: source?.isClient ?? name === 'client_id',
      nulls: nulls?.[at] ?? 'refused',
    }
  })
}

const faultsOf = async (
  client: pg.Client,
  schema: Schema,
  checker: ts.TypeChecker,
  { row, texts, isPlain, isPiece, unresolved }: FoundStatement,
) => {
  const faults = unresolved === undefined ? [] : [`cannot be told: ${unresolved}`]
  for (const written of texts) {
    const { text, isValue } = isPiece ? wholeStatement(written, aliases, schema.tenantTables) : { text: written, isValue: false }
    try {
      const answered = await describeStatement(client, text)
      const tree = await parse(text)
      for (const table of unboundTables(tree, schema.tenantTables, { isPlain }))
        faults.push(`does not say whose rows of ${table} are meant`)
      for (const table of silentInserts(tree, schema.tenantTables)) faults.push(`inserts what it selects into ${table} without RETURNING`)
      const columns = columnsOf(schema, answered, tree)
      if (row) faults.push(...(isValue ? columns.flatMap(column => columnFaults(checker, row, column)) : rowFaults(checker, row, columns)))
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
    }
  }
  return [...new Set(faults)]
}

const aliases = readAliases(readFileSync('docs/data-model.md', 'utf8'))
const { checker, statements } = readSources()
const database = await freshDatabase()
const client = new pg.Client(database.url)
await client.connect()
const schema = await readSchema(client)
const needed = new Set<string>()
let told = 0
for (const statement of statements)
  for (const fault of await faultsOf(client, schema, checker, statement)) {
    const allowed = allowedStatements.find(({ file, fault: of }) => file === statement.file && fault.includes(of))
    if (allowed) {
      needed.add(`${allowed.file}: ${allowed.fault}`)
      continue
    }
    told += 1
    console.error(`${statement.file}:${statement.line}: ${fault}`)
  }
if (root === process.cwd())
  for (const { file, fault } of allowedStatements)
    if (!needed.has(`${file}: ${fault}`)) {
      told += 1
      console.error(`tools/allowed-statements.ts: ${file} (${fault}) is allowed, but not needed any more`)
    }
await client.end()
await database.drop()
const texts = statements.reduce((sum, { texts: own }) => sum + own.length, 0)
if (told > 0) process.exitCode = 1
else console.log(`statements: ${statements.length} in ${texts} texts, ${allowedStatements.length} allowed faults`)
