import { request as httpRequest } from 'node:http'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { contracts } from '@toguchi/domain/routes'
import type { Endpoint } from '@toguchi/domain/http/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildConstruction, buildUser, type BuiltConstruction, type BuiltPerson } from '../../../test/build.ts'
import { startInstance, type Instance } from '../../../test/instance.ts'
import { multipart } from '../../../test/multipart.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let instance: Instance
let staff: BuiltPerson
let construction: BuiltConstruction
let foreign: BuiltConstruction

beforeAll(async () => {
  world = await openWorld()
  instance = await startInstance(world)
  const client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  construction = await buildConstruction(world, client)
  foreign = await buildConstruction(world, await buildClient(world))
})
afterAll(() => instance.close())

const photosOf = ({ id, rooms }: BuiltConstruction) => `/api/constructions/${id}/rooms/${rooms[0]?.id}/room_images`
const staged = async () => readdir(path.join(world.platform.settings.storageDir, 'staging')).catch(() => [])
const send = (url: string, fields: Record<string, string>, file?: Parameters<typeof multipart>[1]) => {
  const { body, headers } = multipart(fields, file)
  return world.send(staff, 'POST', url, body, headers)
}

describe('a multipart body (review M4)', () => {
  it('is not read before it is known that the caller may write there', async () => {
    // The body is announced and begun, and never ends: whoever answers has not read it.
    const answer = await new Promise<number>((done, fail) => {
      const sent = httpRequest(
        `${instance.origin}${photosOf(foreign)}`,
        { method: 'POST', headers: { ...staff.headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000000' } },
        response => {
          done(response.statusCode ?? 0)
          sent.destroy()
        },
      )
      sent.on('error', fail)
      sent.write('--x\r\ncontent-disposition: form-data; name="room_image[file]"; filename="a.jpg"\r\n\r\n')
    })
    expect(answer).toBe(404)
    expect(await staged()).toEqual([])
  })

  it('brings fields of 64 kB at most, and thirty of them', async () => {
    const url = photosOf(construction)
    expect(await send(url, { 'room_image[position]': 'x'.repeat(65_537) })).toMatchObject({ status: 413, body: { code: 'form_too_large' } })
    const many = Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`room_image[f${at}]`, 'x']))
    expect(await send(url, many)).toMatchObject({ status: 413, body: { code: 'form_too_large' } })
    expect(await send(url, { 'room_image[position]': 'x'.repeat(1_000) })).toMatchObject({ status: 422 })
  })

  it('brings one file', async () => {
    const one = multipart({}, { name: 'room_image[file]', fileName: 'a.jpg', bytes: Buffer.from('a') }).body.toString('latin1')
    const two = one.replace(/--xxformxx--\r\n$/, '') + one
    const answer = await world.send(staff, 'POST', photosOf(construction), Buffer.from(two, 'latin1'), {
      'content-type': 'multipart/form-data; boundary=xxformxx',
    })
    expect(answer).toMatchObject({ status: 413, body: { code: 'form_too_large' } })
    expect(await staged()).toEqual([])
  })

  it('may bring a drawn signature where the contract says so, and nowhere else', async () => {
    const keys = `/api/constructions/${construction.id}/rooms/${construction.rooms[0]?.id}/keys`
    const large = 'x'.repeat(100_000)
    expect((await send(keys, { 'key_custody[signature]': large })).body.code).not.toBe('form_too_large')
    expect((await send(keys, { 'key_custody[note]': large })).body.code).toBe('form_too_large')
  })

  it('is asked about at every endpoint that takes one', async () => {
    const endpoints = Object.values(contracts).flatMap(slice => Object.entries<Endpoint>(slice))
    const takers = endpoints.filter(([, { upload }]) => upload !== undefined).map(([key]) => key)
    const withPlace = takers.filter(key => key.includes('/:'))
    const admitted: string[] = []
    for (const key of withPlace) {
      const [method = '', template = ''] = key.split(' ')
      const { body, headers } = multipart({}, { name: 'x', fileName: 'x', bytes: Buffer.from('x') })
      const answer = await world.send(staff, method, template.replaceAll(/:\w+/g, '999999999'), body, headers)
      if (![403, 404].includes(answer.status)) admitted.push(`${key}: ${answer.status}`)
    }
    expect(withPlace.length).toBeGreaterThan(10)
    expect(admitted).toEqual([])
  })
})
