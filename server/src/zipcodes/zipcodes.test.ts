import { describe, expect, it } from 'vitest'
import { buildClient, buildUser } from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'

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

  it('says 422 with a message for what nobody knows, never 404', async () => {
    const staff = await buildUser(world, await buildClient(world), 'Staff')
    for (const zipcode of ['0000000', 'abc'])
      expect(await world.call(staff, 'GET /api/zipcodes/:zipcode', { params: { zipcode } })).toMatchObject({
        status: 422,
        body: { message: '住所が見つかりませんでした。' },
      })
  })
})
