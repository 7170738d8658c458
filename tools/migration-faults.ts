import { parse } from 'libpg-query'
import { isOlder } from '../server/src/platform/database/applied-migrations.ts'
import { type Migration, statementsOf } from '../server/src/migrate/migrations.ts'
import type { LastRelease } from './last-release.ts'

/** A statement as libpg-query tells it: one key, the kind, and what belongs to it. */
type Tree = Record<string, Record<string, unknown>>
interface Parsed {
  /** Where it stands in the text, in bytes. */
  stmts: { stmt: Tree; stmt_location?: number; stmt_len?: number }[]
}
/** What migrations since the release made: nobody older uses it, so anything may be done to it. */
interface New {
  tables: Set<string>
  functions: Set<string>
  /** `table.constraint`: one that comes again under its name takes the place of another. */
  dropped: Set<string>
}

/**
 * What the last release could not live with, of the migrations that came after it (decision 098). `contracts` in a head lets through what
 * takes something away, when the last release does without it already; `beside`, what nobody but a reader can judge.
 */
export const findMigrationFaults = async (migrations: readonly Migration[], last: LastRelease): Promise<string[]> => {
  const fresh: New = { tables: new Set(), functions: new Set(), dropped: new Set() }
  const faults: string[] = []
  for (const migration of migrations) {
    const { stmts } = (await parse(migration.sql)) as unknown as Parsed
    const own = isTakenApartRightly(migration.sql, stmts)
      ? []
      : [
          'is taken apart otherwise than by PostgreSQL: put bodies into dollar quotes, no comment into another, and make no rule of several commands',
        ]
    if (migration.name > last.newestMigration)
      own.push(...headFaults(migration, last), ...stmts.flatMap(({ stmt }) => statementFaults(stmt, migration, last, fresh)))
    faults.push(...own.map(fault => `${migration.name}: ${fault}`))
  }
  return faults
}

const isTakenApartRightly = (sql: string, stmts: Parsed['stmts']): boolean => {
  const bytes = Buffer.from(sql)
  const statements = statementsOf(sql)
  if (statements.length !== stmts.length) return false
  return statements.every(({ text }, at) => {
    const { stmt_location: from = 0, stmt_len = bytes.length } = stmts[at] ?? {}
    return bytes.toString('utf8', from, from + stmt_len).trim() === text
  })
}

const isUnused = ({ oldestVersion }: Migration, { version }: LastRelease): boolean =>
  oldestVersion !== null && !isOlder(version.slice(1), oldestVersion)

const headFaults = (migration: Migration, last: LastRelease): string[] =>
  migration.oldestVersion === null || isUnused(migration, last)
    ? []
    : [`${last.version} still uses what it takes away: release a version that does not, then contract`]

/** `-- beside v1.2.3: why that release lives with it`, in the head. */
const isJudged = ({ sql }: Migration, { version }: LastRelease): boolean =>
  (/^(?:--.*\n)*/.exec(sql)?.[0] ?? '')
    .split('\n')
    .some(line => line.startsWith(`-- beside ${version}: `) && line.length > version.length + 20)

const statementFaults = (statement: Tree, migration: Migration, last: LastRelease, fresh: New): string[] => {
  const [kind = '', body = {}] = Object.entries(statement)[0] ?? []
  noteNew(kind, body, fresh)
  const faults: Faults = { takes: [], judge: [], never: [] }
  if (migration.isOutsideTransaction) judgeOutside(kind, body, faults)
  else if (kind === 'CallStmt') faults.never.push('calls a procedure, which may commit: outside a transaction')
  judges[kind]?.(body, faults, fresh)
  if (!(kind in judges)) faults.judge.push(`${kind}: nobody knows what this does to a running ${last.version}`)
  return [
    ...faults.never,
    ...(isUnused(migration, last) ? [] : faults.takes.map(fault => `${fault}: expand now, and contract when ${last.version} does without`)),
    ...(isJudged(migration, last)
      ? []
      : faults.judge.map(fault => `${fault}; say in the head «-- beside ${last.version}: why it lives with that»`)),
  ]
}

interface Faults {
  /** Let through by `contracts`. */
  takes: string[]
  /** Let through by `beside`. */
  judge: string[]
  never: string[]
}
type Judge = (body: Record<string, unknown>, faults: Faults, fresh: New) => void

const noteNew = (kind: string, body: Record<string, unknown>, fresh: New): void => {
  if (kind === 'CreateStmt') fresh.tables.add(tableOf(body))
  if (kind === 'CreateFunctionStmt' && body.replace !== true) fresh.functions.add(nameOf(body.funcname))
}

