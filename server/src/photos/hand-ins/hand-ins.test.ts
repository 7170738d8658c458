import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
  buildClient,
  buildConstruction,
  buildContractor,
  buildUser,
} from '../../../test/build.ts'
import { type Caller, guest, openWorld } from '../../../test/world.ts'

const world = await openWorld()
const jpeg = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#369' } })
  .jpeg()
  .toBuffer()
const sha256 = createHash('sha256').update(jpeg).digest('hex')

interface Site {
  client: BuiltClient
  staff: BuiltPerson
  craftsman: BuiltPerson
  contractorId: number
  construction: BuiltConstruction
  position: string
}

const placeIn = async (client: BuiltClient, constructionId: number, area: 'private' | 'common'): Promise<string> => {
  const { id } = await world.inClient(client.id, db =>
    db
      .insertInto('photography_place_entries')
      .values({ client_id: client.id, construction_id: constructionId, area, free_input: '玄関', position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return `place-${id}`
}

const buildSite = async (): Promise<Site> => {
  const client = await buildClient(world)
  const staff = await buildUser(world, client, 'Staff_Admin')
  const { id: contractorId } = await buildContractor(world, client)
  const craftsman = await buildUser(world, client, 'Craftsman', { contractorId })
  const construction = await buildConstruction(world, client, { craftsmanIds: [{ contractorId, craftsmanIds: [craftsman.id] }] })
  return { client, staff, craftsman, contractorId, construction, position: await placeIn(client, construction.id, 'private') }
}

const ticketOf = async (as: Caller, ticket: string | null = null) =>
  (await world.call(as, 'POST /api/hand_in_tickets', { body: { ticket } })).body.ticket

const endAssignment = ({ client, craftsman }: Site) =>
  world.inClient(client.id, db => db.deleteFrom('assigned_craftsmans').where('craftsman_id', '=', craftsman.id).execute())
const endAccount = async (site: Site) => {
  await endAssignment(site)
  expect((await world.call(site.staff, 'DELETE /api/craftsmans/:id', { params: { id: site.craftsman.id } })).status).toBe(200)
}

interface Handed {
  construction?: BuiltConstruction
  position?: string
  uuid?: string
  file?: Buffer
}
/** As a phone sends it: multipart, the ticket in its head. */
const handIn = (
  site: Site,
  ticket: string,
  { construction = site.construction, position = site.position, uuid, file = jpeg }: Handed = {},
) => {
  const url = `/api/hand_ins/constructions/${construction.id}/rooms/${construction.rooms[0]!.id}/room_images`
  return sendPhoto(guest, url, 'room_image', { uuid: uuid ?? randomUUID(), position, timing: 'before_construction' }, file, {
    authorization: `HandIn ${ticket}`,
  })
}
const sendPhoto = (
  as: Caller,
  url: string,
  name: string,
  fields: Record<string, string>,
  file: Buffer,
  headers: Record<string, string>,
) => {
  const boundary = 'xxphotoxx'
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}[${field}]"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}[file]"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  const body = Buffer.concat([Buffer.from(parts.join('') + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return world.send(as, 'POST', url, body, { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers })
}
const stateOf = async (ticket: string) => (await world.call(guest, 'POST /api/hand_ins/state', { body: { ticket } })).body.state
const end = (ticket: string) => world.call(guest, 'POST /api/hand_ins/end', { body: { ticket } })
const photosOf = async ({ client }: Site) =>
  world.inClient(client.id, db =>
    db.selectFrom('room_images').where('client_id', '=', client.id).select(['uuid', 'uploaded_by_id']).execute(),
  )

let site: Site
beforeEach(async () => {
  world.setNow('2026-12-03T09:00:00+09:00')
  site = await buildSite()
})

describe('POST /api/hand_ins/constructions/:construction_id/rooms/:room_id/room_images', () => {
  it('an account that has ended hands in what its phone holds, each photo once, and says so in the history', async () => {
    const ticket = await ticketOf(site.craftsman)
    await endAccount(site)
    expect(await stateOf(ticket)).toBe('open')
    const uuid = randomUUID()
    const first = await handIn(site, ticket, { uuid })
    expect(first.status).toBe(201)
    expect(first.body['room_image']).toEqual({ uuid, sha256 })
    // The answer was lost: sent again, it is the same photo.
    expect((await handIn(site, ticket, { uuid })).status).toBe(201)
    expect(await photosOf(site)).toEqual([{ uuid, uploaded_by_id: site.craftsman.id }])
    const events = await world.inClient(site.client.id, db =>
      db.selectFrom('events').where('kind', '=', 'room_images.handed_in').select(['actor_kind', 'actor_id', 'room_id']).execute(),
    )
    expect(events).toEqual([{ actor_kind: 'craftsman', actor_id: site.craftsman.id, room_id: site.construction.rooms[0]!.id }])
  })

  it('is over when the phone has said so, and two weeks after the end of the account', async () => {
    const ticket = await ticketOf(site.craftsman)
    const other = await ticketOf(site.craftsman)
    await endAccount(site)
    expect((await end(ticket)).status).toBe(200)
    expect(await handIn(site, ticket)).toMatchObject({ status: 403, body: { code: 'hand_in_over' } })
    expect((await end(ticket)).status).toBe(403)
    expect(await stateOf(ticket)).toBe('over')
    expect(await stateOf(other)).toBe('open')
    world.setNow('2026-12-18T09:00:00+09:00')
    expect(await stateOf(other)).toBe('over')
    expect((await handIn(site, other)).status).toBe(403)
    expect(await photosOf(site)).toEqual([])
  })

  it('while the account goes on its session sends, and the ticket does not stand in for it', async () => {
    const ticket = await ticketOf(site.craftsman)
    expect(await stateOf(ticket)).toBe('signed_in')
    expect((await handIn(site, ticket)).status).toBe(403)
    expect((await end(ticket)).status).toBe(403)
    expect(await stateOf(ticket)).toBe('signed_in')
    expect(await photosOf(site)).toEqual([])
  })

  it('where only the assignment has ended, that construction alone is open, once', async () => {
    const ticket = await ticketOf(site.craftsman)
    await endAssignment(site)
    // Renewed since, as a phone does that goes on with other constructions.
    expect(await ticketOf(site.craftsman, ticket)).toBe(ticket)
    const own = await buildConstruction(world, site.client, {
      craftsmanIds: [{ contractorId: site.contractorId, craftsmanIds: [site.craftsman.id] }],
    })
    await ticketOf(site.craftsman, ticket)
    const position = await placeIn(site.client, own.id, 'private')
    expect((await handIn(site, ticket, { construction: own, position })).status).toBe(404)
    expect((await handIn(site, ticket)).status).toBe(201)
    expect((await end(ticket)).status).toBe(200)
    expect((await handIn(site, ticket)).status).toBe(403)
    expect(await stateOf(ticket)).toBe('signed_in')
  })

  it('a construction that was never reached, and another client’s, are not there', async () => {
    const ticket = await ticketOf(site.craftsman)
    const unreached = await buildConstruction(world, site.client)
    const position = await placeIn(site.client, unreached.id, 'private')
    const stranger = await buildSite()
    await endAccount(site)
    expect((await handIn(site, ticket, { construction: unreached, position })).status).toBe(404)
    expect((await handIn(site, ticket, { construction: stranger.construction, position: stranger.position })).status).toBe(404)
    // The same secret under the other client's number opens nothing either.
    const moved = `${stranger.client.id}.${ticket.split('.')[1] ?? ''}`
    expect((await handIn(stranger, moved)).status).toBe(403)
    expect([await photosOf(site), await photosOf(stranger)]).toEqual([[], []])
  })

  it('takes what an ordinary upload takes: a picture, whole, at a place that is asked for, in a room that is open', async () => {
    const ticket = await ticketOf(site.craftsman)
    await endAccount(site)
    expect((await handIn(site, ticket, { file: Buffer.from('no picture') })).status).toBe(422)
    expect((await handIn(site, ticket, { position: 'place-999999' })).status).toBe(422)
    await world.inClient(site.client.id, db =>
      db.updateTable('rooms').set({ status: 'completed', completed_at: new Date(), closed_at: new Date() }).execute(),
    )
    expect(await handIn(site, ticket)).toMatchObject({ status: 422, body: { code: 'room_closed' } })
    expect(await photosOf(site)).toEqual([])
  })

  it('who guesses tickets is stopped by network', async () => {
    const guess = () =>
      world.send(
        guest,
        'POST',
        '/api/hand_ins/state',
        JSON.stringify({ ticket: `${site.client.id}.${'x'.repeat(43)}` }),
        { 'content-type': 'application/json' },
        '203.0.113.77',
      )
    for (let each = 0; each < 100; each++) expect((await guess()).status).toBe(200)
    expect((await guess()).status).toBe(429)
  })
})

describe('POST /api/hand_ins/constructions/:construction_id/common_area_images', () => {
  it('takes the common area of the same construction', async () => {
    const ticket = await ticketOf(site.craftsman)
    const position = await placeIn(site.client, site.construction.id, 'common')
    await endAccount(site)
    const url = `/api/hand_ins/constructions/${site.construction.id}/common_area_images`
    const fields = { uuid: randomUUID(), position, timing: 'before_construction' }
    const answer = await sendPhoto(guest, url, 'common_area_image', fields, jpeg, { authorization: `HandIn ${ticket}` })
    expect(answer).toMatchObject({ status: 201, body: { common_area_image: { uuid: fields.uuid, sha256 } } })
  })
})

describe('POST /api/hand_in_tickets', () => {
  it('is renewed by its owner alone, and the newest five of a person stay', async () => {
    const ticket = await ticketOf(site.craftsman)
    const colleague = await buildUser(world, site.client, 'Craftsman', { contractorId: site.contractorId })
    expect(await ticketOf(colleague, ticket)).not.toBe(ticket)
    expect(await ticketOf(site.craftsman, ticket)).toBe(ticket)
    for (let each = 0; each < 5; each++) await ticketOf(site.craftsman)
    expect(await ticketOf(site.craftsman, ticket)).not.toBe(ticket)
  })
})

describe('POST /api/hand_ins/state', () => {
  it('nothing else is opened by a ticket: no reading, no writing', async () => {
    const ticket = await ticketOf(site.craftsman)
    await endAccount(site)
    const room = `/api/constructions/${site.construction.id}/rooms/${site.construction.rooms[0]!.id}`
    const secret = ticket.split('.')[1] ?? ''
    for (const authorization of [`HandIn ${ticket}`, `Bearer ${ticket}`, `Bearer ${secret}`])
      for (const [method, url] of [
        ['GET', `${room}/room_images`],
        ['GET', room],
        ['GET', '/api/users/me'],
        ['GET', '/api/visits'],
        ['POST', `${room}/room_images`],
        ['POST', '/api/hand_in_tickets'],
      ] as const)
        expect((await world.send(guest, method, url, undefined, { authorization })).status, `${method} ${url}`).toBe(401)
  })
})

describe('POST /api/hand_ins/end', () => {
  it('a contract that has ended ends the handing in, too', async () => {
    const ticket = await ticketOf(site.craftsman)
    await endAccount(site)
    await world.inClient(null, db =>
      db.updateTable('clients').set({ status: 'terminated', terminated_at: new Date() }).where('id', '=', site.client.id).execute(),
    )
    expect(await stateOf(ticket)).toBe('over')
    expect((await end(ticket)).status).toBe(403)
    expect((await handIn(site, ticket)).status).toBe(403)
  })
})
