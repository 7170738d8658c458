import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { writeWorkbook } from '../server/src/spreadsheets/workbook.ts'
import { startChild } from './child.ts'
import { seed, type Seeded } from './seed.ts'

/*
 * Ten thousand rows in one request: how long the server takes to look at them and to take them in, and how much its memory grows
 * meanwhile. The peak is the process's own, as Linux counts it (VmHWM), reset before each request. See README.md.
 */
const rows = Number(process.argv[2] ?? 10_000)
const demanded = 150

interface Job {
  name: string
  kind: string
  headings: string[]
  row: (at: number, time: number) => string[]
}

const people = (at: number) => ['髙﨑', '佐藤', '鈴木', '髙橋'][at % 4] ?? ''
const jobs: Job[] = [
  {
    name: 'buildings',
    kind: 'buildings',
    headings: ['物件コード', '物件名', '物件名（カナ）', '郵便番号', '住所', '管理会社', '管理員', '電話番号'],
    row: (at, time) => [
      `I${at}`,
      `グランドメゾン第${at}${'改'.repeat(time - 1)}`,
      'ｸﾞﾗﾝﾄﾞﾒｿﾞﾝ',
      '１５４−０００４',
      `東京都世田谷区太子堂${at % 9}-${at % 30}-${at}`,
      `${people(at)}管理株式会社`,
      people(at),
      `03-${String(1000 + (at % 9000))}-5678`,
    ],
  },
  {
    name: 'suppliers with two people each',
    kind: 'suppliers',
    headings: ['名称', '住所', '代表電話番号', '担当者名'],
    row: (at, time) => [`取引先${at}`, `港区${at}${time > 1 ? '改' : ''}`, '0312345678', `${people(at)} 太郎\n${people(at + 1)} 花子`],
  },
  {
    name: 'staff, each invited by mail',
    kind: 'staffs',
    headings: ['種別', '氏名', 'ログインID', 'メールアドレス', '電話番号', '部署', '工事一覧の表示形式', 'スタッフ登録権限'],
    row: (at, time) => [
      '企業一般',
      `${people(at)}${time > 1 ? '改' : ''}`,
      `bench.${at}`,
      `p${at}@example.jp`,
      '090-1234-5678',
      '',
      '一覧',
      'なし',
    ],
  },
]

const statusOf = (pid: number, field: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

let highest = 0
const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const postgres = await startPostgres({ dataDir: folder })
const { child, port } = await migrate(postgres.url).then(() => startChild('app-server.ts', postgres.url))
try {
  const seeded = await seed(postgres.url)
  console.log(`| ${rows.toLocaleString('en')} rows in one request | file | seconds | peak memory grows by | of ${demanded} MB |`)
  console.log('| --- | --: | --: | --: | --: |')
  // The first import of a process loads the code and the shapes of its objects: that is no growth of an import.
  await measure(seeded, { ...(jobs[0] as Job), row: at => [`W${at}`, `W${at}`, '', '', '港区', '', '', ''] }, '', 500, 1)
  const before = statusOf(child.pid ?? 0, 'VmRSS')
  for (const job of jobs) {
    await measure(seeded, job, 'new', rows, 1)
    await measure(seeded, job, 'all changed', rows, 2)
  }
  const after = highest
  // What V8 keeps for later must not grow with every import.
  for (let time = 3; time < 13; time++) await measure(seeded, jobs[0] as Job, '', rows, time)
  console.log(
    `\nThe process had ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB at its highest, ${highest.toFixed(0)} MB after ten times more.`,
  )
} finally {
  child.disconnect()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(seeded: Seeded, { name, kind, headings, row }: Job, what: string, count: number, time: number) {
  const file = await writeWorkbook([
    {
      name: kind,
      headings: headings.map(text => ({ text, width: 16 })),
      rows: Array.from({ length: count }, (_, at) => row(at, time)),
    },
  ])
  const look = await send(seeded, kind, '/rehearsal', file)
  const { preview } = look.body as { preview: { digest: string; counts: Record<string, number> } }
  const wanted = time === 1 ? 'created' : 'changed'
  if (preview.counts[wanted] !== count) throw new Error(`${name}: ${JSON.stringify(preview.counts)}`)
  const take = await send(seeded, kind, '', file, preview.digest)
  if (what === '') return
  for (const [step, { seconds, growth }] of [
    ['looked at', look],
    ['taken in', take],
  ] as const)
    console.log(
      `| ${[`${name}, ${what}, ${step}`, `${(file.length / 1024 / 1024).toFixed(1)} MB`, seconds.toFixed(1), `${growth.toFixed(0)} MB`, (growth / demanded).toFixed(2)].join(' | ')} |`,
    )
}

async function send({ headers }: Seeded, kind: string, path: string, file: Uint8Array, digest?: string) {
  const form = new FormData()
  if (digest !== undefined) form.append('spreadsheet[digest]', digest)
  form.append('spreadsheet[file]', new Blob([Buffer.from(file)]), `${kind}.xlsx`)
  const pid = child.pid ?? 0
  // What earlier requests left behind is given back before the next is measured.
  await new Promise(done => setTimeout(done, 3_000))
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = statusOf(pid, 'VmRSS')
  const started = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/api/spreadsheets/${kind}${path}`, { method: 'POST', headers, body: form })
  const body: unknown = await answer.json()
  if (!answer.ok) throw new Error(JSON.stringify(body).slice(0, 500))
  const seconds = (performance.now() - started) / 1000
  const peak = statusOf(pid, 'VmHWM')
  highest = Math.max(highest, peak)
  return { body, seconds, growth: peak - before }
}
