import { expect, it } from 'vitest'
import { failureReason } from './failure-reasons.ts'

it.each([
  ['mail', '550 5.1.1', '宛先のメールアドレスが存在しません。'],
  ['mail', '550', '宛先のメールアドレスが存在しないか、受信を拒否されました。'],
  ['mail', '552 5.2.2', '宛先のメールボックスがいっぱいです。'],
  ['mail', '571 5.9.9', '宛先のサーバーが受信を拒否しました。'],
  ['mail', '499', '宛先のサーバーが一時的に受け取れませんでした。'],
  ['mail', 'ETIMEDOUT', '送信先のサーバーの応答が遅く、時間内に送信できませんでした。'],
  ['mail', 'EWHATEVER', 'メールを送信できませんでした。'],
  ['sms', '30006', '固定電話など、SMSを受け取れない番号です。'],
  ['sms', '30499', '携帯電話会社が配信できませんでした。'],
  ['sms', '99999', 'SMSを送信できませんでした。'],
  ['sms', 'opted_out', '「停止」の返信があった番号のため、送信しませんでした。'],
  ['sms', 'no_carrier', 'SMSを送信する設定がありません。'],
  ['mail', null, '原因がわかりません。'],
])('of %s %s it says %s', (transport, code, sentence) => expect(failureReason(transport, code)).toBe(sentence))
