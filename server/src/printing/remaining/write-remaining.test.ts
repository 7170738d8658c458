import { describe, expect, it } from 'vitest'
import { type BuiltPerson, buildClient, buildConstruction, buildPlatformPerson, buildUser } from '../../../test/build.ts'
import { fileOf } from '../../../test/printed.ts'
import { unzip } from '../../../test/unzip.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()
world.setNow('2026-12-02T10:00:00+09:00')

const build = async () => {
  const client = await buildClient(world)
  const staff = await buildUser(world, client, 'Staff')
  const constructions = [await buildConstruction(world, client), await buildConstruction(world, client)]
  for (const construction of constructions)
    await world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/absence', {
      params: { construction_id: construction.id, room_id: construction.rooms[0]!.id },
      body: { absence: { room_remarks: `備考${construction.id}` } },
    })
  return { client, staff, constructions }
}
const textsOf = async (staff: BuiltPerson, jobId: number) =>
  [...(await unzip(await fileOf(world, staff, jobId)))].map(([, bytes]) => bytes.toString()).join('')

describe('POST /api/remaining_constructions/file', () => {
  it('writes down what is left over at every construction, with its age', async () => {
    const { staff, constructions } = await build()
    const { status, body } = await world.call(staff, 'POST /api/remaining_constructions/file', { body: { sort_by: 'since' } })
    expect(status).toBe(202)
    const texts = await textsOf(staff, body.job.id)
    for (const { id } of constructions) expect(texts).toContain(`備考${id}`)
    expect(texts).toContain('経過日数')
    expect(texts).toContain('0日')
  })

  it('is the staff’s', async () => {
    const { client } = await build()
    const ask = async (as: BuiltPerson) => (await world.call(as, 'POST /api/remaining_constructions/file', { body: {} })).status
    expect(await ask(await buildUser(world, client, 'Craftsman'))).toBe(403)
    expect(await ask(await buildPlatformPerson(world, 'operator', client))).toBe(403)
  })
})

describe('POST /api/constructions/:construction_id/remaining_constructions/file', () => {
  it('writes down those of one construction, of the own client', async () => {
    const { staff, constructions } = await build()
    const [own, other] = constructions
    const ask = (as: BuiltPerson) =>
      world.call(as, 'POST /api/constructions/:construction_id/remaining_constructions/file', {
        params: { construction_id: own!.id },
        body: {},
      })
    const texts = await textsOf(staff, (await ask(staff)).body.job.id)
    expect(texts).toContain(`備考${own!.id}`)
    expect(texts).not.toContain(`備考${other!.id}`)
    expect((await ask(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
  })
})
