import { expect, test } from 'vitest'
import { notificationFields, splitAddresses } from './events.ts'

test('twenty fields hold the copies of ten events', () => {
  expect(notificationFields).toHaveLength(20)
  expect(notificationFields.slice(0, 2)).toEqual(['detail_schedule_created_cc', 'detail_schedule_created_bcc'])
})

test.each([
  ['a@example.jp, b@example.jp', ['a@example.jp', 'b@example.jp']],
  ['a@example.jp，b@example.jp\nc@example.jp;', ['a@example.jp', 'b@example.jp', 'c@example.jp']],
  ['ａ＠ｅｘａｍｐｌｅ．ｊｐ；b@example.jp', ['a@example.jp', 'b@example.jp']],
  [' , 、', []],
  ['', []],
])('%j is %j', (text, addresses) => expect(splitAddresses(text)).toEqual(addresses))
