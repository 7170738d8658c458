import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { moveInstallation } from '../files/files.ts'
import { createFirstAccount } from '../accounts/platform-accounts/create-first-account.ts'
import { releaseAdmin } from '../accounts/platform-accounts/release-admin.ts'
import { startPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { backUp, type BackupOptions, check, prove, restore } from './backup/backup-commands.ts'
import { archivingSettings } from './backup/log-archive.ts'
import { type Databases, databasesOf, prepareDatabase } from './databases.ts'
import { examine } from './doctor/doctor.ts'
import { lineOf } from './doctor/findings.ts'
import { runProgram, type Undoing, WrongUsage } from './program.ts'
import { openStorage, type StorageSettings } from '../platform/files/open-storage.ts'
import { Refusal } from '../platform/refusal.ts'
import { readSettings, type Settings } from './settings.ts'

const usage = [
  '使い方: bin/admin migrate（データベースを最新にします）',
  '       bin/admin create [--login-id ID] [--name 氏名] [--email メール]（管理者を作ります。パスワードは入力するか、環境変数 ADMIN_PASSWORD で渡します）',
  '       bin/admin create-operator（同じように、オペレーターを作ります）',
  '       bin/admin reset-second-factor [--login-id ID]（認証アプリもリカバリーコードもなくした管理者の二段階認証を解除します）',
  '       bin/admin move-files --to s3|disk（写真と書類を、バケットへ、またはフォルダーへ移します。サーバーは動かしたままで構いません）',
  '       bin/admin doctor [--mail-to メール]（本番環境の設定・データベース・メール・保存先などを調べ、することを文章で示します）',
  '       bin/admin backup [フォルダー] [--keep 残す数] [--only database|files]（データベースと、写真・書類の組をバックアップします。フォルダーは BACKUP_DIR でも指定できます）',
  '       bin/admin prove-backup バックアップ（バックアップが壊れていないこと、復元できること、組が合うことを確認します）',
  '       bin/admin restore バックアップ --into 空のフォルダー [--until 時刻|latest [--timeline 番号]]（復元し、同じことを確認します）',
  '       bin/admin check-files（今のデータベースと、写真・書類の保存先が合うかを確認します）',
].join('\n')

/**
 * What bin/admin runs: `migrate` brings the schema to the newest shape, for installations whose server does not know the owner's URL;
 * `create` and `create-operator` make the first administrator and operator of an installation that has no demo accounts (D-20);
 * `reset-second-factor` lets the last administrator in again; `move-files` moves files to the bucket or back (decision 096); `doctor` examines
 * the installation and changes nothing (decision 095); `backup`, `prove-backup`, `restore` and `check-files` keep its data and bring it back
 * (decision 097).
 */
const administrate = async (undoing: Undoing): Promise<void> => {
  const { command, operand, options } = readArguments()
  if (command === 'doctor') return tellFindings(options['mail-to'] ?? null)
  if (isAboutBackups(command)) return keepOrBringBack(command, operand, options, undoing)
  const server = await findServer(undoing)
  const applied = await prepareDatabase(server.databases)
  if (command === 'migrate') console.log(`データベースは最新です（${applied.length}件を適用しました）。`)
  else if (command === 'move-files') await carryFiles(server, options.to ?? null)
  else await changeAdmin(command, server, options, undoing)
  await undoing.all()
}

const tellFindings = async (mailTo: string | null): Promise<void> => {
  const findings = await examine(process.env, mailTo)
  for (const finding of findings) console.log(lineOf(finding))
  const count = findings.filter(({ is }) => is === 'wrong').length
  console.log(count === 0 ? '直すところはありません。' : `直すところが${count}件あります。`)
  if (count > 0) process.exitCode = 1
}

const backupCommands = ['backup', 'prove-backup', 'restore', 'check-files'] as const
type BackupCommand = (typeof backupCommands)[number]
const isAboutBackups = (command: Command): command is BackupCommand => backupCommands.some(name => name === command)

/** None of them brings the schema to its newest shape: what is kept is what is there. */
const keepOrBringBack = async (
  command: BackupCommand,
  operand: string | undefined,
  options: AdminOptions,
  undoing: Undoing,
): Promise<void> => {
  const say = (line: string): void => console.log(line)
  const isGood = await (async () => {
    if (command === 'restore') return restore(demandOperand(operand), options, process.env, say)
    if (command === 'prove-backup') return prove(demandOperand(operand), process.env, say)
    const settings = readOurSettings()
    const folder = operand ?? settings.server.backupDir
    const ownerUrl = await findOwner(settings, undoing)
    if (ownerUrl === null)
      throw new Refusal('DATABASE_URL に、表の所有者のURLを指定してください。(Set DATABASE_URL to the owner of the tables.)')
    const { storageDir, s3 } = settings.server
    const files = { storage: await openStorage(settings.server), bucket: s3?.bucket ?? null, folder: storageDir }
    if (command === 'check-files') return check(ownerUrl, files, say)
    return backUp({ folder: demandOperand(folder ?? undefined), ownerUrl, files }, options, say)
  })()
  if (!isGood) process.exitCode = 1
  await undoing.all()
}

const demandOperand = (operand: string | undefined): string => {
  if (operand === undefined) throw new WrongUsage(usage)
  return operand
}

interface Server {
  databases: Databases
  settings: Parameters<typeof releaseAdmin>[0] & StorageSettings
}

const changeAdmin = async (
  command: Exclude<Command, 'migrate' | 'move-files' | 'doctor' | BackupCommand>,
  { settings }: Server,
  options: AdminOptions,
  undoing: Undoing,
): Promise<void> => {
  const ask = openQuestions(undoing)
  const login_id = options['login-id'] ?? (await ask('ログインID: '))
  if (command === 'reset-second-factor') await release(settings, login_id)
  else await create(settings.databaseUrl, command === 'create' ? 'admin' : 'operator', { ...options, login_id }, ask)
}

const carryFiles = async ({ settings }: Server, to: string | null): Promise<void> => {
  if (to !== 's3' && to !== 'disk') throw new Refusal(usage)
  // Another folder than the server's would be empty, and all would seem to be moved.
  if (process.env.NODE_ENV === 'production' && !process.env.STORAGE_DIR)
    throw new Refusal('サーバーと同じ STORAGE_DIR を指定してください。(Set STORAGE_DIR as for the server.)')
  const { files, torn, unknown } = await moveInstallation(settings, to, moved =>
    console.log(`${moved.files}件（${Math.round(moved.bytes / 1024 / 1024)}MB）`),
  )
  console.log(`合計${files}件を移しました。`)
  if (unknown > 0) console.log(`どこからも使われていないファイルが${unknown}件あり、移していません。1日後に自動で消えます。`)
  for (const key of torn) console.log(`${key} の内容が記録と違うため、移していません。バックアップから戻してください。`)
  if (torn.length > 0) process.exitCode = 1
}

const refuse = (error: unknown): never => {
  throw new Refusal(error instanceof Error ? error.message : String(error))
}

const release = async (server: Parameters<typeof releaseAdmin>[0], login_id: string): Promise<void> => {
  await releaseAdmin(server, login_id).catch(refuse)
  console.log(`管理者 ${login_id} の二段階認証を解除しました。次のログインのときに、もう一度設定します。`)
}

const words = { admin: { noun: '管理者', page: '/admins/login' }, operator: { noun: 'オペレーター', page: '/operators/login' } } as const

const create = async (
  databaseUrl: string,
  kind: keyof typeof words,
  { login_id, ...options }: { login_id: string; name?: string | undefined; email?: string | undefined },
  ask: Ask,
): Promise<void> => {
  const name = options.name ?? (await ask('氏名: '))
  const email = options.email ?? (await ask('メールアドレス: '))
  const password = process.env.ADMIN_PASSWORD ?? (await askPassword(ask))
  await createFirstAccount({ databaseUrl, kind, login_id, name, email, password }).catch(refuse)
  console.log(`${words[kind].noun} ${login_id} を作成しました。${words[kind].page} からログインできます。`)
}

/** Nobody sees what is typed, and nobody could sign in with a slip. */
const askPassword = async (ask: Ask): Promise<string> => {
  const password = await ask('パスワード: ', { hidden: true })
  if (password === (await ask('パスワード（もう一度）: ', { hidden: true }))) return password
  throw new Refusal('2回のパスワードが違うため、作成していません。もう一度実行してください。(The passwords differ; nothing was created.)')
}

interface AdminOptions extends BackupOptions {
  'login-id'?: string | undefined
  name?: string | undefined
  email?: string | undefined
  'mail-to'?: string | undefined
  to?: string | undefined
}

const commands = ['migrate', 'create', 'create-operator', 'reset-second-factor', 'move-files', 'doctor', ...backupCommands] as const
type Command = (typeof commands)[number]

const optionNames = ['login-id', 'name', 'email', 'mail-to', 'to', 'only', 'keep', 'into', 'until', 'timeline'] as const

const readArguments = (): { command: Command; operand: string | undefined; options: AdminOptions } => {
  const options = Object.fromEntries(optionNames.map(name => [name, { type: 'string' as const }]))
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const [word, operand, ...more] = positionals
    const command = commands.find(name => name === word)
    const takesOperand = command !== undefined && isAboutBackups(command) && command !== 'check-files'
    if (command !== undefined && more.length === 0 && (operand === undefined || takesOperand))
      return { command, operand, options: values as AdminOptions }
  } catch {
    // An unknown option, or one without its value: the usage says which exist.
  }
  const { tokens } = parseArgs({ allowPositionals: true, options, strict: false, tokens: true })
  const unknown = tokens.flatMap(token => (token.kind === 'option' && !(token.name in options) ? token.rawName : []))
  throw new WrongUsage([...unknown.map(name => `${name} は使えません。`), usage].join('\n'))
}

