import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { migrate } from '../migrate/migrate.ts'
import type { ServerSettings } from '../platform/settings.ts'
import { keepSecret, makeDataFolder } from './data-folder.ts'
import { buildTown, findTown, withTownLock, type TownState } from './demo-town-once.ts'
import { askToEmpty, emptyTrial } from './empty-trial.ts'
import { portRefusal, refuseTakenPort } from './free-port.ts'
import { greetProduction, greetTrial } from './greeting.ts'
import { runProgram, type Undoing } from './program.ts'
import { Refusal } from './refusal.ts'
import { readSettings, type Settings } from './settings.ts'
import { buildWeb } from './web-build.ts'

/**
 * What bin/start runs: everything from an empty folder to a server that answers (issue: two commands).
 * `--reset` builds the demo town anew after asking (`--yes`: without), `--api-only` leaves the pages to Vite.
 */
const start = async (undoing: Undoing): Promise<void> => {
  const options = readOptions(process.argv.slice(2))
  const settings = demandSettings()
  if (settings.server.mode === 'production') makeDataFolder(settings.server.storageDir, 'STORAGE_DIR')
  else makeDataFolder(settings.dataDir, 'DATA_DIR')
  await refuseTakenPort(settings.server.port)
  const webDir = options.apiOnly ? null : await buildWeb(root, progress)
  const databaseUrl = settings.databaseUrl ?? (await startDatabase(settings.dataDir, undoing))
  const server: ServerSettings = { ...settings.server, webDir, databaseUrl, secretKey: settings.secretKey ?? keepSecret(settings.dataDir) }
  if (options.reset) await reset(server, options.yes)
  await prepareDatabase(databaseUrl)
  const town = server.mode === 'trial' ? await prepareTown(server, settings.dataDir) : 'none'
  await listen(server, undoing)
  if (server.mode === 'production') for (const line of greetProduction(server)) console.log(line)
  else if (!options.apiOnly) console.log(await greetTrial(databaseUrl, server.port, town === 'built'))
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const progress = (line: string): void => console.log(line)

interface Options {
  reset: boolean
  yes: boolean
  apiOnly: boolean
}

const readOptions = (args: string[]): Options => {
  const unknown = args.find(arg => !['--reset', '--yes', '--api-only'].includes(arg))
  if (unknown !== undefined) throw new Refusal(`使い方: bin/start [--reset [--yes]]（${unknown} は使えません）`)
  return { reset: args.includes('--reset'), yes: args.includes('--yes'), apiOnly: args.includes('--api-only') }
}

const demandSettings = (): Settings => {
  const settings = readSettings(process.env)
  if (!('missing' in settings)) return settings
  throw new Refusal(
    ['設定が足りないか、正しくありません。(Settings are missing or wrong.)', ...settings.missing.map(line => `  ${line}`)].join('\n'),
  )
}

const startDatabase = async (dataDir: string, undoing: Undoing): Promise<string> => {
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') })
  undoing.add(postgres.stop)
  return postgres.url
}

const reset = async (server: ServerSettings, yes: boolean): Promise<void> => {
  if (server.mode === 'production') throw new Refusal('本番環境では --reset は使えません。(No --reset in production.)')
  if (!yes && !(await askToEmpty(server.databaseUrl, server.storageDir))) throw new Refusal('中止しました。')
  await emptyTrial(server.databaseUrl, server.storageDir)
}

const prepareDatabase = async (databaseUrl: string): Promise<void> => {
  const applied = await migrate(databaseUrl)
  if (applied.length > 0) progress(`データベースを更新しました（${applied.length}件）`)
}

/** Nobody has used a town that was never finished, so it is thrown away and built again. */
const prepareTown = (server: ServerSettings, dataDir: string): Promise<TownState> =>
  withTownLock(server.databaseUrl, async () => {
    const found = await findTown(server.databaseUrl)
    if (found === 'unfinished') {
      await emptyTrial(server.databaseUrl, server.storageDir)
      await migrate(server.databaseUrl)
    }
    if (found === 'built' || found === 'foreign') return found
    progress('デモデータを作成しています…')
    await buildTown(server, { dataDir, progress })
    return 'built'
  })

const listen = async (settings: ServerSettings, undoing: Undoing): Promise<void> => {
  const { startServer } = await import('../server.ts')
  try {
    const server = await startServer(settings)
    undoing.add(() => server.close())
  } catch (error) {
    throw portRefusal(error, settings.port) ?? error
  }
}

await runProgram(start)
