import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Construction } from '../domain/src/constructions/contract.ts'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { type Child, medianOf, startChild } from './child.ts'
import { askOnce, measure, requestBytes } from './load.ts'
import { readRecording } from './recording.ts'
import { seed, type Seeded } from './seed.ts'

/*
 * Saving a construction with all sections, 20 contractors with two craftsmen each, 40 places and 10 options, against a bare node:http + pg
 * server that sends the very same statements with the same values: they are recorded from the application itself. See README.md.
 */
const [rounds = 9, seconds = 1] = process.argv.slice(2, 4).map(Number)
const connections = 4
/** Each save locks its construction; as many as this are saved in turns. */
const constructions = 8
const demanded = 0.6

interface Masters {
  supplierId: number
  signboardContractorId: number
  contractors: { id: number; craftsmen: number[] }[]
  placeIds: number[]
  optionIds: number[]
}

const seedMasters = async (databaseUrl: string, clientId: number): Promise<Masters> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const ids = async (text: string) => (await client.query<{ id: string }>(text, [clientId])).rows.map(({ id }) => Number(id))
  const one = async (text: string) => (await ids(text))[0] ?? 0
  try {
    const contractorIds = await ids(
      `insert into contractors (client_id, name) select $1, '計測電設' || n from generate_series(1, 20) n returning id`,
    )
    const contractors = []
    for (const id of contractorIds)
      contractors.push({
        id,
        craftsmen: await ids(
          `insert into users (client_id, type, login_id, name, email, contractor_id)
           select $1, 'Craftsman', 'bench-' || ${id} || '-' || n, '計測職人' || n, 'c' || n || '@example.jp', ${id} from generate_series(1, 2) n returning id`,
        ),
      })
    return {
      contractors,
      supplierId: await one(`insert into suppliers (client_id, name) values ($1, '計測管理') returning id`),
      signboardContractorId: await one(
        `insert into electronic_signboard_contractors (client_id, name) values ($1, '計測工業') returning id`,
      ),
      placeIds: await ids(
        `insert into photography_places (client_id, name) select $1, '箇所' || n from generate_series(1, 40) n returning id`,
      ),
      optionIds: await ids(
        `insert into options (client_id, name, price) select $1, 'オプション' || n, 1000 * n from generate_series(1, 10) n returning id`,
      ),
    }
  } finally {
    await client.end()
  }
}

const timings = { before_construction: true, under_construction: false, after_construction: true }

