import { expect, it } from 'vitest'
import { timeOf } from '../calendar/day.ts'
import { isMobile } from './mobile.ts'
import { wishOf } from './opt-out.ts'
import {
  changeUntil,
  movedText,
  shortMessage,
  shortMessageWithLink,
  shortTime,
  tomorrowText,
  undecidedText,
  visitText,
  type Visit,
} from './short-message.ts'

const place = { building_name: 'パークハイツ世田谷壱番館', room_name: '903', phone: '0120-000-000' }
const visit = { date: '2026-12-16', start_at: '13:00', end_at: '15:00' }
const before = { date: '2026-12-10', start_at: '09:00', end_at: '12:00' }

it('says a visit as D-35 does, in one short message of 70 characters', () => {
  const said = shortMessage(place, visitText(visit, '2026-12-07'))
  expect(said).toBe('【パークハイツ世田谷壱番館】903号室の工事は12/16(水)午後1〜3時です。変更は12/7まで 0120-000-000')
  expect(said.length).toBeLessThanOrEqual(70)
})

it.each([
  ['of a date', (told: Visit) => visitText(told, '2026-12-11')],
  ['of tomorrow', tomorrowText],
])('stays one short message %s with names of twelve characters, whatever the hours and the day', (_, text) => {
  const times = Array.from({ length: 21 }, (_, at) => timeOf(8 * 60 + at * 30))
  const said = times.flatMap((start_at, at) =>
    times.slice(at + 1).map(end_at => shortMessage({ ...place, room_name: '1203' }, text({ date: '2026-12-16', start_at, end_at }))),
  )
  expect(said.filter(text => text.length > 70)).toEqual([])
  expect(said).toHaveLength(210)
})

it('says old and new after a change, within two parts', () => {
  const said = shortMessage(place, movedText(before, visit, null))
  expect(said).toBe(
    '【パークハイツ世田谷壱番館】903号室の工事は12/10(木)午前9〜12時から12/16(水)午後1〜3時に変わりました。お問い合わせ 0120-000-000',
  )
  expect(said.length).toBeLessThanOrEqual(134)
  expect(movedText(null, visit, '2026-12-07')).toBe('の工事は12/16(水)午後1〜3時に決まりました。変更は12/7まで')
  expect(undecidedText(before)).toBe('の工事日（12/10(木)午前9〜12時）が未定になりました。決まりしだいご連絡します。')
})

it('leads to a page within two parts, and says the other text where the link would make a third', () => {
  const texts = { withLink: 'のご回答をお願いします。', without: 'のご回答を、案内状のQRコードかお電話でお願いします。' }
  const link = `https://001.toguchi.example/r/${'x'.repeat(22)}`
  const said = shortMessageWithLink(place, texts, link)
  expect(said).toBe(`【パークハイツ世田谷壱番館】903号室のご回答をお願いします。 ${link} 0120-000-000`)
  expect(said.length).toBeLessThanOrEqual(134)
  // The longest name with which the link is still said, and one more character.
  const longName = (over: number) => ({ ...place, building_name: '長'.repeat(place.building_name.length + 134 - said.length + over) })
  expect(shortMessageWithLink(longName(0), texts, link)).toHaveLength(134)
  expect(shortMessageWithLink(longName(0), texts, link)).toContain(link)
  expect(shortMessageWithLink(longName(1), texts, link)).toContain('お電話で')
})

it('names a deadline until its own day, and none that is over', () => {
  expect(changeUntil('2026-12-07', '2026-12-07')).toBe('2026-12-07')
  expect(changeUntil('2026-12-07', '2026-12-08')).toBeNull()
  expect(changeUntil(null, '2026-12-08')).toBeNull()
})

it.each([
  ['13:00', '15:00', '午後1〜3時'],
  ['09:00', '12:00', '午前9〜12時'],
  ['11:00', '13:00', '午前11〜午後1時'],
  ['09:30', '11:00', '午前9時半〜11時'],
  ['09:00', '11:30', '午前9〜11時半'],
  ['12:00', '15:00', '正午〜午後3時'],
  ['17:00', '19:30', '午後5〜7時半'],
])('reads %s–%s as %s', (start, end, text) => expect(shortTime(start, end)).toBe(text))

it.each([
  ['06012345678', true],
  ['07012345678', true],
  ['08012345678', true],
  ['09012345678', true],
  ['0312345678', false],
  ['05012345678', false],
  ['0901234567', false],
  ['0120000000', false],
  ['08001234567', false],
])('%s is reached by a short message: %s', (phone, reached) => expect(isMobile(phone)).toBe(reached))

it.each([
  ['停止', 'stop'],
  [' ｓｔｏｐ！\n', 'stop'],
  ['配信停止。', 'stop'],
  ['Unsubscribe', 'stop'],
  ['再開', 'start'],
  ['START', 'start'],
  ['工事を停止してください', 'other'],
  ['はい、お願いします', 'other'],
])('the reply %j means %s', (reply, wish) => expect(wishOf(reply)).toBe(wish))
