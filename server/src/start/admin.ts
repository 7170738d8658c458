import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createAdmin } from '../accounts/create-admin.ts'
import { startPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { migrate } from '../migrate/migrate.ts'
import { runProgram, type Undoing } from './program.ts'
import { Refusal } from './refusal.ts'
import { readSettings } from './settings.ts'

const usage =
  '使い方: bin/admin create [--login-id ID] [--name 氏名] [--email メール]（パスワードは入力するか、環境変数 ADMIN_PASSWORD で渡します）'

/** What bin/admin runs: `create` makes the first administrator of an installation that has no demo accounts (D-20). */
const administrate = async (undoing: Undoing): Promise<void> => {
  const given = readArguments()
  const databaseUrl = await findDatabase(undoing)
  await migrate(databaseUrl)
  const ask = openQuestions(undoing)
  const login_id = given['login-id'] ?? (await ask('ログインID: '))
  const name = given.name ?? (await ask('氏名: '))
  const email = given.email ?? (await ask('メールアドレス: '))
  const password = process.env.ADMIN_PASSWORD ?? (await ask('パスワード: ', { hidden: true }))
  await createAdmin({ databaseUrl, login_id, name, email, password }).catch((error: unknown) => {
    throw new Refusal(error instanceof Error ? error.message : String(error))
  })
  console.log(`管理者 ${login_id} を作成しました。/admins/login からログインできます。`)
  await undoing.all()
}

const readArguments = () => {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { 'login-id': { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } },
    })
    if (positionals.join(' ') === 'create') return values
  } catch {
    // An unknown option: the usage says which exist.
  }
  throw new Refusal(usage)
}

/** The database of the settings, else the trial's own; the other settings need not be there yet. */
const findDatabase = async (undoing: Undoing): Promise<string> => {
  const settings = readSettings({ DATABASE_URL: process.env.DATABASE_URL, DATA_DIR: process.env.DATA_DIR })
  if ('missing' in settings) throw new Refusal(settings.missing.join('\n'))
  if (settings.databaseUrl !== null) return settings.databaseUrl
  if (process.env.NODE_ENV === 'production') throw new Refusal('DATABASE_URL を指定してください。(Set DATABASE_URL.)')
  const postgres = await startPostgres({ dataDir: join(settings.dataDir, 'postgres') })
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
