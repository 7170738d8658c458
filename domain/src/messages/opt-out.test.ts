import { expect, it } from 'vitest'
import { wishOf } from './opt-out.ts'

it.each([
  '停止',
  '停止。',
  '「停止」',
  ' 停止 ',
  '停止!!',
  '停止希望',
  '停止してください',
  '停止して下さい。',
  '停止お願いします',
  '停止をお願いいたします',
  '配信停止',
  '配信を停止してください',
  'SMSの配信を停止してください',
  'ＳＭＳ停止',
  'メッセージ停止',
  'ていし',
  'テイシ',
  'ﾃｲｼ',
  'STOP',
  'stop',
  'ＳＴＯＰ',
  'ｓｔｏｐ！',
  'ストップ',
  'ｽﾄｯﾌﾟ',
  'すとっぷ',
  'ストップしてください',
  '受信拒否',
  'Unsubscribe',
])('%s stops', text => expect(wishOf(text)).toBe('stop'))

it.each(['再開', '再開してください', '配信再開', 'ＳＭＳの配信を再開', 'START', 'ｓｔａｒｔ', 'スタート', 'ｽﾀｰﾄ', 'さいかい'])(
  '%s begins again',
  text => expect(wishOf(text)).toBe('start'),
)

it.each([
  '',
  '。',
  '工事を停止してください',
  '水は停止しますか',
  '停止しないでください',
  'キャンセルしたい',
  '午後に変えてください',
  '非常停止',
])('%s is for a person to read', text => expect(wishOf(text)).toBe('other'))