/** Everything of the form; rows that the server has already go by their ids. */
const bodyOf = (at: number, staffId: number, masters: Masters, saved: Construction | null) => ({
  form_type: 'all',
  construction: {
    manage_no: `SAVE-${at}`,
    name: `全項目の工事 ${at}`,
    construction_type: 'renewal',
    supplier_id: masters.supplierId,
    sales_staff_id: staffId,
    contract_representative: '管理組合 理事長',
    owners_association: '計測管理組合',
    prime_contractor: '計測工業',
    time_per_unit: 60,
    security_equipment: 'alert_fire',
    emergency_phone_number: '0312345678',
    use_electronic_signboard: true,
    electronic_signboard_type: 'board',
    electronic_signboard_contractor_id: masters.signboardContractorId,
    remarks: saved === null ? '' : '全項目を保存しました。',
    common_area_start_on: '2026-12-01',
    common_area_end_on: '2026-12-20',
    privately_area_start_on: '2026-12-21',
    privately_area_end_on: '2027-01-31',
    common_area_holidays: ['2026-12-06', '2026-12-13', '2026-12-20'],
    privately_area_holidays: ['2026-12-27', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03'],
    preparation_days: ['2026-12-21'],
    schedule_change_end_on: '2026-12-10',
    use_common_photo: true,
    use_private_photo: true,
    assigned_contractors_attributes: masters.contractors.map(({ id: contractor_id, craftsmen }, row) => ({
      ...idOf(saved?.assigned_contractors, row),
      contractor_id,
      assigned_craftsmans_attributes: craftsmen.map(craftsman_id => ({ craftsman_id })),
    })),
    common_photography_places_attributes: masters.placeIds.slice(0, 20).map((photography_place_id, row) => ({
      ...idOf(saved?.common_photography_places, row),
      photography_place_id,
      ...timings,
    })),
    private_photography_places_attributes: masters.placeIds.slice(20).map((photography_place_id, row) => ({
      ...idOf(saved?.private_photography_places, row),
      photography_place_id,
      ...timings,
    })),
    constructions_options_attributes: masters.optionIds.map((option_id, row) => ({
      ...idOf(saved?.constructions_options, row),
      option_id,
      price: 1000 * (row + 1),
      ...timings,
    })),
  },
})
const idOf = (rows: readonly { id: number }[] | undefined, at: number) => (rows?.[at] === undefined ? {} : { id: rows[at].id })

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
const children: Child[] = []
const start = async (file: string, ...args: string[]) => {
  const child = await startChild(file, postgres.url, ...args)
  children.push(child)
  return child.port
}
const savedOf = (body: unknown) => (body as { construction: Construction }).construction

/** Saves a construction twice, the second time under record; returns what a save in its steady state sends. */
const prepare = async (seeded: Seeded, masters: Masters, application: number, at: number, id: number) => {
  const path = `/api/constructions/${id}`
  const patch = (body: unknown) => requestBytes('PATCH', path, { headers: seeded.headers, body: JSON.stringify(body) })
  const first = savedOf(await askOnce(application, patch(bodyOf(at, seeded.staffId, masters, null))))
  const body = bodyOf(at, seeded.staffId, masters, first)
  await askOnce(application, patch(body))
  const file = join(folder, `recording-${at}.jsonl`)
  const recorder = await startChild('app-server.ts', postgres.url, '', file)
  await askOnce(recorder.port, patch(body))
  recorder.child.disconnect()
  return { file, request: patch(body), body }
}

try {
  await migrate(postgres.url)
  const seeded = await seed(postgres.url)
  const masters = await seedMasters(postgres.url, seeded.clientId)
  const application = await start('app-server.ts')
  const prepared = []
  for (let at = 0; at < constructions; at += 1)
    prepared.push(await prepare(seeded, masters, application, at, seeded.rooms[at * 3]?.construction_id ?? 0))
  const bare = await start('replay-server.ts', ...prepared.map(({ file }) => file))
  const statements = readRecording(prepared[0]?.file ?? '').length
  let turn = 0
  const inTurns = (requests: readonly Buffer[]) => () => requests[turn++ % requests.length] ?? Buffer.alloc(0)
  const ours = inTurns(prepared.map(({ request }) => request))
  const theirs = inTurns(
    prepared.map(({ body }, at) => requestBytes('PATCH', `/${at}`, { headers: seeded.headers, body: JSON.stringify(body) })),
  )
  const run = (port: number, request: () => Buffer) => measure({ port, connections, milliseconds: seconds * 1_000, request })
  await run(application, ours)
  await run(bare, theirs)
  const found: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] }
  for (let round = 0; round < rounds; round += 1)
    for (const who of round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const))
      found[who].push(await (who === 'ours' ? run(application, ours) : run(bare, theirs)))
  const ratio = medianOf(found.ours) / medianOf(found.theirs)
  console.log(`saves per second, ${statements} statements each, ${connections} connections, median of ${rounds} × ${seconds} s`)
  console.log(
    `application ${medianOf(found.ours).toFixed(1)}, bare server ${medianOf(found.theirs).toFixed(1)}, ratio ${ratio.toFixed(2)} (demanded ${demanded})`,
  )
  if (ratio < demanded) process.exitCode = 1
} finally {
  for (const { child } of children) if (child.connected) child.disconnect()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