interface Named {
  relname?: string
}
const tableOf = (body: Record<string, unknown>): string => (body.relation as Named | undefined)?.relname ?? ''
/** The last part of a name that may say its schema. */
const nameOf = (parts: unknown): string => (parts as { String: { sval: string } }[] | undefined)?.at(-1)?.String.sval ?? ''

const nothing: Judge = () => undefined

/** Only what is safe to do again after half of it was done. */
const judgeOutside = (kind: string, body: Record<string, unknown>, { never }: Faults): void => {
  const isBuilt = kind === 'IndexStmt' && body.concurrent === true && body.if_not_exists === true
  const isDropped = kind === 'DropStmt' && body.concurrent === true && body.missing_ok === true
  const isValidated = kind === 'AlterTableStmt' && commandsOf(body).every(({ subtype }) => subtype === 'AT_ValidateConstraint')
  // That it may be called twice is said by whoever judges it.
  const isCalled = kind === 'CallStmt'
  if (!isBuilt && !isDropped && !isValidated && !isCalled)
    never.push(
      'outside a transaction only «create index concurrently if not exists», «drop index concurrently if exists», «validate constraint» and «call» may be begun again',
    )
}

interface Command {
  subtype: string
  name?: string
  def?: { ColumnDef?: { colname: string; constraints?: { Constraint: Constraint }[] }; Constraint?: Constraint }
}
interface Constraint {
  contype: string
  skip_validation?: boolean
  indexname?: string
  conname?: string
}
const commandsOf = (body: Record<string, unknown>): Command[] =>
  (body.cmds as { AlterTableCmd: Command }[]).map(({ AlterTableCmd: command }) => command)

const judgeColumn = (command: Command, table: string, { takes, never }: Faults): void => {
  const column = command.def?.ColumnDef
  const kinds = (column?.constraints ?? []).map(({ Constraint: { contype } }) => contype)
  const has = (...wanted: string[]) => wanted.some(kind => kinds.includes(kind))
  const name = `${table}.${column?.colname}`
  if (has('CONSTR_NOTNULL') && !has('CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY'))
    takes.push(`${name} is not null without a default, and older programs insert without it`)
  if (has('CONSTR_UNIQUE', 'CONSTR_PRIMARY')) never.push(`${name} brings an index that is built while nobody writes: build it concurrently`)
  if (has('CONSTR_IDENTITY')) never.push(`${name} rewrites ${table} while nobody reads`)
}

const judgeConstraint = ({ def }: Command, table: string, { takes, judge, never }: Faults, { dropped }: New): void => {
  const { contype = '', skip_validation: isNotValid, indexname, conname = 'a constraint' } = def?.Constraint ?? {}
  if (['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'].includes(contype)) {
    if (indexname === undefined)
      never.push(`${conname} builds its index while nobody writes ${table}: build it concurrently, then «using index»`)
    takes.push(`${conname} refuses what older programs may write to ${table}`)
  } else {
    if (!isNotValid)
      never.push(`${conname} reads all of ${table} while nobody writes: «not valid», and validate it in a migration of its own`)
    // Wider than before it takes nothing: a reader sees that.
    if (dropped.has(`${table}.${conname}`)) judge.push(`replaces ${conname} of ${table}`)
    else takes.push(`${conname} refuses what older programs may write to ${table}`)
  }
}

/** Kinds of `alter table`, by what they take; what is not here is judged by a reader. */
const taking: Record<string, string> = {
  AT_DropColumn: 'drops',
  AT_AlterColumnType: 'changes the type of',
  AT_SetNotNull: 'demands',
  AT_ColumnDefault: 'changes the default of',
}
const harmless = ['AT_DropNotNull', 'AT_ValidateConstraint', 'AT_SetStatistics', 'AT_SetRelOptions', 'AT_ReplicaIdentity']

const judgeTable: Judge = (body, faults, fresh) => {
  const table = tableOf(body)
  if (fresh.tables.has(table)) return
  for (const command of commandsOf(body)) {
    const { subtype, name, def } = command
    const verb = taking[subtype]
    if (subtype === 'AT_AddColumn') judgeColumn(command, table, faults)
    else if (subtype === 'AT_AddConstraint') judgeConstraint(command, table, faults, fresh)
    // A default that comes is none that older programs miss; one that goes is.
    else if (subtype === 'AT_ColumnDefault' && def !== undefined) continue
    else if (verb !== undefined) faults.takes.push(`${verb} ${table}.${name}`)
    else if (subtype === 'AT_DropConstraint') {
      faults.judge.push(`drops ${name} of ${table}, on which older programs may rely`)
      fresh.dropped.add(`${table}.${name}`)
    } else if (!harmless.includes(subtype)) faults.judge.push(`${subtype} of ${table}`)
    if (subtype === 'AT_SetNotNull')
      faults.never.push(`reads all of ${table} while nobody reads: add «check (${name} is not null) not valid» and validate it`)
    if (subtype === 'AT_AlterColumnType') faults.never.push(`rewrites ${table} while nobody reads: add a column beside ${name}`)
  }
}

