import { spreadsheetKinds } from '@toguchi/domain/spreadsheets/labels'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { askWorldAgain } from '../../test/ask-again.ts'
import { buildClient, buildEveryone, buildUser } from '../../test/build.ts'
import { holdReader } from '../../test/hold-reader.ts'
import { buildSpreadsheetSite, csv, type SpreadsheetSite, within } from '../../test/spreadsheet-site.ts'
import { type Caller, openWorld } from '../../test/world.ts'

const world = await openWorld()
let site: SpreadsheetSite

beforeEach(async () => {
  site = await buildSpreadsheetSite(world)
})

describe('a list that is looked at', () => {
  it('takes turns with other companies, however many lists one of them looks at', async () => {
    const lists = csv('物件名,住所', ...Array.from({ length: 1_000 }, (_, at) => `物件${at},東京都港区`))
    const other = await buildUser(world, await buildClient(world), 'Staff_Admin')
    const asked = [site.staff, site.staff, site.staff, other].map(as =>
      askWorldAgain(() => site.post(as, 'buildings', '/rehearsal', lists)),
    )
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  it('takes turns with colleagues, however many lists one of them looks at', async () => {
    const colleague = await buildUser(world, site.client, 'Staff')
    const ended: string[] = []
    const letGo = await holdReader(world, site.client.id)
    const look = async (name: string, as: Caller) => {
      await site.rehearse('suppliers', csv('名称', '新宿設備'), as)
      ended.push(name)
    }
    const looks = ['one', 'two', 'three', 'four'].map(name => look(name, site.staff))
    // Time enough for all of them to stand in line; a slow machine makes this test miss a fault, never see one.
    await setTimeout(300)
    looks.push(look('of the colleague', colleague))
    await setTimeout(200)
    await letGo()
    await Promise.all(looks)
    expect(ended.indexOf('of the colleague')).toBeLessThan(2)
  })
})

describe('every list', () => {
  it('opens every list to those who may write it by hand, and to nobody else', async () => {
    const everyone = {
      ...(await buildEveryone(world, site.client)),
      registrar: await buildUser(world, site.client, 'Staff', { canRegisterStaff: true }),
    }
    const allowed: Record<string, string[]> = {}
    for (const kind of spreadsheetKinds) {
      const file = await site.samples[kind]()
      const query = within(kind, site.construction.id)
      for (const [who, caller] of Object.entries(everyone)) {
        const statuses = [
          (await site.takeAway(caller, kind, { query })).status,
          (await world.send(caller, 'GET', `/api/spreadsheets/${kind}/template${query}`)).status,
          (await site.post(caller, kind, '/rehearsal', file)).status,
          (await site.post(caller, kind, '/marked', file)).status,
          (await site.post(caller, kind, '', file, { 'spreadsheet[digest]': 'x' })).status,
        ]
        expect([
          [200, 200, 200, 200, 409],
          [403, 403, 403, 403, 403],
        ]).toContainEqual(statuses)
        if (statuses[0] === 200) (allowed[kind] ??= []).push(who)
      }
    }
    const company = ['admin', 'staffAdmin', 'staff', 'registrar']
    const office = ['admin', 'operator', 'staffAdmin', 'staff', 'registrar']
    expect(allowed).toEqual({
      buildings: company,
      rooms: office,
      residents: office,
      staffs: ['admin', 'staffAdmin', 'registrar'],
      contractors: company,
      craftsmans: company,
      suppliers: office,
      options: company,
    })
  })
})
