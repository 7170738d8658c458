import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * What no import graph can see: names that say nothing, SQL outside queries.ts, writes to another slice's table, clients that no row said,
 * and styles that reach into another component.
 */
export const findSliceFaults = (root: string): string[] => {
  const owners = findOwners(root)
  return globSync('{domain,server,web}/src/**/*.{ts,tsx}', { cwd: root })
    .toSorted()
    .flatMap(file => [
      ...vagueName(file),
      ...(file.startsWith('server/src/') && !file.endsWith('.test.ts') ? clientFaults(file, readFileSync(join(root, file), 'utf8')) : []),
      ...(isSlice(file) ? textFaults(file, readFileSync(join(root, file), 'utf8'), owners) : []),
      ...(file.startsWith('web/src/') ? pageFaults(file, readFileSync(join(root, file), 'utf8')) : []),
    ])
}

const textFaults = (file: string, text: string, owners: Map<string, string>): string[] => [
  ...sqlFaults(file, text, owners),
  ...readsWorkbooks(file, text),
]

/** Everybody reaches the own account: of a session's client its rows are read. */
const makesClientIds = 'server/src/accounts/change-profile.ts'

/** Only rows say a `ClientId`, so whoever has one was in reach of a row of the client (decision 033). */
const clientFaults = (file: string, text: string): string[] => [
  ...(/\bas ClientId\b/.test(text) && file !== makesClientIds ? [`${file}: makes a ClientId; take it from a row within reach`] : []),
  ...(/(^|-)queries\.ts$/.test(basename(file)) && /\b(clientId|client_id): number\b/.test(text)
    ? [`${file}: a number is no client; take a ClientId, or the actor where the reach is minded`]
    : []),
  ...(/import\s*\{[^}]*\bclientValue\b[^}]*\}/.test(text) && !mayTakeNumbers(file)
    ? [`${file}: a plain number of a client belongs into queries that say their part of it; take a ClientId or the actor`]
    : []),
]

/** Queries, where the part of the client can be read beside its number, and the rows of jobs and signed links. */
const mayTakeNumbers = (file: string): boolean => file.startsWith('server/src/platform/') || /(^|-)queries\.ts$/.test(basename(file))

/** Counters of a table that a slice below its owner moves, so that others may ask for it without a circle. */
const alsoWrites: Readonly<Record<string, readonly string[]>> = { 'construction-versions': ['constructions'] }

/** Tables that have moved, since their migration, to a slice of their own. */
const movedTables: Readonly<Record<string, string>> = {
  authentication_codes: 'authentication-codes',
  code_sessions: 'authentication-codes',
  contact_confirmations: 'authentication-codes',
  faqs: 'masters',
  filings: 'filings',
  key_custodies: 'keys',
  ledger_entries: 'payments',
  payment_notifications: 'payments',
  photo_ledgers: 'photo-ledgers',
  payments: 'payments',
  refunds: 'payments',
}

/** Table → the slice whose migration creates it, or where it has moved since. */
const findOwners = (root: string): Map<string, string> => {
  const owners = new Map<string, string>()
  for (const file of globSync('db/migrations/*.sql', { cwd: root })) {
    const slice = /^\d+_([\w-]+)\.sql$/.exec(basename(file))?.[1] ?? file
    for (const [, table = ''] of readFileSync(join(root, file), 'utf8').matchAll(/create table (?:if not exists )?"?(\w+)/gi))
      owners.set(table, movedTables[table] ?? slice)
  }
  return owners
}

const vague = /^(index|utils?|helpers?|common|misc|types|constants|service|manager)\.tsx?$/

const vagueName = (file: string): string[] =>
  vague.test(basename(file)) ? [`${file}: a name that says nothing; call it after what it does`] : []

/** hucre writes our workbooks anywhere in the process of the server; what it reads is foreign, and read by the file reader. */
const readingOfWorkbooks = /import\s*\{[^}]*\b(?:read|stream|parse|open|load)\w*[^}]*\}\s*from\s*'hucre/

const readsWorkbooks = (file: string, text: string): string[] =>
  readingOfWorkbooks.test(text) && sliceOf(file) !== 'file-reader' ? [`${file}: workbooks are read by the file reader`] : []

/** What a page or component of the web must not do. */
const pageFaults = (file: string, text: string): string[] => [
  ...foreignStyles(file, text),
  ...globalClasses(file, text),
  ...untypedFields(file, text),
]

/** A field of a master says whose values it is of, `<TextField<Values> name="…">`: a misspelt name does not compile then. */
const untypedFields = (file: string, text: string): string[] =>
  !file.endsWith('.test.tsx') && /: Master</.test(text)
    ? [...text.matchAll(/<(\w+Field)\s[^<>]*?\bname="(\w+)"/g)].map(
        ([, field, name]) => `${file}: <${field}> ${name} does not say its form's values`,
      )
    : []

/** The classes that are everybody's: what only a screen reader says, and the page before it arrives (index.html). */
const sharedClasses = new Set(['sr-only', 'arriving'])

/** A class written as a word belongs to no module: nothing says that its styles are there, or whose else it is. */
const globalClasses = (file: string, text: string): string[] =>
  [...text.matchAll(/className="([^"]+)"/g)]
    .flatMap(([, words = '']) => words.split(/\s+/))
    .filter(word => !sharedClasses.has(word))
    .map(word => `${file}: the class ${word} is no module's; styles stand beside their component`)

/** A module of styles belongs to its slice. Pages use the kit's components, never its classes. */
const foreignStyles = (file: string, text: string): string[] =>
  [...text.matchAll(/from\s+'([^']+\.module\.css)'/g)].flatMap(([, styles = '']) =>
    pageSliceOf(join(dirname(file), styles)) === pageSliceOf(file)
      ? []
      : [`${file}: styles of another slice; use the component that they belong to`],
  )
const pageSliceOf = (file: string): string | undefined => /^web\/src\/([^/]+)\//.exec(file)?.[1]

const surroundings = ['platform', 'start', 'migrate', 'embedded-postgres', 'demo']

const sliceOf = (file: string): string | undefined => /^server\/src\/([^/]+)\//.exec(file)?.[1]

const isSlice = (file: string): boolean => {
  const slice = sliceOf(file)
  return slice !== undefined && !surroundings.includes(slice) && !file.endsWith('.test.ts')
}

const statement = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(?:<[^`]*>)?`|\browsOf\b/
const builderWrite = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g
const textWrite = /\b(?:insert\s+into|delete\s+from|update)\s+"?(\w+)"?(?=[\s(])(?!\s+(?:of|nowait|skip)\b)/gi

const sqlFaults = (file: string, text: string, owners: Map<string, string>): string[] => {
  const slice = sliceOf(file)
  const isQueries = /(^|-)queries\.ts$/.test(basename(file))
  if (!isQueries) return statement.test(text) ? [`${file}: SQL lives in queries.ts`] : []
  const written = [...text.matchAll(builderWrite), ...text.matchAll(textWrite)].map(([, table = '']) => table)
  return [...new Set(written)]
    .filter(table => owners.has(table) && owners.get(table) !== slice && !alsoWrites[slice ?? '']?.includes(table))
    .map(table => `${file}: writes ${table}, which belongs to ${owners.get(table)}`)
}