/** The database of the settings, else the trial's own; the other settings need not be there yet. */
const findServer = async (undoing: Undoing): Promise<Server> => {
  const settings = readOurSettings()
  const databases = databasesOf(await findOwner(settings, undoing), settings)
  return { databases, settings: { ...settings.server, databaseUrl: databases.databaseSessionUrl } }
}

const neededSettings = /^(DATABASE_(APP_|SESSION_)?URL|DATA_DIR|APP_NAME|CALL_CENTER_PHONE|STORAGE|STORAGE_DIR|BACKUP_DIR|S3_\w+)$/

const readOurSettings = (): Settings => {
  const settings = readSettings(Object.fromEntries(Object.entries(process.env).filter(([name]) => neededSettings.test(name))))
  if ('missing' in settings) throw new Refusal(settings.missing.join('\n'))
  return settings
}

const findOwner = async ({ databaseUrl, databaseAppUrl, dataDir, server }: Settings, undoing: Undoing): Promise<string | null> => {
  if (databaseUrl !== null || databaseAppUrl !== null) return databaseUrl
  if (process.env.NODE_ENV === 'production') throw new Refusal('DATABASE_URL を指定してください。(Set DATABASE_URL.)')
  const folder = join(dataDir, 'postgres')
  const postgres = await startPostgres({ dataDir: folder, settings: archivingSettings(server.backupDir, folder) })
  undoing.add(postgres.stop)
  return postgres.url
}

type Ask = (question: string, options?: { hidden: boolean }) => Promise<string>

const openQuestions = (undoing: Undoing): Ask => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: process.stdin.isTTY })
  const lines = terminal[Symbol.asyncIterator]()
  undoing.add(async () => terminal.close())
  return async (question, { hidden } = { hidden: false }) => {
    process.stdout.write(question)
    // Readline echoes what is typed by writing to its output; a password is written nowhere.
    const echo = process.stdout.write.bind(process.stdout)
    if (hidden) process.stdout.write = () => true
    const { value, done } = await lines.next().finally(() => {
      process.stdout.write = echo
    })
    if (hidden) process.stdout.write('\n')
    if (done) throw new Refusal(usage)
    return value.trim()
  }
}

await runProgram(administrate)
