import { execFileSync } from 'node:child_process'
import { withClient } from '../../server/src/migrate/with-client.ts'

/** Addresses of the nodes that engine.sh runs, as their owner: the coordinator's first. */
export const nodes: readonly string[] = execFileSync(new URL('engine.sh', import.meta.url).pathname, ['urls'], { encoding: 'utf8' })
  .trim()
  .split('\n')
export const [coordinator = ''] = nodes

/** The database of the name at the node. */
export const databaseOf = (url: string, name: string): string => {
  const target = new URL(url)
  target.pathname = `/${name}`
  return target.href
}

export const say = (url: string, ...statements: string[]): Promise<void> =>
  withClient(url, async client => {
    for (const statement of statements) await client.query(statement)
  })

export const dropEverywhere = async (name: string): Promise<void> => {
  for (const url of nodes) await say(url, `drop database if exists ${name} with (force)`)
}

/** A database on every node: at the coordinator empty or with the rows of `template`. */
export const makeAnew = async (name: string, template?: string): Promise<void> => {
  await dropEverywhere(name)
  for (const [at, url] of nodes.entries())
    await say(url, `create database ${name}${at === 0 && template !== undefined ? ` template ${template} strategy file_copy` : ''}`)
}

/** Joins the databases of the name: the next migration moves the tables of the coordinator's, whatever they hold. */
export const joinNodes = async (name: string): Promise<void> => {
  for (const url of nodes) await say(databaseOf(url, name), 'create extension citus')
  const [self, ...workers] = nodes.map(url => new URL(url))
  await say(
    databaseOf(coordinator, name),
    `select citus_set_coordinator_host('${self?.hostname}', ${self?.port})`,
    ...workers.map(({ hostname, port }) => `select citus_add_node('${hostname}', ${port})`),
  )
}
