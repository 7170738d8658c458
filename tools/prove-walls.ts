import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { cruise, ladder } from './cruise.ts'
import { findFolderFaults, mostFiles } from './folder-faults.ts'

// Breaks every wall once, in a copy of the tree: each planted file must be accused of exactly its wall, and what is
// allowed of none. A wall without a planted fault is reported too, so none can be green because it is blind.

/** Wall → planted file → its text. */
const faults: Record<string, Record<string, string>> = {
  'no-cycles': {
    'server/src/canary/one.ts': "import { two } from './two.ts'\nexport const one = (): unknown => two",
  },
  [ladder]: {
    'server/src/hen/hen.ts': "import { egg } from '../egg/egg.ts'\nexport const hen = egg\nexport type Hen = string",
    'server/src/egg/egg.ts': "import type { Hen } from '../hen/hen.ts'\nexport const egg = (hen: Hen): Hen => hen",
  },
  'imports-resolve': { 'server/src/canary/lost.ts': "import { gone } from '@toguchi/domain/canary/gone'\nexport const lost = gone" },
  'domain-is-pure': { 'domain/src/canary/reads.ts': "import { readFileSync } from 'node:fs'\nexport const reads = readFileSync" },
  'policies-are-only-about-actors': { 'domain/src/canary/policy.ts': "import { rule } from './rule.ts'\nexport const canSing = rule" },
  'only-contracts-know-zod': {
    'domain/src/canary/parses.ts': "import { z } from 'zod'\nexport const parses = z",
    'domain/src/canary/leans.ts': "import { canary } from './contract.ts'\nexport const leans = canary",
  },
  'browser-takes-only-types-of-contracts': {
    'web/src/canary/contract.ts': "import { canary } from '@toguchi/domain/canary/contract'\nexport const contract = canary",
    'web/src/canary/zod.ts': "import { z } from 'zod'\nexport const zod = z",
  },
  'web-does-not-see-server': {
    'web/src/canary/server.ts': "import { sing } from '../../../server/src/parrot/parrot.ts'\nexport const server = sing",
    'web/src/canary/package.ts': "import { sing } from '@toguchi/server/src/parrot/parrot.ts'\nexport const server = sing",
  },
  'server-does-not-see-web': {
    'server/src/canary/web.ts': "import { Sing } from '../../../web/src/parrot/parrot.tsx'\nexport const web = Sing",
  },
  'slices-meet-at-the-front-door': {
    'server/src/canary/window.ts': "import { secret } from '../parrot/queries.ts'\nexport const window = secret",
    'web/src/canary/window.ts': "import { Secret } from '../parrot/Secret.tsx'\nexport const window = Secret",
    'web/src/canary/climbs.ts': "import { entry } from '../app/canary.ts'\nexport const climbs = entry",
  },
  'platform-knows-no-slice': { 'server/src/platform/canary.ts': "import { hum } from '../loner/loner.ts'\nexport const canary = hum" },
  'kit-knows-no-word-of-the-trade': {
    'web/src/ui/Canary.tsx': "import { rule } from '@toguchi/domain/canary/rule'\nexport const Canary = rule",
  },
  'base-ui-only-in-the-kit': {
    'web/src/canary/chooses.ts': "import { Combobox } from '@base-ui/react/combobox'\nexport const chooses = Combobox",
  },
  'application-does-not-see-its-launcher': {
    'server/src/canary/starts.ts': "import { migrate } from '../migrate/migrate.ts'\nexport const starts = migrate",
  },
  'one-door-to-the-pool': {
    'server/src/canary/pool.ts': "import { connect } from '../platform/database/pool.ts'\nexport const pool = connect",
  },
  'only-platform-and-launcher-speak-pg': { 'server/src/canary/pg.ts': "import pg from 'pg'\nexport const client = pg" },
  'pictures-are-read-by-the-file-reader': {
    'server/src/canary/paints.ts': "import sharp from 'sharp'\nexport const paints = sharp",
    'server/src/canary/dates.ts': "import ExifReader from 'exifreader'\nexport const dates = ExifReader",
  },
  'workbooks-are-read-by-the-file-reader': {
    'server/src/canary/sheets.ts': "import { streamXlsxRows } from 'hucre/xlsx'\nexport const sheets = streamXlsxRows",
  },
  'pdfs-are-read-by-the-file-reader': {
    'server/src/canary/pages.ts': "import { PDFDocument } from '@cantoo/pdf-lib'\nexport const pages = PDFDocument",
  },
  'the-file-reader-is-a-process': {
    'server/src/file-reader/refusals.ts': "import { sing } from './canary.ts'\nexport const refusals = sing",
  },
  'routes-are-mounted-only-by-app': { 'server/src/parrot/mounts.ts': "import { routes } from './routes.ts'\nexport const mounts = routes" },
  'product-does-not-use-test-code': {
    'server/src/canary/tests.ts': "import { freshDatabase } from '../../test/database.ts'\nexport const tests = freshDatabase",
  },
}

