import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { buildClient, buildConstruction, buildUser } from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'
import { issueAuthenticationCodes } from '../residents/residents.ts'

const world = await openWorld()

const build = async () => {
  const client = await buildClient(world)
  const staff = await buildUser(world, client, 'Staff')
  const construction = await buildConstruction(world, client, { floors: 2, perFloor: 2 })
  await world.inClient(client.id, db =>
    issueAuthenticationCodes(
      world.platform,
      db,
      client.id,
      construction.rooms.map(room => room.id),
    ),
  )
  return { client, staff, construction }
}

describe('POST /api/constructions/:construction_id/distribution_sheets', () => {
  it('makes one page per dwelling in a job that can be followed', async () => {
    const { staff, construction } = await build()
    const started = await world.call(staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
      params: { construction_id: construction.id },
      body: { kind: 'information' },
    })
    expect(started).toMatchObject({ status: 202, body: { job: { state: 'waiting', total: 4, file_url: null } } })
    await world.runJobs()
    const { body } = await world.call(staff, 'GET /api/jobs/:id', { params: { id: started.body.job.id } })
    expect(body.job).toMatchObject({ state: 'done', done: 4 })
    const pdf = await fetchFile(body.job.file_url ?? '')
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    // The page objects of the document itself.
    expect(await countPages(pdf)).toBe(4)
  })

  it('refuses a construction without rooms, craftsmen, and another client’s', async () => {
    const { client, staff, construction } = await build()
    const print = (as: typeof staff, id: number) =>
      world.call(as, 'POST /api/constructions/:construction_id/distribution_sheets', { params: { construction_id: id } })
    await world.inClient(client.id, db => db.deleteFrom('rooms').where('construction_id', '=', construction.id).execute())
    expect((await print(staff, construction.id)).body.code).toBe('no_rooms')
    expect((await print(await buildUser(world, client, 'Craftsman'), construction.id)).status).toBe(403)
    expect((await print(await buildUser(world, await buildClient(world), 'Staff'), construction.id)).status).toBe(404)
  })
})

describe('GET /api/jobs/:id', () => {
  it('is its requester’s alone', async () => {
    const { client, staff, construction } = await build()
    const { body } = await world.call(staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
      params: { construction_id: construction.id },
    })
    expect((await world.call(await buildUser(world, client, 'Staff'), 'GET /api/jobs/:id', { params: { id: body.job.id } })).status).toBe(
      404,
    )
  })
})

const fetchFile = async (url: string): Promise<Buffer> => {
  const signed = /\/api\/files\/(\d+)\.(\d+)\./.exec(url)
  const file = await world.inClient(Number(signed?.[1]), db =>
    db.selectFrom('files').where('id', '=', Number(signed?.[2])).select('storage_key').executeTakeFirstOrThrow(),
  )
  const chunks: Buffer[] = []
  for await (const chunk of world.platform.storage.read(file.storage_key)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Pages as the document's own tree counts them; Typst writes it uncompressed or in an object stream, so sharp's reader decides. */
const countPages = async (pdf: Buffer): Promise<number> => {
  const plain = [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page[^s]/g)].length
  if (plain > 0) return plain
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pages-'))
  await writeFile(path.join(folder, 'sheet.pdf'), pdf)
  const { stdout } = await promisify(execFile)('pdfinfo', [path.join(folder, 'sheet.pdf')])
  await rm(folder, { recursive: true })
  return Number(/Pages:\s+(\d+)/.exec(stdout)?.[1])
}
