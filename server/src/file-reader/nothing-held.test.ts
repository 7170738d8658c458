import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildUser, type BuiltPerson } from '../../test/build.ts'
import { holdReader } from '../../test/hold-reader.ts'
import { multipart } from '../../test/multipart.ts'
import { buildSale, detailsOf, type Sale } from '../../test/sale.ts'
import { openWorld } from '../../test/world.ts'

const world = await openWorld()
const owner = new pg.Client({ connectionString: world.ownerUrl })
let sale: Sale
let staff: BuiltPerson
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#369' } })
  .png()
  .toBuffer()
const digital_sign = `data:image/png;base64,${picture.toString('base64')}`

await owner.connect()
beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  sale = await buildSale(world)
  staff = await buildUser(world, sale.client, 'Staff')
})
afterAll(() => owner.end())

const openTransactions = async (): Promise<unknown[]> => {
  const { rows } = await owner.query<{ query: string }>(
    `select query from pg_stat_activity where datname = current_database() and state like '%in transaction%' and pid <> pg_backend_pid()`,
  )
  return rows
}
const room = () => `/api/constructions/${sale.construction.id}/rooms/${sale.construction.rooms[0]?.id}`
const send = (method: string, url: string, body: object) =>
  world.send(staff, method, url, JSON.stringify(body), { 'content-type': 'application/json' })

describe('while a file is read', () => {
  it.each([
    [
      'a document',
      async () => {
        const file = { name: 'attachment_file[file]', fileName: '図面.png', bytes: picture }
        const { body, headers } = multipart({ 'attachment_file[title]': '図面' }, file)
        return world.send(staff, 'POST', `/api/constructions/${sale.construction.id}/attachment_files`, body, headers)
      },
    ],
    [
      'the signature of a completion',
      () => send('POST', `${room()}/completion`, { room: { digital_sign, photos_omitted_reason: '設備なし' } }),
    ],
    [
      'the signature of a payment',
      async () => {
        const { body } = await world.call(sale.resident, 'POST /api/residents/orders', {
          body: { order: { pay_method: 'other', order_details_attributes: detailsOf(sale, '録画機能') } },
        })
        return send('PATCH', `/api/orders/${body.order.id}/payment`, { digital_sign })
      },
    ],
  ])('no transaction is open: %s', async (_, ask) => {
    const letGo = await holdReader(world, sale.client.id)
    const answer = ask()
    try {
      // Time enough to come as far as the reader, and for what is asked before; who waits for the reader waits until it is let go.
      await setTimeout(400)
      await vi.waitFor(async () => expect(await openTransactions()).toEqual([]), { timeout: 30_000, interval: 100 })
    } finally {
      await letGo()
    }
    expect((await answer).status).toBeLessThan(300)
  })
})
