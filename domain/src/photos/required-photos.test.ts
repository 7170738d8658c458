import { expect, test } from 'vitest'
import { photoTimings } from './labels.ts'
import { missingPhotos, missingPhotosText, optionPosition, parsePosition, placePosition } from './required-photos.ts'
import { signboardLines } from './signboard.ts'

const entrance = { position: 'place-1', place_name: '玄関', before_construction: true, under_construction: false, after_construction: true }
const living = { position: 'place-2', place_name: '居間', before_construction: false, under_construction: true, after_construction: false }

test('a slot is missing when its timing is asked for and no photo is there', () => {
  expect(missingPhotos([entrance, living], []).map(slot => `${slot.place_name} ${slot.timing}`)).toEqual([
    '玄関 before_construction',
    '玄関 after_construction',
    '居間 under_construction',
  ])
  const taken = photoTimings.map(timing => ({ position: 'place-1', timing }))
  expect(missingPhotos([entrance], taken)).toEqual([])
  expect(missingPhotos([entrance], [{ position: 'place-9', timing: 'after_construction' }])).toHaveLength(2)
  expect(missingPhotos([], [])).toEqual([])
})

test('the refusal names every place and timing', () => {
  expect(missingPhotosText(missingPhotos([entrance, living], [{ position: 'place-1', timing: 'before_construction' }]))).toBe(
    '撮影が完了していない箇所があります。（玄関：施工後、居間：施工中）',
  )
  expect(missingPhotosText(missingPhotos([entrance], []))).toBe('撮影が完了していない箇所があります。（玄関：施工前・施工後）')
})

test.each([
  [placePosition(12), { kind: 'place', id: 12 }],
  [optionPosition(3), { kind: 'option', id: 3 }],
  ['place-0', null],
  ['place-', null],
  ['room-1', null],
  ['place-1x', null],
])('position %s is %j', (position, parsed) => expect(parsePosition(position)).toEqual(parsed))

test('the signboard says what, where, when and who', () => {
  const facts = {
    construction_name: 'みなと坂更新工事',
    room_name: '305',
    place_name: '玄関',
    timing: 'after_construction',
    filming_at: new Date('2026-11-24T15:00:00Z'),
    contractor_name: '戸口設備株式会社',
    work_kind: null,
    note: null,
  } as const
  const lines = (changed: Partial<Parameters<typeof signboardLines>[0]>) =>
    signboardLines({ ...facts, ...changed }).map(({ label, value }) => `${label} ${value}`)
  expect(lines({})).toEqual([
    '工事名 みなと坂更新工事',
    '部屋 305',
    '撮影箇所 玄関',
    '施工時期 施工後',
    '撮影日 2026/11/25',
    '施工業者 戸口設備株式会社',
  ])
  expect(lines({ room_name: null, contractor_name: null })).toEqual(expect.not.arrayContaining([expect.stringContaining('部屋')]))
  expect(lines({ work_kind: '電気設備工事', note: '隠蔽部' })).toEqual(expect.arrayContaining(['工種 電気設備工事', '備考 隠蔽部']))
})
