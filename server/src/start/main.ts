import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { OpenWall } from '../platform/database/database-walls.ts'
import type { ServerSettings } from '../platform/settings.ts'
import { archivingSettings } from './backup/log-archive.ts'
import { keepSecret, makeDataFolder } from './data-folder.ts'
import { databasesOf, prepareDatabase, refuseDemoTown, refuseForeignDatabase, refuseOtherKey, type Databases } from './databases.ts'
import { buildTown, findTown, withTownLock, type TownState } from './demo-town-once.ts'
import { mistypedSettings } from './doctor/mistyped-settings.ts'
import { askToEmpty, emptyTrial } from './empty-trial.ts'
import { portRefusal, refuseTakenPort } from './free-port.ts'
import { greetProduction, greetTrial } from './greeting.ts'
import { installMailReader } from './mail-reader.ts'
import { runProgram, type Undoing, WrongUsage } from './program.ts'
import { Refusal } from '../platform/refusal.ts'
import { builtWeb } from './release.ts'
import { readSettings, type Settings } from './settings.ts'
import { buildWeb } from './web-build.ts'

/**
 * What bin/start runs: everything from an empty folder to a server that answers (issue: two commands).
 * `--reset` builds the demo town anew after asking (`--yes`: without), `--api-only` leaves the pages to Vite.
 */
const start = async (undoing: Undoing): Promise<void> => {
  const options = readOptions(process.argv.slice(2))
  const settings = demandSettings()
  if (settings.server.mode === 'production') undoing.patience = stopPatience + settings.server.drainSeconds * 1_000
  for (const line of mistypedSettings(process.env)) console.log(line)
  if (settings.server.mode === 'production') makeDataFolder(settings.server.storageDir, 'STORAGE_DIR')
  else makeDataFolder(settings.dataDir, 'DATA_DIR')
  await refuseTakenPort(settings.server.port)
  const webDir = options.apiOnly ? null : (builtWeb(root) ?? (await buildWeb(root, progress)))
  const databases = await openDatabases(settings, undoing)
  const { databaseUrl, databaseSessionUrl, ownerUrl } = databases
  const server: ServerSettings = {
    ...settings.server,
    webDir,
    databaseUrl,
    databaseSessionUrl,
    secretKey: settings.secretKey ?? keepSecret(settings.dataDir),
  }
  // Before anything is changed, or thrown away.
  if (server.mode === 'production') await refuseDemoTown(databases)
  else await refuseForeignDatabase(ownerUrl)
  if (options.reset) await reset(ownerUrl, server, options.yes)
  progressOf(await prepareDatabase(databases))
  if (server.mode === 'production') await refuseOtherKey(databases, server)
  const town = ownerUrl !== null && server.mode === 'trial' ? await prepareTown(ownerUrl, server, settings.dataDir) : 'none'
  await listen(server, undoing)
  if (ownerUrl === null || server.mode === 'production') for (const line of greetProduction(server)) console.log(line)
  else if (!options.apiOnly) console.log(await greetTrial(ownerUrl, server.port, town === 'built'))
}

/** Milliseconds for what is being uploaded from a cellar; a queue hands back after five seconds what it cannot end. */
const stopPatience = 60_000
const root = fileURLToPath(new URL('../../..', import.meta.url))
const progress = (line: string): void => console.log(line)

interface Options {
  reset: boolean
  yes: boolean
  apiOnly: boolean
}

const readOptions = (args: string[]): Options => {
  const unknown = args.find(arg => !['--reset', '--yes', '--api-only'].includes(arg))
  if (unknown !== undefined) throw new WrongUsage(`使い方: bin/start [--reset [--yes]]（${unknown} は使えません）`)
  return { reset: args.includes('--reset'), yes: args.includes('--yes'), apiOnly: args.includes('--api-only') }
}

const demandSettings = (): Settings => {
  const settings = readSettings(process.env)
  if (!('missing' in settings)) return settings
  throw new Refusal(
    ['設定が足りないか、正しくありません。(Settings are missing or wrong.)', ...settings.missing.map(line => `  ${line}`)].join('\n'),
  )
}

/** The database of the settings; the trial's own when they name none. */
const openDatabases = async ({ dataDir, server, ...settings }: Settings, undoing: Undoing): Promise<Databases> => {
  if (settings.databaseUrl !== null || settings.databaseAppUrl !== null) return databasesOf(settings.databaseUrl, settings)
  const folder = join(dataDir, 'postgres')
  const postgres = await startPostgres({ dataDir: folder, settings: archivingSettings(server.backupDir, folder), onLost: endWith })
  undoing.add(postgres.stop)
  return databasesOf(postgres.url, settings)
}

/** Without its database there is nothing to serve: an orderly end, with the sentence that says why. */
const endWith = ({ message }: Error): void => {
  console.error(message)
  process.exitCode = 1
  process.kill(process.pid, 'SIGTERM')
}

const reset = async (ownerUrl: string | null, { mode, storageDir }: ServerSettings, yes: boolean): Promise<void> => {
  if (mode === 'production') throw new Refusal('本番環境では --reset は使えません。(No --reset in production.)')
  if (ownerUrl === null) throw new Refusal('--reset には DATABASE_URL が必要です。(--reset needs DATABASE_URL.)')
  if (!yes && !(await askToEmpty(ownerUrl, storageDir))) throw new Refusal('中止しました。')
  await emptyTrial(ownerUrl, storageDir)
}

const progressOf = (applied: string[]): void => {
  if (applied.length > 0) progress(`データベースを更新しました（${applied.length}件）`)
}

/** Nobody has used a town that was never finished, so it is thrown away and built again. */
const prepareTown = (ownerUrl: string, server: ServerSettings, dataDir: string): Promise<TownState> =>
  withTownLock(ownerUrl, async () => {
    const town = await findTown(ownerUrl)
    if (town === 'unfinished') {
      await emptyTrial(ownerUrl, server.storageDir)
      await prepareDatabase({ ...server, ownerUrl })
    }
    await installMailReader(ownerUrl)
    if (town === 'built' || town === 'foreign') return town
    progress('デモデータを作成しています…')
    await buildTown(ownerUrl, server, { dataDir, progress })
    return 'built'
  })

const listen = async (settings: ServerSettings, undoing: Undoing): Promise<void> => {
  const { startServer } = await import('../server.ts')
  try {
    const server = await startServer(settings)
    undoing.add(() => server.close())
  } catch (error) {
    if (error instanceof OpenWall) throw new Refusal(error.message)
    throw portRefusal(error, settings.port) ?? error
  }
}

await runProgram(start)