const judgeDrop: Judge = ({ removeType, objects, concurrent }, { takes, judge, never }, { tables, functions }) => {
  const kind = String(removeType).replace('OBJECT_', '').toLowerCase()
  for (const object of objects as Tree[]) {
    const parts = object.List?.items ?? object.ObjectWithArgs?.objname ?? object.TypeName?.names
    const name = nameOf(parts)
    // Of a trigger and a policy the part before the last is the table.
    const table = nameOf((parts as unknown[]).slice(0, -1))
    if (tables.has(name) || functions.has(name) || tables.has(table)) continue
    if (kind === 'index') {
      judge.push(`drops index ${name}, by which older programs may find`)
      if (concurrent !== true) never.push(`drops index ${name} while nobody reads: concurrently, outside a transaction`)
    } else takes.push(`drops ${kind} ${name}`)
  }
}

const judgeIndex: Judge = ({ idxname, concurrent, unique, ...body }, { never, takes }, { tables }) => {
  const table = tableOf(body)
  if (tables.has(table)) return
  if (concurrent !== true) never.push(`builds ${String(idxname)} while nobody writes ${table}: concurrently, outside a transaction`)
  if (unique === true) takes.push(`${String(idxname)} refuses what older programs may write to ${table}`)
}

const judgeFunction: Judge = ({ funcname, replace }, { judge }, { functions }) => {
  if (replace === true && !functions.has(nameOf(funcname))) judge.push(`replaces ${nameOf(funcname)}, which older programs may call`)
}

const judgeOfTable =
  (what: string): Judge =>
  (body, { judge }, { tables }) => {
    const table = tableOf(body) || ((body.table as Named | undefined)?.relname ?? '')
    if (!tables.has(table)) judge.push(`${what} ${table}, which older programs use`)
  }

const judgeGrant: Judge = ({ is_grant: isGrant, objtype, objects }, { takes }, { tables, functions }) => {
  if (isGrant === true) return
  for (const object of objects as Tree[]) {
    const name = (object.RangeVar as Named | undefined)?.relname ?? nameOf(object.ObjectWithArgs?.objname)
    if (!tables.has(name) && !functions.has(name)) takes.push(`revokes ${String(objtype).replace('OBJECT_', '').toLowerCase()} ${name}`)
  }
}

/** What each kind of statement may do to a program that runs; a kind that is not here is judged by a reader. */
const judges: Record<string, Judge> = {
  AlterTableStmt: judgeTable,
  CallStmt: ({ funccall }, { judge }) => void judge.push(`calls ${nameOf((funccall as { funcname?: unknown } | undefined)?.funcname)}`),
  AlterEnumStmt: nothing,
  CommentStmt: nothing,
  CreateDomainStmt: nothing,
  CreateEnumStmt: nothing,
  CreateFunctionStmt: judgeFunction,
  CreatePolicyStmt: judgeOfTable('adds a policy to'),
  CreateRangeStmt: nothing,
  CreateSeqStmt: nothing,
  CreateStmt: nothing,
  CreateTrigStmt: judgeOfTable('adds a trigger to'),
  DropStmt: judgeDrop,
  GrantStmt: judgeGrant,
  IndexStmt: judgeIndex,
  InsertStmt: nothing,
  RenameStmt: ({ newname, ...body }, { takes }, { tables }) => {
    if (!tables.has(tableOf(body))) takes.push(`renames ${[tableOf(body), body.subname].filter(Boolean).join('.')} to ${String(newname)}`)
  },
  SelectStmt: nothing,
  UpdateStmt: judgeOfTable('changes rows of'),
  DeleteStmt: judgeOfTable('deletes rows of'),
  LockStmt: ({ relations }, { judge }, { tables }) => {
    for (const { RangeVar: table } of relations as Tree[])
      if (!tables.has(String(table?.relname))) judge.push(`holds all of ${String(table?.relname)} while it runs`)
  },
  VariableSetStmt: nothing,
  ViewStmt: ({ replace, view }, { judge }) => {
    if (replace === true) judge.push(`replaces the view ${(view as Named).relname}`)
  },
}
