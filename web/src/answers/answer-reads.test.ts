import { expect, it } from 'vitest'
import { notifiedText } from './answer-reads.ts'

it.each([
  ['sms', '2026-11-23T06:20:00+09:00', '夜間のため、居住者には朝8時以降にSMSで確認をお送りします。'],
  ['mail', '2026-11-22T20:00:00+09:00', '夜間のため、居住者には朝8時以降にメールで確認をお送りします。'],
  ['sms', '2026-11-23T08:00:00+09:00', '居住者にSMSで確認を送りました。'],
  ['paper', '2026-11-23T06:20:00+09:00', 'メール・携帯電話の登録がないため、書面でのお知らせの対象になりました。'],
] as const)('says of %s at %s what really happens', (channel, moment, text) => {
  expect(notifiedText(channel, new Date(moment))).toBe(text)
})