const allowed: Record<string, string> = {
  // A cycle is told of one of its files.
  'server/src/canary/two.ts': "import { one } from './one.ts'\nexport const two = (): unknown => one",
  'web/src/app/canary.ts': 'export const entry = 1',
  'server/src/loner/loner.ts': 'export const hum = 1',
  'domain/src/canary/rule.ts': 'export const rule = (): boolean => true',
  'domain/src/canary/contract.ts':
    "import { z } from 'zod'\nexport const canary = z.string()\nexport type Canary = z.output<typeof canary>",
  'server/src/parrot/parrot.ts': "import { secret } from './queries.ts'\nexport const sing = secret",
  'server/src/parrot/queries.ts': "import type { Db } from '../platform/database/database.ts'\nexport const secret = (db: Db): Db => db",
  'server/src/parrot/routes.ts': "import { canary } from '@toguchi/domain/canary/contract'\nexport const routes = canary",
  'server/src/canary/door.ts': "import { sing } from '../parrot/parrot.ts'\nexport const door = sing",
  'server/src/file-reader/canary.ts': "import sharp from 'sharp'\nexport const sing = sharp",
  'server/src/demo/parrot.ts': "import sharp from 'sharp'\nexport const parrot = sharp",
  'web/src/parrot/parrot.tsx': "import { Secret } from './Secret.tsx'\nexport const Sing = Secret",
  'web/src/parrot/Secret.tsx': "import { rule } from '@toguchi/domain/canary/rule'\nexport const Secret = rule",
  'web/src/canary/door.ts': "import { Sing } from '../parrot/parrot.tsx'\nexport const door = Sing",
  'web/src/canary/types.ts':
    "import type { Canary } from '@toguchi/domain/canary/contract'\nexport const types = (canary: Canary): Canary => canary",
}

/** The tree without its history and builds; node_modules by links, except our own packages, which are the copy's. */
const copyTree = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'toguchi-walls-'))
  for (const name of globSync(['{domain,server,web,tools,e2e,bench}', 'package.json', 'tsconfig*.json', '.dependency-cruiser.cjs']))
    cpSync(name, join(copy, name), { recursive: true, filter: path => !/\/(dist|node_modules)$/.test(path) })
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@toguchi'), { recursive: true })
  for (const name of readdirSync('node_modules')) if (name !== '@toguchi') symlinkSync(resolve('node_modules', name), join(modules, name))
  for (const name of ['domain', 'server', 'web']) symlinkSync(join('../..', name), join(modules, '@toguchi', name))
  return copy
}

const plant = (copy: string, file: string, text: string): void => {
  const path = join(copy, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${text}\n`)
}

const wallsOf = (file: string): string[] => [...new Set(breaches.filter(({ from }) => from === file).map(({ wall }) => wall))]

const copy = copyTree()
for (const files of [allowed, ...Object.values(faults)]) for (const [file, text] of Object.entries(files)) plant(copy, file, text)
const { breaches, modules } = cruise(copy)
for (let file = 0; file <= mostFiles; file++) plant(copy, `web/src/flock/sheep-${file}.ts`, `export const sheep = ${file}`)
const folderFaults = findFolderFaults(copy)
rmSync(copy, { recursive: true })

const missed: string[] = []
for (const [wall, files] of Object.entries(faults))
  for (const file of Object.keys(files))
    if (wallsOf(file).join() !== wall) missed.push(`${file} breaks ${wall}, but was accused of: ${wallsOf(file).join(', ') || 'nothing'}`)
for (const file of Object.keys(allowed)) {
  if (!modules.has(file)) missed.push(`${file} was not cruised`)
  if (wallsOf(file).length > 0) missed.push(`${file} is allowed, but was accused of: ${wallsOf(file).join(', ')}`)
}
if (!folderFaults.some(fault => fault.startsWith('web/src/flock: '))) missed.push('web/src/flock is too large, but was accused of nothing')
const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: { name: string }[] }
for (const name of [ladder, ...forbidden.map(rule => rule.name)]) if (!(name in faults)) missed.push(`no canary breaks ${name}`)
for (const line of missed) console.error(line)
if (missed.length > 0) process.exitCode = 1
else console.log(`canaries: ${Object.keys(faults).length + 1} walls broken and named`)
