import { describe, expect, it } from 'vitest'
import { archiveNames, safeName } from './archive-names.ts'

describe('names that every system takes', () => {
  it.each([
    ['玄関', '玄関'],
    ['A/B棟:1*"?<>|\\', 'A_B棟_1_______'],
    ['..', '_'],
    ['', '_'],
    ['末尾. . ', '末尾'],
    ['CON', '_CON'],
    ['com1.x', '_com1.x'],
    ['改\n行‮', '改行'],
    ['髙﨑𠮷', '髙﨑𠮷'],
    ['あ'.repeat(60), 'あ'.repeat(40)],
  ])('%j → %j', (text, expected) => {
    expect(safeName(text)).toBe(expected)
  })
})

it('names each photo by building, room, place, stage and moment, and none twice', () => {
  const nameOf = archiveNames()
  const photo = {
    building_name: '第1ビル',
    block_name: null,
    room_name: '101',
    place_name: '玄関',
    timing: 'before_construction',
    filming_at: new Date('2026-11-30T16:05:00Z'),
  } as const
  expect(nameOf(photo, 'image/jpeg')).toBe('第1ビル/101/玄関/施工前_20261201_0105.jpg')
  expect(nameOf(photo, 'image/jpeg')).toBe('第1ビル/101/玄関/施工前_20261201_0105_2.jpg')
  expect(nameOf(photo, 'image/heic')).toBe('第1ビル/101/玄関/施工前_20261201_0105.heic')
  expect(nameOf({ ...photo, block_name: 'A棟' }, 'image/png')).toBe('第1ビル/A棟 101/玄関/施工前_20261201_0105.png')
  expect(nameOf({ ...photo, room_name: null }, 'image/jpeg')).toBe('第1ビル/共用部/玄関/施工前_20261201_0105.jpg')
  // To Windows these are one folder.
  expect(nameOf({ ...photo, place_name: 'PS' }, 'image/jpeg')).toBe('第1ビル/101/PS/施工前_20261201_0105.jpg')
  expect(nameOf({ ...photo, place_name: 'ps' }, 'image/jpeg')).toBe('第1ビル/101/ps/施工前_20261201_0105_2.jpg')
})
