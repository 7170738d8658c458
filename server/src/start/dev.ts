import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { refuseTakenPort } from './free-port.ts'
import { runProgram, type Undoing } from './program.ts'
import { Refusal } from '../platform/refusal.ts'
import { readSettings } from './settings.ts'

/**
 * What bin/dev runs: the trial with reload. Vite has the port and hands /api on to the server, which runs on the next
 * one under `node --watch`; the database outlives the server's restarts because we hold it too.
 */
const develop = async (undoing: Undoing): Promise<void> => {
  const settings = readSettings(process.env)
  if ('missing' in settings) throw new Refusal(settings.missing.join('\n'))
  if (settings.server.mode === 'production')
    throw new Refusal('bin/dev は開発用です。NODE_ENV=production を外してください。(bin/dev is for development.)')
  const { port, apiHostTemplate } = settings.server
  const apiPort = port === 65_535 ? port - 1 : port + 1
  await refuseTakenPort(port)
  await refuseTakenPort(apiPort)
  if (settings.databaseUrl === null) undoing.add((await startPostgres({ dataDir: join(settings.dataDir, 'postgres') })).stop)

  const server = run(['--watch', '--watch-preserve-output', join(root, 'server/src/start/main.ts'), '--api-only'], root, {
    PORT: String(apiPort),
    API_HOST_TEMPLATE: apiHostTemplate,
  })
  const vite = run([join(root, 'node_modules/vite/bin/vite.js'), '--host', '--port', String(port), '--strictPort'], join(root, 'web'), {
    API_ORIGIN: `http://127.0.0.1:${apiPort}`,
  })
  undoing.add(() => Promise.all([server.end(), vite.end()]))
  console.log(`\n開発サーバー  http://www.localhost:${port}（API は ${apiPort}）\n終了は Ctrl-C\n`)
  await Promise.race([server.ended, vite.ended])
  throw new Refusal('開発サーバーの一つが終了したため停止します。(One of the development servers ended.)')
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Child {
  ended: Promise<void>
  end(): Promise<void>
}

const run = (args: string[], cwd: string, env: Record<string, string>): Child => {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = new Promise<void>(done => child.once('exit', () => done()))
  return {
    ended,
    end: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

await runProgram(develop)
