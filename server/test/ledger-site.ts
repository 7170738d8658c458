import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import type { BodyInputOf } from '@toguchi/domain/http/endpoint'
import type { Photo } from '@toguchi/domain/photos/contract'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'
import type { Api } from '@toguchi/domain/routes'
import { buildClient, buildConstruction, buildContractor, buildUser } from './build.ts'
import { multipart } from './multipart.ts'
import { type Caller, guest, type World } from './world.ts'

const key = 'POST /api/constructions/:construction_id/photo_ledger'
export type AskedLedger = Partial<NonNullable<BodyInputOf<Api[typeof key]>>>

export const pictureOf = (background: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer()
export const bookmarksOf = async (pdf: Buffer) =>
  (await (await getDocumentProxy(new Uint8Array(pdf))).getOutline()).map(({ title }) => title)
/** How many pictures a PDF shows. */
export const picturesIn = (pdf: Buffer) => pdf.toString('latin1').split('/DCTDecode').length - 1

/** A construction of which a photo ledger is made: places to photograph, in its rooms and in the entrance, and a crew. */
export const buildLedgerSite = async (world: World) => {
  const client = await buildClient(world)
  const staff = await buildUser(world, client, 'Staff')
  const contractor = await buildContractor(world, client, { name: '湘南電気工業' })
  const craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
  const construction = await buildConstruction(world, client, {
    craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }],
  })
  const buildPlace = async (area: 'common' | 'private', free_input: string, position: number): Promise<number> =>
    (
      await world.inClient(client.id, db =>
        db
          .insertInto('photography_place_entries')
          .values({ client_id: client.id, construction_id: construction.id, area, free_input, position })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
    ).id
  const change = (values: Record<string, unknown>) =>
    world.inClient(client.id, db => db.updateTable('constructions').set(values).where('id', '=', construction.id).execute())

  const places = {
    common: await buildPlace('common', '集合玄関', 1),
    entrance: await buildPlace('private', '玄関', 1),
    panel: await buildPlace('private', '住宅情報盤', 2),
  }
  await change({ name: '髙﨑𠮷ビル更新工事' })

  const params = { construction_id: construction.id }
  /** A photo of a room by its place in the building, or of the common area. */
  const take = async (
    room: number | null,
    place: number,
    timing: PhotoTiming = 'before_construction',
    filming_at = '2026-11-20T10:00:00+09:00',
  ) => {
    const album = room === null ? 'common_area_image' : 'room_image'
    const uuid = randomUUID()
    const fields = { uuid, position: `place-${place}`, timing, filming_at }
    const { body, headers } = multipart(Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${album}[${name}]`, value])), {
      name: `${album}[file]`,
      fileName: `IMG_${room ?? 'common'}.jpg`,
      bytes: await pictureOf(`#${uuid.slice(0, 6)}`),
    })
    const url = `/api/constructions/${construction.id}/${room === null ? '' : `rooms/${construction.rooms[room]!.id}/`}${album}s`
    const answer = await world.send(staff, 'POST', url, body, headers)
    expect(answer.status).toBe(201)
    return answer.body[album] as Photo
  }
  const hide = (room: number, uuid: string) =>
    world.call(staff, 'DELETE /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid', {
      params: { ...params, room_id: construction.rooms[room]!.id, image_uuid: uuid },
    })
  const ask = (body: AskedLedger = {}, as: Caller = staff) => world.call(as, key, { params, body })
  const show = (as: Caller = staff) => world.call(as, 'GET /api/constructions/:construction_id/photo_ledger', { params })
  /** The file of a ledger that is made. */
  const make = async (body: AskedLedger = {}): Promise<Buffer> => {
    const asked = await ask(body)
    expect(asked.status).toBe(202)
    await world.runJobs()
    const { body: answer } = await world.call(staff, 'GET /api/jobs/:id', { params: { id: asked.body.job.id } })
    expect(answer.job).toMatchObject({ state: 'done', error: null, done: answer.job.total })
    return (await world.send(guest, 'GET', answer.job.file_url ?? '')).raw
  }
  const roomName = (at: number) => `${construction.rooms[at]!.name}号室`
  const events = () =>
    world.inClient(client.id, db =>
      db
        .selectFrom('events')
        .where('kind', '=', 'documents.photo_ledger_made')
        .where('client_id', '=', client.id)
        .select(['change', 'construction_id'])
        .orderBy('id')
        .execute(),
    )
  return { client, staff, craftsman, construction, places, change, params, take, hide, ask, show, make, roomName, events }
}
export type LedgerSite = Awaited<ReturnType<typeof buildLedgerSite>>
