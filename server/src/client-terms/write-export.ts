import { clientLabels } from '@toguchi/domain/clients/labels'
import { safeName } from '@toguchi/domain/photo-archives/archive-names'
import { isSecret } from '@toguchi/domain/messages/kinds'
import { neutralise } from '@toguchi/domain/spreadsheets/formula-text'
import { readKept, stageZip, type Zip } from '../photo-archives/photo-archives.ts'
import { toInstant } from '../platform/clock.ts'
import { refused } from '../platform/http/problem.ts'
import { setJobProgress, setJobTotal } from '../platform/jobs/job-rows.ts'
import type { Platform } from '../platform/platform.ts'
import type { PrintJob, Printed } from '../printing/printing.ts'
import { writeCsv } from '../spreadsheets/spreadsheets.ts'
import { columnLabels, hiddenColumns, tableLabels } from '@toguchi/domain/exports/export-labels'
import { valueLabelOf } from '@toguchi/domain/exports/export-values'
import { findCompanyRow, findTerms, listColumns, listExportedFiles, listRows, sizeExport } from './queries.ts'

/** Rows of one file: a table of more has several, so that one of them is in memory at a time. */
const rowsAtOnce = 10_000
const filesAtOnce = 1_000
/** Files after which the job says how far it is. */
const step = 20

type ExportJob = PrintJob

/** Everything of a company as one zip: its tables with Japanese headings, and the files as they came (decision 048). */
export const writeExport = async (platform: Platform, job: ExportJob): Promise<Printed> => {
  const { client_id } = job
  const { terms, size } = await platform.pool.read(client_id, async db => ({
    terms: await findTerms(db, client_id),
    size: await sizeExport(db, client_id),
  }))
  if (!terms || terms.erasure_began_at !== null) throw refused('データの消去が始まっています。', 'client_erased')
  await platform.pool.write(client_id, db => setJobTotal(db, job, Object.keys(tableLabels).length + size.files))
  const faults: string[] = []
  const staged = await stageZip(platform.storage, `${safeName(terms.client_name)}_データ.zip`, async zip => {
    await writeTables(platform, job, zip)
    await writeFiles(platform, job, zip, faults)
    await zip.add('はじめにお読みください.txt', Buffer.from(readme(terms.client_name, platform.now(), faults), 'utf8'), platform.now())
  })
  return {
    ...staged,
    note: faults.length === 0 ? null : `${faults.length}件のファイルは原本が見つからないか壊れているため、入っていません。`,
  }
}

const writeTables = async (platform: Platform, job: ExportJob, zip: Zip): Promise<void> => {
  const company = await platform.pool.read(job.client_id, db => findCompanyRow(db, job.client_id))
  const names = Object.keys(company)
  await addTable(zip, '00_企業.csv', [names.map(companyHeadingOf), names.map(name => cellOf('clients', name, company))], platform.now())
  let done = 0
  for (const table of Object.keys(tableLabels)) {
    await writeTable(platform, job, zip, table, String(done + 1).padStart(2, '0'))
    done += 1
    const tables = done
    await platform.pool.write(job.client_id, db => setJobProgress(db, job, tables))
  }
}

const writeTable = async (platform: Platform, { client_id }: ExportJob, zip: Zip, table: string, number: string): Promise<void> => {
  const columns = (await platform.pool.read(client_id, db => listColumns(db, table))).filter(name => !hiddenColumns.includes(name))
  let last: unknown = null
  for (let part = 0; ; part += 1) {
    const page = { hidden: hiddenColumns, last, most: rowsAtOnce }
    const { rows, ...read } = await platform.pool.read(client_id, db => listRows(db, table, page))
    last = read.last
    if (rows.length === 0 && part > 0) return
    const lines = rows.map(row => columns.map(name => cellOf(table, name, row)))
    const name = `${number}_${tableLabels[table] ?? table}${part === 0 ? '' : `_${part + 1}`}.csv`
    await addTable(zip, name, [columns.map(headingOf), ...lines], platform.now())
    if (rows.length < rowsAtOnce) return
  }
}

const addTable = (zip: Zip, name: string, lines: readonly (readonly string[])[], at: Date): Promise<void> =>
  zip.add(`データ/${name}`, Buffer.from(writeCsv(lines.map(line => line.map(neutralise))), 'utf8'), at)

const companyLabels: Readonly<Record<string, string>> = { ...clientLabels, terminated_at: '契約終了日時' }
const companyHeadingOf = (column: string): string => companyLabels[column] ?? headingOf(column)
const headingOf = (column: string): string => columnLabels[column] ?? column

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/

/** A value as a cell says it. What opens a door is left out of messages that still wait. */
const cellOf = (table: string, column: string, row: Record<string, unknown>): string => {
  const value = row[column]
  if (table === 'outbox_messages' && column === 'body' && isSecret(String(row['kind']))) return ''
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (instant.test(text)) return toInstant(new Date(text))
  const label = valueLabelOf(table, column, text)
  if (label !== null) return `${label}（${text}）`
  return column === 'sha256' ? text.replace(/^\\x/, '') : text
}

const writeFiles = async (platform: Platform, job: ExportJob, zip: Zip, faults: string[]): Promise<void> => {
  let after = 0
  let done = Object.keys(tableLabels).length
  for (;;) {
    const from = after
    const files = await platform.pool.read(job.client_id, db => listExportedFiles(db, job.client_id, from, filesAtOnce))
    for (const file of files) {
      const name = `${file.folder}/${file.id}_${safeName(file.file_name)}`
      const bytes = await readKept(platform.storage, file.storage_key, file.sha256)
      if (typeof bytes === 'string') faults.push(name)
      else await zip.add(name, bytes, file.created_at)
      done += 1
      const soFar = done
      if (done % step === 0) await platform.pool.write(job.client_id, db => setJobProgress(db, job, soFar))
      after = file.id
    }
    if (files.length < filesAtOnce) return
  }
}

const readme = (clientName: string, at: Date, faults: readonly string[]): string =>
  [
    `${clientName}　データ一式`,
    `書き出した日時：${toInstant(at)}`,
    '',
    '「データ」フォルダー：登録されている情報です。1つの表が1つのCSVファイル（UTF-8、1行目は項目名）です。',
    '　行数の多い表は、名前の末尾に番号を付けて分けています。日時は日本時間です。',
    '　「ID」の付く項目は、ほかの表の「ID」と対応します（例：「部屋ID」は「部屋」の表の「ID」）。',
    '　パスワード・認証コード・口座番号など、ログインや送金に使う情報は含みません。',
    '　領収書の控えは「領収書控え」、お金の出入りは「入出金帳簿」の表にあります。',
    '　状態や区分は、日本語の名称のあとの（　）にシステムの値を付けています（例：「入金済（paid）」）。',
    'そのほかのフォルダー：写真の原本、書類、完成図書、回答用紙、サイン、作成した帳票です。',
    '　案内状と不在票は、居住者ページを開く認証コードやQRコードを印刷しているため含みません。必要なときは、システムから印刷し直してください。',
    '　ファイル名の先頭の数字は「ファイル」の表の「ID」です。SHA-256で内容を確かめられます。',
    '　縮小した写真や黒板入りの写真は、原本から作成できるため含みません。',
    '',
    faults.length === 0 ? '入れられなかったファイルはありません。' : '原本が見つからないか壊れているため、次のファイルは入っていません。',
    ...faults.map(name => `　${name}`),
    '',
  ].join('\r\n')
