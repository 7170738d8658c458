import { expect, it } from 'vitest'
import { informationText } from './information.ts'

it('names the place and what happened there', () => {
  expect(informationText({ kind: 'rooms.rescheduled', building_name: 'グランドメゾン青葉台', room_name: '302' })).toBe(
    'グランドメゾン青葉台 302号室：日程再調整になりました',
  )
  expect(informationText({ kind: 'constructions.created', building_name: '青葉ハイツ', room_name: null })).toBe(
    '青葉ハイツ：工事が登録されました',
  )
})
