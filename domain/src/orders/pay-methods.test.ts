import { describe, expect, it, test } from 'vitest'
import {
  cashEndsOn,
  konbiniEndsOn,
  type PayFacts,
  methodsInUse,
  nobodyPaysText,
  notOfferedText,
  paymentPeriodEndOn,
  paymentTimeText,
  whyNotOffered,
} from './pay-methods.ts'

const facts: PayFacts = {
  today: '2026-11-21',
  use_payment: true,
  use_cash_payment: true,
  konbini_days: 3,
  option_request_end_on: '2026-12-10',
  assigned_on: '2026-12-20',
  is_away: false,
}

describe('konbiniEndsOn', () => {
  test.each<[string, Partial<PayFacts>, string]>([
    ['three days', {}, '2026-11-24'],
    ['as many days as the client says', { konbini_days: 10 }, '2026-12-01'],
    ['not beyond the end of orders', { option_request_end_on: '2026-11-23' }, '2026-11-23'],
    ['not beyond the day before the work', { assigned_on: '2026-11-23' }, '2026-11-22'],
    ['without any other day', { option_request_end_on: null, assigned_on: null }, '2026-11-24'],
    ['over the end of a year', { today: '2026-12-30', option_request_end_on: null, assigned_on: null }, '2027-01-02'],
  ])('%s', (_what, over, expected) => expect(konbiniEndsOn({ ...facts, ...over })).toBe(expected))
})

describe('whyNotOffered', () => {
  it('offers what the construction and the client use', () => {
    expect(whyNotOffered('credit', facts, 100)).toBeNull()
    expect(whyNotOffered('webcvs', facts, 1000)).toBeNull()
    expect(whyNotOffered('cash', facts, 1000)).toBeNull()
    expect(whyNotOffered('other', { ...facts, use_payment: false, use_cash_payment: false }, 1000)).toBeNull()
    expect(whyNotOffered('credit', { ...facts, use_payment: false }, 1000)).toBe(notOfferedText)
    expect(whyNotOffered('webcvs', { ...facts, use_payment: false }, 1000)).toBe(notOfferedText)
    expect(whyNotOffered('cash', { ...facts, use_cash_payment: false }, 1000)).toBe(notOfferedText)
  })

  test.each([
    [119, 'コンビニ払いは¥120以上のお支払いで選べます。'],
    [120, null],
    [299_999, null],
    [300_000, 'コンビニ払いは¥299,999までのお支払いで選べます。'],
  ])('a store takes %i yen: %s', (total, why) => expect(whyNotOffered('webcvs', facts, total)).toBe(why))

  it('collects nothing on the day where nobody is at home', () => {
    expect(whyNotOffered('other', { ...facts, is_away: true }, 1000)).toBe(nobodyPaysText)
    expect(whyNotOffered('cash', { ...facts, is_away: true }, 1000)).toBeNull()
  })

  it('needs a whole day for a store', () => {
    expect(whyNotOffered('webcvs', { ...facts, option_request_end_on: '2026-11-21' }, 1000)).toBe(
      'お支払い期限（2026年11月21日(土)）まで1日以上ないため、コンビニ払いは選べません。',
    )
    expect(whyNotOffered('webcvs', { ...facts, option_request_end_on: '2026-11-22' }, 1000)).toBeNull()
    expect(whyNotOffered('webcvs', { ...facts, assigned_on: '2026-11-22' }, 1000)).not.toBeNull()
  })
})

test('cash is brought before the work, or within two weeks', () => {
  expect(cashEndsOn(facts)).toBe('2026-12-19')
  expect(cashEndsOn({ ...facts, assigned_on: null })).toBe('2026-12-05')
  expect(cashEndsOn({ ...facts, assigned_on: '2026-11-21' })).toBe('2026-11-21')
})

test('only stores and cash have a last day', () => {
  expect(paymentPeriodEndOn('credit', facts)).toBeNull()
  expect(paymentPeriodEndOn('other', facts)).toBeNull()
  expect(paymentPeriodEndOn('webcvs', facts)).toBe('2026-11-24')
  expect(paymentPeriodEndOn('cash', facts)).toBe('2026-12-19')
})

test('what a company has switched off is not even shown', () => {
  expect(methodsInUse({ use_payment: true, use_cash_payment: false })).toEqual(['credit', 'webcvs', 'other'])
  expect(methodsInUse({ use_payment: false, use_cash_payment: true })).toEqual(['cash', 'other'])
})

test.each([
  ['credit', 'お申込みのとき'],
  ['webcvs', '2026年11月24日(火)まで'],
  ['cash', '2026年12月19日(土)まで'],
  ['other', '工事の当日（2026年12月20日(日)）'],
] as const)('says when %s is paid', (method, text) => expect(paymentTimeText(method, facts)).toBe(text))
