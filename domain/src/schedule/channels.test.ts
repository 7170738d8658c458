import { expect, test } from 'vitest'
import { channelsFor } from './channels.ts'

test('messages that arrive may be chosen, and always paper or nothing', () => {
  expect(channelsFor({ reachable: ['mail', 'sms'] })).toEqual(['mail', 'sms', 'paper', 'none'])
  expect(channelsFor({ reachable: ['sms'] })).toEqual(['sms', 'paper', 'none'])
  expect(channelsFor({ reachable: [] })).toEqual(['paper', 'none'])
})
