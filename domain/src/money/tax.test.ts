import { describe, expect, test } from 'vitest'
import { needsRevenueStamp, receiptPaymentNote, receiptTax } from './receipt.ts'
import { applyRounding, formatYen, priceInTax, roundingRuleLabels, roundingRules, TAX_PERCENT, type RoundingRule } from './tax.ts'

test('the tax is ten percent, in twelve roundings with a label each', () => {
  expect(TAX_PERCENT).toBe(10)
  expect(roundingRules.length).toBe(12)
  expect(new Set(roundingRules.map(rule => roundingRuleLabels[rule])).size).toBe(12)
})

describe('applyRounding', () => {
  test.each<[RoundingRule, number, number, number]>([
    ['round', 12_345, 10, 1235],
    ['round', 12_344, 10, 1234],
    ['round_up', 12_341, 10, 1235],
    ['round_up', 12_340, 10, 1234],
    ['round_down', 12_349, 10, 1234],
    ['round_10', 1234, 1, 1230],
    ['round_10', 1235, 1, 1240],
    ['round_up_10', 1231, 1, 1240],
    ['round_down_10', 1239, 1, 1230],
    ['round_100', 1249, 1, 1200],
    ['round_100', 1250, 1, 1300],
    ['round_100', 12_499, 10, 1200],
    ['round_up_100', 1201, 1, 1300],
    ['round_up_100', 1200, 1, 1200],
    ['round_down_100', 1299, 1, 1200],
    ['round_1000', 1499, 1, 1000],
    ['round_1000', 1500, 1, 2000],
    ['round_up_1000', 1001, 1, 2000],
    ['round_down_1000', 1999, 1, 1000],
  ])('%s of %i/%i yen is %i', (rule, numerator, denominator, yen) => expect(applyRounding(rule, numerator, denominator)).toBe(yen))

  test('agrees with exact integers for every rule', () => {
    const units = { '': 1n, _10: 10n, _100: 100n, _1000: 1000n }
    for (let price = 0; price < 30_000; price += 7) {
      for (const [suffix, unit] of Object.entries(units) as [keyof typeof units, bigint][]) {
        const step = unit * 100n
        const taxed = BigInt(price) * 110n
        expect(BigInt(priceInTax(price, `round_down${suffix}`))).toBe((taxed / step) * unit)
        expect(BigInt(priceInTax(price, `round_up${suffix}`))).toBe(((taxed + step - 1n) / step) * unit)
        expect(BigInt(priceInTax(price, `round${suffix}`))).toBe(((taxed + step / 2n) / step) * unit)
      }
    }
  })

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('refuses %d yen', yen => expect(() => applyRounding('round', yen)).toThrow(RangeError))
})

test('a price is not rounded up for what a floating point made of it', () => {
  expect(priceInTax(1090, 'round_up')).toBe(1199)
  expect(priceInTax(0, 'round_up')).toBe(0)
})

test.each([
  [0, '¥0'],
  [1234, '¥1,234'],
  [1_234_567, '¥1,234,567'],
  [1234.5, '¥1,234'],
  [-1200, '-¥1,200'],
  [-0.5, '¥0'],
])('%d reads %s', (yen, text) => expect(formatYen(yen)).toBe(text))

test.each([
  [11_000, 1000],
  [10_999, 999],
  [110, 10],
  [1, 0],
  [0, 0],
])('a receipt of %i contains %i of tax', (total, tax) => expect(receiptTax(total)).toBe(tax))

test('cash from ¥50,000 takes a stamp, a card receipt says it is one', () => {
  expect(needsRevenueStamp(50_000, 'cash')).toBe(true)
  expect(needsRevenueStamp(50_000, 'other')).toBe(true)
  expect(needsRevenueStamp(49_999, 'cash')).toBe(false)
  expect(needsRevenueStamp(50_000, 'credit')).toBe(false)
  expect(needsRevenueStamp(50_000, 'webcvs')).toBe(false)
  expect(receiptPaymentNote('credit')).toBe('クレジットカード利用')
  expect(receiptPaymentNote('cash')).toBeNull()
})
