import { expect, it } from 'vitest'
import { companysDay, visit } from '../../../test/visits.ts'
import { onThisDevice, unsentArrival } from './on-this-device.ts'
import { type OwnVisit, visitsOf } from './own-days.ts'

const room = '/api/constructions/:construction_id/rooms/:room_id'
const own = (over: Parameters<typeof visit>[0] = {}): OwnVisit => visitsOf([companysDay([visit(over)])])[0]!
const kept = (of: OwnVisit, key: string, over: Partial<Parameters<typeof onThisDevice>[1][number]> = {}) => ({
  id: key,
  key: key.replace(' ', ` ${room}/`),
  client: '001',
  group: `constructions/1/rooms/${of.id}`,
  body: {},
  state: 'kept' as const,
  begun: false,
  kept_at: 0,
  refusal: null,
  ...over,
})
const at = '2026-12-01T00:10:00.000Z'
const later = '2026-12-01T00:20:00.000Z'

it('counts what was pressed before the server has heard of it', () => {
  const door = own()
  expect(onThisDevice(door, [])).toMatchObject({ arrived_at: null, started_at: null, waiting: [], left: false })
  const arrival = kept(door, 'POST arrival', { body: { visit: { at } } })
  expect(onThisDevice(door, [arrival])).toMatchObject({ arrived_at: at, started_at: null, waiting: ['到着'] })
  // Whoever presses 開始 alone has arrived with it.
  const start = kept(door, 'POST start', { body: { visit: { at: later } } })
  expect(onThisDevice(door, [start])).toMatchObject({ arrived_at: later, started_at: later })
  expect(onThisDevice(door, [arrival, start])).toMatchObject({ arrived_at: at, started_at: later })
  expect(onThisDevice(own({ arrived_at: at }), [])).toMatchObject({ arrived_at: at })
})

it('says that something waits only once nobody waits for the word on it', () => {
  const door = own()
  const arrival = kept(door, 'POST arrival', { awaited: true })
  expect(onThisDevice(door, [arrival])).toMatchObject({ sending: ['到着'], waiting: [] })
  expect(onThisDevice(door, [{ ...arrival, awaited: false }])).toMatchObject({ sending: [], waiting: ['到着'] })
  expect(onThisDevice(door, [kept(door, 'POST completion', { awaited: true })])).toMatchObject({ sending: ['完了'], left: true })
})

it('takes back what was pressed at the wrong door', () => {
  const door = own({ arrived_at: at, started_at: later })
  expect(onThisDevice(door, [kept(door, 'DELETE arrival')])).toMatchObject({ arrived_at: null, started_at: null })
  const arrival = kept(door, 'POST arrival')
  expect(unsentArrival(door, [arrival, kept(door, 'POST start')])).toEqual(['POST arrival', 'POST start'])
  // Pressed again, it is said once.
  const again = kept(door, 'POST arrival', { id: 'again', body: { visit: { at: later } } })
  expect(onThisDevice(door, [arrival, kept(door, 'DELETE arrival'), again])).toMatchObject({
    waiting: ['到着', '到着の取り消し'],
    arrived_at: later,
  })
  // What may have arrived is taken back by the server.
  expect(unsentArrival(door, [{ ...arrival, begun: true }])).toEqual([])
})

it('is left with 完了 and 不在 that wait, and not with one that was refused', () => {
  const door = own()
  for (const task of ['POST completion', 'POST absence']) {
    expect(onThisDevice(door, [kept(door, task)]).left).toBe(true)
    const refused = onThisDevice(door, [kept(door, task, { state: 'refused', refusal: '撮影が完了していません' })])
    expect(refused).toMatchObject({ left: false, waiting: [], refused: [{ reason: '撮影が完了していません' }] })
  }
  expect(onThisDevice(own({ status: 'completed' }), []).left).toBe(true)
})

it('takes photos that wait on the device for taken, each place once', () => {
  const place = (position: string) => ({ position, timing: 'before_construction' as const })
  const door = own({ missing_photos: 3, missing_places: ['place-1', 'place-2', 'place-3'].map(place) })
  const photo = (position: string, id: string) =>
    kept(door, 'POST room_images', { id, body: { room_image: { position, timing: 'before_construction' } } })
  expect(onThisDevice(door, [photo('place-1', 'a'), photo('place-1', 'b'), photo('place-2', 'c')]).missing_photos).toBe(1)
  // The server has the first one by now, and this device waits for the day that says so.
  const read = own({ missing_photos: 2, missing_places: ['place-2', 'place-3'].map(place) })
  expect(onThisDevice(read, [photo('place-1', 'a')]).missing_photos).toBe(2)
  // As an earlier version kept it.
  const { missing_places: _unknown, ...kept_before } = door
  expect(onThisDevice(kept_before as typeof door, [photo('place-1', 'a')]).missing_photos).toBe(2)
})

it('counts money as taken that was taken at the door, and does not ask for it again', () => {
  const door = own({ collect_on_the_day: 13_200 })
  const key = 'PATCH /api/orders/:id/payment'
  const taken = kept(door, 'POST arrival', { key, amount: 3200 })
  expect(onThisDevice(door, [taken])).toMatchObject({ collect_on_the_day: 10_000, waiting: ['集金済み'], left: false })
  // An earlier version did not write down how much it was: the whole is not asked for twice.
  const { amount: _amount, ...old } = taken
  expect(onThisDevice(door, [old]).collect_on_the_day).toBe(0)
  // What the server refused is in the pocket all the same.
  const refused = onThisDevice(door, [{ ...taken, amount: 13_200, state: 'refused', refusal: '見つかりません。' }])
  expect(refused).toMatchObject({ collect_on_the_day: 0, refused: [{ word: '集金済み', reason: '見つかりません。' }] })
  expect(onThisDevice(door, [{ ...taken, client: '002' }])).toMatchObject({ collect_on_the_day: 13_200, waiting: [] })
})

it('minds neither another room nor a room of the same numbers at another company', () => {
  const door = own()
  const arrival = kept(door, 'POST arrival')
  const others = [
    { ...arrival, client: '002' },
    { ...arrival, group: 'constructions/1/rooms/999999' },
  ]
  expect(onThisDevice(door, others)).toMatchObject({ arrived_at: null, waiting: [] })
})
