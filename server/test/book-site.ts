import { randomUUID } from 'node:crypto'
import type { BodyInputOf } from '@toguchi/domain/http/endpoint'
import type { Photo } from '@toguchi/domain/photos/contract'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'
import type { Api } from '@toguchi/domain/routes'
import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import { buildClient, buildConstruction, buildContractor, buildUser } from './build.ts'
import { multipart } from './multipart.ts'
import { type Caller, guest, type World } from './world.ts'

const book = '/api/constructions/:construction_id/completion_book' as const
type Asked = Partial<NonNullable<BodyInputOf<Api[`POST ${typeof book}`]>>>

const png = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#123456' } })
  .png()
  .toBuffer()
const digital_sign = `data:image/png;base64,${png.toString('base64')}`

/** A construction of which a completion book is made: four rooms with a place to photograph, a crew, and nothing done yet. */
export const buildBookSite = async (world: World, over: { floors?: number; perFloor?: number } = {}) => {
  const client = await buildClient(world, { name: '東都設備' })
  const staff = await buildUser(world, client, 'Staff', { name: '佐藤 花子' })
  const contractor = await buildContractor(world, client, { name: '湘南電気工業' })
  const craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id, name: '髙橋 職人' })
  const construction = await buildConstruction(world, client, {
    floors: over.floors ?? 2,
    perFloor: over.perFloor ?? 2,
    name: '髙﨑𠮷ビル更新工事',
    craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }],
  })
  const place = await world.inClient(client.id, db =>
    db
      .insertInto('photography_place_entries')
      .values({
        client_id: client.id,
        construction_id: construction.id,
        area: 'private',
        free_input: '玄関',
        position: 1,
        under_construction: false,
        after_construction: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const params = { construction_id: construction.id }
  const ofRoom = (at: number) => ({ ...params, room_id: construction.rooms[at]!.id })
  const change = (values: Record<string, unknown>) =>
    world.inClient(client.id, db => db.updateTable('constructions').set(values).where('id', '=', construction.id).execute())
  await change({ owners_association: '髙﨑ビル管理組合', prime_contractor: '東都設備株式会社' })

  const take = async (room: number, background: string, timing: PhotoTiming = 'before_construction') => {
    const fields = { uuid: randomUUID(), position: `place-${place.id}`, timing, filming_at: '2026-12-01T10:00:00+09:00' }
    const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const { body, headers } = multipart(Object.fromEntries(Object.entries(fields).map(([name, value]) => [`room_image[${name}]`, value])), {
      name: 'room_image[file]',
      fileName: 'IMG.jpg',
      bytes,
    })
    const url = `/api/constructions/${construction.id}/rooms/${construction.rooms[room]!.id}/room_images`
    const answer = await world.send(staff, 'POST', url, body, headers)
    expect(answer.status).toBe(201)
    return answer.body['room_image'] as Photo
  }
  const attach = async (title: string, fileName: string, bytes: Buffer) => {
    const { body, headers } = multipart(
      { 'attachment_file[uuid]': randomUUID(), 'attachment_file[title]': title },
      { name: 'attachment_file[file]', fileName, bytes },
    )
    const answer = await world.send(staff, 'POST', `/api/constructions/${construction.id}/attachment_files`, body, headers)
    expect(answer.body.errors).toBeUndefined()
    return (answer.body['attachment_file'] as { id: number }).id
  }
  const complete = async (room: number, form: object = {}) => {
    const done = await world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/completion', {
      params: ofRoom(room),
      body: { room: { digital_sign, signer_name: '鈴木 一郎', photos_omitted_reason: '撮影不要', ...form } },
    })
    expect(done.body.errors).toBeUndefined()
  }
  const close = async (room: number) => {
    const closed = await world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/close', {
      params: ofRoom(room),
      body: { room: {} },
    })
    expect(closed.body.errors).toBeUndefined()
  }
  const closeAll = async () => {
    for (const at of construction.rooms.keys()) {
      await complete(at)
      await close(at)
    }
  }

  const show = async (as: Caller = staff) => (await world.call(as, `GET ${book}`, { params })).body
  /** What is attached is looked into, as the page has it done when it is open. */
  const read = async (as: Caller = staff) => (await world.call(as, `POST ${book}/attachments/reading`, { params })).body
  const ask = (body: Asked = {}, as: Caller = staff) => world.call(as, `POST ${book}`, { params, body })
  /** The newest edition, and its volumes as they are downloaded. */
  const make = async (body: Asked = {}) => {
    const asked = await ask(body)
    expect(asked.body.errors).toBeUndefined()
    expect(asked.status).toBe(202)
    await world.runJobs()
    const shown = await show()
    expect(shown.making).toMatchObject({ state: 'done', error: null })
    const edition = shown.editions[0]!
    const files: Buffer[] = []
    for (const { url } of edition.volumes) files.push((await world.send(guest, 'GET', url)).raw)
    return { edition, files, shown }
  }
  const chunks = () =>
    world.inClient(client.id, db =>
      db.selectFrom('completion_book_chunks').where('client_id', '=', client.id).orderBy('file_id').select(['file_id', 'pages']).execute(),
    )
  return {
    client,
    staff,
    craftsman,
    construction,
    params,
    ofRoom,
    change,
    take,
    attach,
    complete,
    close,
    closeAll,
    show,
    read,
    ask,
    make,
    chunks,
  }
}
export type BookSite = Awaited<ReturnType<typeof buildBookSite>>

/** The text of each page, without blanks. */
export const textOf = async (pdf: Buffer): Promise<string[]> =>
  (await extractText(new Uint8Array(pdf))).text.map(page => page.replaceAll(/\s/g, ''))

interface Outline {
  title: string
  items: Outline[]
}
export const bookmarksOf = async (pdf: Buffer): Promise<Outline[]> => {
  const plain = (items: Outline[]): Outline[] => items.map(({ title, items: children }) => ({ title, items: plain(children) }))
  return plain((await (await getDocumentProxy(new Uint8Array(pdf))).getOutline()) as Outline[])
}
