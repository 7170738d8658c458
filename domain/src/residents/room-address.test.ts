import { expect, it } from 'vitest'
import { parseRoomAddress, roomAddressOf, roomAddressPath } from './room-address.ts'

it('is six characters that nobody mistakes for one another', () => {
  const address = roomAddressOf(Uint8Array.of(0, 31, 32, 100, 200, 255))
  expect(address).toMatch(/^[2-9A-HJ-NP-Z]{6}$/)
  expect(parseRoomAddress(address)).toBe(address)
  expect(roomAddressPath(address)).toBe(`/r/${address}`)
})

it.each([
  ['AB7K9Q', 'AB7K9Q'],
  ['ab7k9q', 'AB7K9Q'],
  ['ＡＢ７ｋ９ｑ', 'AB7K9Q'],
  ['AB7-K9Q', 'AB7K9Q'],
  ['AB7K9', null],
  ['AB7K9QX', null],
  ['AB7K0Q', null],
  ['', null],
])('%j is %j', (typed, address) => expect(parseRoomAddress(typed)).toBe(address))
