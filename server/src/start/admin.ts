import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createAdmin } from '../accounts/create-admin.ts'
import { startPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { type Databases, databasesOf, prepareDatabase } from './databases.ts'
import { runProgram, type Undoing } from './program.ts'
import { Refusal } from './refusal.ts'
import { readSettings } from './settings.ts'

const usage =
  '使い方: bin/admin migrate ／ bin/admin create [--login-id ID] [--name 氏名] [--email メール]（パスワードは入力するか、環境変数 ADMIN_PASSWORD で渡します）'

/**
 * What bin/admin runs: `migrate` brings the schema to the newest shape, for installations whose server does not know the owner's URL;
 * `create` makes the first administrator of an installation that has no demo accounts (D-20).
 */
const administrate = async (undoing: Undoing): Promise<void> => {
  const { command, given } = readArguments()
  const databases = await findDatabases(undoing)
  const applied = await prepareDatabase(databases)
  if (command === 'migrate') console.log(`データベースは最新です（${applied.length}件を適用しました）。`)
  else await createFirstAdmin(databases, given, undoing)
  await undoing.all()
}

const createFirstAdmin = async ({ databaseSessionUrl }: Databases, given: Given, undoing: Undoing): Promise<void> => {
  const ask = openQuestions(undoing)
  const login_id = given['login-id'] ?? (await ask('ログインID: '))
  const name = given.name ?? (await ask('氏名: '))
  const email = given.email ?? (await ask('メールアドレス: '))
  const password = process.env.ADMIN_PASSWORD ?? (await ask('パスワード: ', { hidden: true }))
  await createAdmin({ databaseUrl: databaseSessionUrl, login_id, name, email, password }).catch((error: unknown) => {
    throw new Refusal(error instanceof Error ? error.message : String(error))
  })
  console.log(`管理者 ${login_id} を作成しました。/admins/login からログインできます。`)
}

interface Given {
  'login-id'?: string | undefined
  name?: string | undefined
  email?: string | undefined
}

const readArguments = (): { command: 'migrate' | 'create'; given: Given } => {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { 'login-id': { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } },
    })
    const command = positionals.join(' ')
    if (command === 'create' || command === 'migrate') return { command, given: values }
  } catch {
    // An unknown option: the usage says which exist.
  }
  throw new Refusal(usage)
}

/** The database of the settings, else the trial's own; the other settings need not be there yet. */
const findDatabases = async (undoing: Undoing): Promise<Databases> => {
  const { DATABASE_URL, DATABASE_APP_URL, DATABASE_SESSION_URL, DATA_DIR } = process.env
  const settings = readSettings({ DATABASE_URL, DATABASE_APP_URL, DATABASE_SESSION_URL, DATA_DIR })
  if ('missing' in settings) throw new Refusal(settings.missing.join('\n'))
  if (settings.databaseUrl !== null || settings.databaseAppUrl !== null) return databasesOf(settings.databaseUrl, settings)
  if (process.env.NODE_ENV === 'production') throw new Refusal('DATABASE_URL を指定してください。(Set DATABASE_URL.)')
  const postgres = await startPostgres({ dataDir: join(settings.dataDir, 'postgres') })
  undoing.add(postgres.stop)
  return databasesOf(postgres.url, settings)
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
