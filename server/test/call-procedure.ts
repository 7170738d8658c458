import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** Calls a procedure that a migration made for its own time and took away again, as that migration wrote it, and takes it away. */
export const callProcedure = async (owner: pg.Client, migration: string, name: string): Promise<void> => {
  const sql = readFileSync(new URL(`../../db/migrations/${migration}`, import.meta.url), 'utf8')
  const text = new RegExp(`create procedure ${name}\\(\\)[\\s\\S]*?\\n\\$\\$;`).exec(sql)?.[0]
  if (text === undefined) throw new Error(`${migration} makes no ${name}`)
  await owner.query(text)
  try {
    await owner.query(`call ${name}()`)
  } finally {
    await owner.query(`drop procedure ${name}()`)
  }
}

/** Changes rows as if nobody had triggers for them yet. */
export const beforeTriggers = async (owner: pg.Client, texts: readonly string[]): Promise<void> => {
  await owner.query('set session_replication_role = replica')
  for (const text of texts) await owner.query(text)
  await owner.query('reset session_replication_role')
}
