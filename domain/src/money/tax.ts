export { formatYen } from './yen.ts'

/** Tax on option prices (spec §9, G-CST-05). */
export const TAX_PERCENT = 10

/** How prices with tax are rounded (spec §9, G-ORD-10); a client starts with `round_down`. */
export const roundingRules = [
  'round',
  'round_up',
  'round_down',
  'round_10',
  'round_up_10',
  'round_down_10',
  'round_100',
  'round_up_100',
  'round_down_100',
  'round_1000',
  'round_up_1000',
  'round_down_1000',
] as const
export type RoundingRule = (typeof roundingRules)[number]
export const roundingRuleLabels: Readonly<Record<RoundingRule, string>> = {
  round: '四捨五入（1円単位）',
  round_up: '切り上げ（1円単位）',
  round_down: '切り捨て（1円単位）',
  round_10: '四捨五入（10円単位）',
  round_up_10: '切り上げ（10円単位）',
  round_down_10: '切り捨て（10円単位）',
  round_100: '四捨五入（100円単位）',
  round_up_100: '切り上げ（100円単位）',
  round_down_100: '切り捨て（100円単位）',
  round_1000: '四捨五入（1,000円単位）',
  round_up_1000: '切り上げ（1,000円単位）',
  round_down_1000: '切り捨て（1,000円単位）',
}

/**
 * Rounds the fraction numerator/denominator, yen that are not negative, in whole numbers only: 1.1 × 1,090 is
 * 1,199.0000000000002 to a machine, and rounding that up would cost the resident a yen. A half goes up (G-ORD-09).
 */
export const applyRounding = (rule: RoundingRule, numerator: number, denominator = 1): number => {
  const [way, unit] = roundings[rule]
  const step = unit * denominator
  const exact = Number.isSafeInteger(numerator) && Number.isSafeInteger(numerator * 2 + step)
  if (!exact || numerator < 0) throw new RangeError(`cannot round ${numerator}/${denominator} yen`)
  if (way === 'down') return Math.floor(numerator / step) * unit
  return (way === 'up' ? Math.ceil(numerator / step) : Math.floor((numerator * 2 + step) / (step * 2))) * unit
}

/** Price with tax of one option; an order's total is the sum of these, rounded no second time (G-ORD-09). */
export const priceInTax = (price: number, rule: RoundingRule): number => applyRounding(rule, price * (100 + TAX_PERCENT), 100)

const roundings: Readonly<Record<RoundingRule, readonly ['nearest' | 'up' | 'down', number]>> = {
  round: ['nearest', 1],
  round_up: ['up', 1],
  round_down: ['down', 1],
  round_10: ['nearest', 10],
  round_up_10: ['up', 10],
  round_down_10: ['down', 10],
  round_100: ['nearest', 100],
  round_up_100: ['up', 100],
  round_down_100: ['down', 100],
  round_1000: ['nearest', 1000],
  round_up_1000: ['up', 1000],
  round_down_1000: ['down', 1000],
}

/** The highest price of an option, in yen without tax. */
export const highestPrice = 99_999_999
