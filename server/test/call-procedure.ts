import { readFileSync } from 'node:fs'
import type pg from 'pg'

const setsClient = /perform set_config\('app\.client_id', ([\w.]+)::text, true\)/

/**
 * Calls a procedure that a migration made for its own time and took away again, as that migration wrote it, and takes it away. That migration
 * ran while its tables lay at the coordinator; on a cluster (decision 101), where they have their places by now, a client is named to the nodes
 * by SET LOCAL.
 */
export const callProcedure = async (owner: pg.Client, migration: string, name: string): Promise<void> => {
  const sql = readFileSync(new URL(`../../db/migrations/${migration}`, import.meta.url), 'utf8')
  const text = new RegExp(`create procedure ${name}\\(\\)[\\s\\S]*?\\n\\$\\$;`).exec(sql)?.[0]
  if (text === undefined) throw new Error(`${migration} makes no ${name}`)
  const isCluster = process.env.TEST_NODES !== undefined
  if (isCluster) await owner.query(`set citus.propagate_set_commands = 'local'`)
  await owner.query(isCluster ? text.replace(setsClient, `execute 'set local app.client_id = ' || $1`) : text)
  try {
    await owner.query(`call ${name}()`)
  } finally {
    await owner.query(`drop procedure ${name}()`)
    if (isCluster) await owner.query('reset citus.propagate_set_commands')
  }
}

/**
 * Changes rows as if nobody had triggers for them yet, nor keys; each statement has the same values. A coordinator of Citus sends on what is
 * said of a transaction, and of nothing longer.
 */
export const beforeTriggers = async (owner: pg.Client, texts: readonly string[], values: readonly unknown[] = []): Promise<void> => {
  await owner.query('begin')
  try {
    await owner.query(`set local citus.propagate_set_commands = 'local'`)
    await owner.query('set local session_replication_role = replica')
    for (const text of texts) await owner.query(text, [...values])
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}
