import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import pg from 'pg'
import { Refusal } from '../platform/refusal.ts'

/** Asks before everything of the trial is thrown away; a script says --yes instead. False when the answer was no. */
export const askToEmpty = async (databaseUrl: string, storageDir: string): Promise<boolean> => {
  const { host, pathname } = new URL(databaseUrl)
  console.log(
    `データベース ${host}${pathname} と ${storageDir} の内容をすべて削除し、デモデータを作り直します。(Everything in them will be deleted.)`,
  )
  if (!process.stdin.isTTY)
    throw new Refusal('確認できないため中止しました。確認なしで実行するには --yes を付けてください。(Not a terminal; add --yes.)')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^(はい|y|yes)$/i.test((await terminal.question('よろしいですか？（はい/いいえ） ')).trim())
  } finally {
    terminal.close()
  }
}

/** Takes every schema and every stored file of the trial away; refuses while a server uses them. */
export const emptyTrial = async (databaseUrl: string, storageDir: string): Promise<void> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const users = await client.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'toguchi%'`,
    )
    if (users.rowCount !== 0) throw new Refusal('トグチが動作中です。停止してから実行してください。(It is running; stop it first.)')
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(nspname) as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
    )
    const drops = rows.map(({ name }) => `drop schema ${name} cascade;`).join(' ')
    await client.query(`${drops} create schema public; grant usage on schema public to public`)
  } finally {
    await client.end()
  }
  rmSync(storageDir, { recursive: true, force: true })
}
