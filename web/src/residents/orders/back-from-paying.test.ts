import { expect, it } from 'vitest'
import { newsOf, resultOf } from './back-from-paying.ts'

const textOf = (...given: Parameters<typeof newsOf>) => {
  const news = newsOf(...given)
  return news === null || news === 'waiting' ? news : news.text
}

it('says that a store’s number is no payment', () => {
  expect(textOf('ok', { status: 'unpaid', pay_method: 'webcvs' })).toBe(
    '支払番号を発行しました。まだお支払いは終わっていません。期限までにコンビニでお支払いください。',
  )
  expect(textOf('ok', { status: 'paid', pay_method: 'webcvs' })).toBe('お支払いが完了しました。')
  expect(textOf('ok', { status: 'initial', pay_method: 'credit' })).toBe('waiting')
  expect(textOf('ok', { status: 'failed', pay_method: 'credit' })).toBe('お支払いに失敗しました。')
})

it('says nothing above what happened since, or of an order that it does not know', () => {
  expect(textOf('ok', { status: 'cancel_application', pay_method: 'credit' })).toBeNull()
  expect(textOf('ng', { status: 'unpaid', pay_method: 'cash' })).toBeNull()
  expect(textOf('ok', undefined)).toBeNull()
  expect(textOf(resultOf('maybe'), { status: 'paid', pay_method: 'credit' })).toBeNull()
})

it('says what was pressed while the order is not paid', () => {
  expect(textOf('ng', { status: 'failed', pay_method: 'credit' })).toBe('お支払いに失敗しました。')
  expect(textOf('cancel', { status: 'initial', pay_method: 'credit' })).toBe('お支払いを中止しました。')
  expect(textOf('cancel', undefined)).toBe('お支払いを中止しました。')
})
