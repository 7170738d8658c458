import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import pg from 'pg'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { startServer } from '../server/src/server.ts'
import { databasesOf, prepareDatabase } from '../server/src/start/databases.ts'
import { readSettings } from '../server/src/start/settings.ts'
import { buildWeb } from '../server/src/start/web-build.ts'
import { freePort } from '../server/test/free-port.ts'
import { browserArguments, findBrowser } from '../tools/find-browser.ts'
import { seedResidents } from './race.ts'

/*
 * Lighthouse on a built page as a telephone sees it, the staff's login page when none is named, pages of residents as one of them:
 * Lighthouse's own slow 4G and slowed processor. The median of some runs counts; when it misses what is demanded, this ends with 1.
 * See README.md.
 */
const demanded = { performance: 95, accessibility: 100, 'best-practices': 95 }
type Category = keyof typeof demanded
const categoryNames = Object.keys(demanded) as Category[]
const runs = Number(process.argv[2] ?? 3)
const page = process.argv[3] ?? '/'

interface Found {
  /** The path that was reached. */
  at: string
  scores: Record<Category, number>
  figures: string
  faults: string[]
}

const look = async (url: string, kept: Record<string, string> | null): Promise<Found> => {
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'toguchi-lighthouse-profile-'))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: [`--remote-debugging-port=${port}`, ...browserArguments],
  })
  try {
    if (kept !== null) {
      const first = await browser.newPage()
      // A picture runs no script of ours: what is kept there is kept for the whole host, and the caches stay empty.
      await first.goto(new URL('/icon.svg', url).href)
      await first.evaluate(`for (const [name, value] of Object.entries(${JSON.stringify(kept)})) localStorage.setItem(name, value)`)
      await first.close()
    }
    const result = await lighthouse(url, { port, onlyCategories: categoryNames, logLevel: 'error', disableStorageReset: true })
    if (!result) throw new Error('Lighthouse said nothing')
    const { categories, audits, runtimeError } = result.lhr
    if (runtimeError) throw new Error(runtimeError.message)
    const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
    return {
      at: new URL(result.lhr.finalDisplayedUrl).pathname,
      scores: { performance: score('performance'), accessibility: score('accessibility'), 'best-practices': score('best-practices') },
      figures: [
        'first-contentful-paint',
        'largest-contentful-paint',
        'total-blocking-time',
        'cumulative-layout-shift',
        'speed-index',
        'total-byte-weight',
      ]
        .map(id => `${id} ${audits[id]?.displayValue ?? '?'}`)
        .join(', '),
      faults: Object.values(audits)
        .filter(audit => audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative')
        .map(audit => `${audit.id}: ${audit.displayValue ?? audit.title}`),
    }
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** What the browser of a signed-in resident of the client `race` keeps; one building with one resident, whose date is known. */
const signedInResident = async (databaseUrl: string): Promise<Record<string, string>> => {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  try {
    const { runners } = await seedResidents(database, { residents: 1, days: 20 })
    const { 'content-type': _, ...tokens } = runners[0]?.headers ?? {}
    return { ...tokens, strategy: 'resident' }
  } finally {
    await database.end()
  }
}

const sentenceOf = ({ at, scores, figures }: Found): string =>
  `${at === page ? '' : `led to ${at}: `}${categoryNames.map(name => `${name} ${scores[name]}`).join(', ')} (${figures})`

const medianOf = (numbers: number[]): number => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

const folder = mkdtempSync(join(tmpdir(), 'toguchi-lighthouse-'))
const port = await freePort()
const settings = readSettings({ PORT: String(port), DATA_DIR: folder })
if ('missing' in settings) throw new Error(settings.missing.join('\n'))
const webDir = await buildWeb(fileURLToPath(new URL('..', import.meta.url)), line => console.log(line))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
try {
  const databases = databasesOf(postgres.url, settings)
  await prepareDatabase(databases)
  const kept = page.startsWith('/residents') ? await signedInResident(postgres.url) : null
  const server = await startServer({
    ...settings.server,
    webDir,
    ...databases,
    secretKey: 'k'.repeat(32),
    checkAnswers: false,
  })
  try {
    const found: Found[] = []
    for (let run = 0; run < runs; run += 1) {
      const one = await look(`http://${kept === null ? 'www' : 'race'}.localhost:${port}${page}`, kept)
      found.push(one)
      console.log(sentenceOf(one))
    }
    for (const fault of new Set(found.flatMap(({ faults }) => faults))) console.log(`  ${fault}`)
    const medians = categoryNames.map(category => ({
      category,
      median: medianOf(found.map(({ scores }) => scores[category])),
    }))
    for (const { category, median } of medians) console.log(`${category}: ${median} (at least ${demanded[category]})`)
    if (medians.some(({ category, median }) => median < demanded[category])) process.exitCode = 1
  } finally {
    await server.close()
  }
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
