import { expect, it } from 'vitest'
import { informationText, platformInformationState } from './information.ts'

const nothing = { source: 'event', event: null, building_name: null, room_name: null, count: null, title: null, due_on: null } as const

it('names the place and what happened there', () => {
  expect(informationText({ ...nothing, event: 'rooms.rescheduled', building_name: 'グランドメゾン青葉台', room_name: '302' })).toBe(
    'グランドメゾン青葉台 302号室：日程再調整になりました',
  )
  expect(informationText({ ...nothing, event: 'constructions.created', building_name: '青葉ハイツ' })).toBe(
    '青葉ハイツ：工事が登録されました',
  )
})

it('counts the rooms of an alert that stands, and says what the platform says', () => {
  const place = { ...nothing, building_name: '青葉ハイツ', count: 3 }
  expect(informationText({ ...place, source: 'unassigned' })).toBe(
    '青葉ハイツ：専有部工事期間の7日前を過ぎましたが、未割当の部屋が3室あります',
  )
  expect(informationText({ ...place, source: 'remaining' })).toBe('青葉ハイツ：7日を過ぎた残工事が3室あります')
  expect(informationText({ ...place, source: 'filing', title: '着工届の提出', due_on: '2026-11-26' })).toBe(
    '青葉ハイツ：「着工届の提出」の期限は11/26(木)です',
  )
  expect(informationText({ ...place, source: 'absence', room_name: '203' })).toBe('不在が2回続いています（青葉ハイツ 203号室ほか2戸）')
  expect(informationText({ ...place, source: 'absence', room_name: '203', count: 1 })).toBe('不在が2回続いています（青葉ハイツ 203号室）')
  expect(informationText({ ...nothing, source: 'platform', title: '夜間メンテナンス' })).toBe('夜間メンテナンス')
})

it.each([
  ['2026-11-30', false, 'planned'],
  ['2026-12-01', false, 'current'],
  ['2026-12-03', false, 'current'],
  ['2026-12-04', false, 'ended'],
  ['2026-12-02', true, 'ended'],
] as const)('what the platform says is on %s, ended %s: %s', (today, isEnded, state) =>
  expect(platformInformationState({ starts_on: '2026-12-01', ends_on: '2026-12-03', isEnded }, today)).toBe(state),
)
