import type { ClientId } from '@toguchi/domain/access/actor'
import { expect, it } from 'vitest'
import { buildClient, buildConstruction } from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { listFilesWithoutView } from './views-queries.ts'

const world = await openWorld()

const fileOf = async (clientId: ClientId, name: string, { type = 'image/jpeg', view = null as number | null } = {}): Promise<number> => {
  const [file] = await world.inClient(clientId, db =>
    rowsOf<{ id: number }>(
      db,
      `insert into files (client_id, storage_key, sha256, byte_size, content_type, file_name, view_file_id)
       values ($1, $2::text, sha256('x'), 9, $3, $2::text, $4) returning id`,
      [clientId, name, type, view],
    ),
  )
  if (!file) throw new Error('no file')
  return file.id
}

it('finds the pictures without a view that others than staff are shown, photos of keys as such, and no photos of the works', async () => {
  const client = await buildClient(world)
  const { id, rooms } = await buildConstruction(world, client)
  const room = rooms[0]!.id
  const [manual, document, slip, received, returned] = [
    await fileOf(client.id, 'manual.png', { type: 'image/png' }),
    await fileOf(client.id, 'document.jpg'),
    await fileOf(client.id, 'slip.jpg'),
    await fileOf(client.id, 'received.jpg'),
    await fileOf(client.id, 'returned.jpg'),
  ]
  const paper = await fileOf(client.id, 'paper.pdf', { type: 'application/pdf' })
  const viewed = await fileOf(client.id, 'viewed.jpg', { view: await fileOf(client.id, 'view.jpg') })
  await fileOf(client.id, 'works.jpg')
  const other = await buildClient(world)
  await fileOf(other.id, 'other.jpg')
  const write = (text: string, values: unknown[]) => world.inClient(client.id, db => rowsOf(db, text, [client.id, ...values]))
  await write(
    `insert into handling_equipments (client_id, uuid, construction_id, file_name, file_id, registered_on, created_by_kind, created_by_id)
     values ($1, gen_random_uuid(), $2, '取扱説明書', $3, current_date, 'user', 1)`,
    [id, manual],
  )
  // One of them is a photo of a key as well.
  for (const file of [document, paper, viewed, returned])
    await write(
      `insert into documents (client_id, construction_id, uuid, kind, title, file_id, created_by_kind, created_by_id)
       values ($1, $2, gen_random_uuid(), 'document', '資料', $3, 'user', 1)`,
      [id, file],
    )
  const [event] = await world.inClient(client.id, db =>
    rowsOf<{ id: number }>(
      db,
      `insert into events (client_id, kind, construction_id, room_id, actor_kind) values ($1, 'rooms.answered', $2, $3, 'system') returning id`,
      [client.id, id, room],
    ),
  )
  await write(`insert into room_answers (client_id, room_id, event_id, channel, slip_file_id) values ($1, $2, $3, 'paper', $4)`, [
    room,
    event?.id,
    slip,
  ])
  await write(
    `insert into key_custodies (client_id, room_id, received_at, received_from, received_photo_file_id, returned_at, returned_to, returned_photo_file_id)
     values ($1, $2, now(), '清水', $3, now(), '清水', $4)`,
    [room, received, returned],
  )
  expect(await world.inClient(other.id, db => listFilesWithoutView(db, other.id, 10))).toEqual([])
  const found = await world.inClient(client.id, db => listFilesWithoutView(db, client.id, 10))
  expect(found.map(({ file_name, of_key }) => [file_name, of_key])).toEqual([
    ['manual.png', false],
    ['document.jpg', false],
    ['slip.jpg', false],
    ['received.jpg', true],
    ['returned.jpg', true],
  ])
  expect(await world.inClient(client.id, db => listFilesWithoutView(db, client.id, 1))).toHaveLength(1)
})
