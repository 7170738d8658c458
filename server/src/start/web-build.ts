import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCallback } from 'node:zlib'
import { Refusal } from '../platform/refusal.ts'

/** What the browser's code is made from. */
const sources = [
  'web/{src,public}/**/*',
  'web/index.html',
  'web/*.ts',
  'web/router-parts/*.ts',
  'tools/first-load.ts',
  'web/package.json',
  'domain/src/**/*',
  'package-lock.json',
]

/**
 * Builds the web application unless the build that is there was made from these very sources; answers with its
 * folder. It is built aside and moved into place, so a server that runs from this checkout loses nothing meanwhile.
 */
export const buildWeb = async (root: string, progress: (line: string) => void): Promise<string> => {
  const dist = join(root, 'web/dist')
  const stamp = join(dist, '.built-from')
  const sourceHash = hashSources(root)
  if (readOrNothing(stamp) === sourceHash) return dist
  progress('画面を準備しています…')
  const aside = join(root, `.cache/web-build.${process.pid}`)
  await runVite(root, aside)
  await compressFiles(aside)
  writeFileSync(join(aside, '.built-from'), sourceHash)
  rmSync(dist, { recursive: true, force: true })
  renameSync(aside, dist)
  return dist
}

/**
 * Beside each text and each WebAssembly the server finds it compressed already, better than it could do while somebody waits: at 11 brotli takes
 * four times as long as at 9, and a phone receives 7 % less (decision 100).
 */
const compressFiles = async (folder: string): Promise<void> => {
  const files = globSync('**/*.{js,css,html,svg,json,wasm}', { cwd: folder }).map(name => join(folder, name))
  await Promise.all(
    files.map(async file => {
      const content = readFileSync(file)
      writeFileSync(`${file}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      writeFileSync(`${file}.gz`, await gzip(content, { level: 9 }))
    }),
  )
}
const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCallback)

const hashSources = (root: string): string => {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
  for (const file of files.toSorted()) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const readOrNothing = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const runVite = (root: string, outDir: string): Promise<void> =>
  new Promise((done, fail) => {
    const vite = spawn(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'],
      {
        cwd: join(root, 'web'),
        // A trial is built for production too; only then React leaves its checks out.
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let output = ''
    for (const stream of [vite.stdout, vite.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    vite.once('error', fail)
    vite.once('exit', code => {
      if (code === 0) return done()
      rmSync(outDir, { recursive: true, force: true })
      fail(new Refusal(`画面のビルドに失敗しました。(The web build failed.)\n${output.trim()}`))
    })
  })
