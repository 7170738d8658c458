import { addDays, type Day, formatDayLong } from '../calendar/day.ts'
import { formatYen } from '../money/tax.ts'
import { type PayMethod, payMethods } from '../money/pay-method.ts'

/** What decides over the ways to pay of a room today; days last until 23:59:59 in Tokyo (G-API-12). */
export interface PayFacts {
  today: Day
  /** Of the construction: cards and convenience stores (G-ORD-03). */
  use_payment: boolean
  /** Cash: the client takes it, and the construction says where (R7). */
  use_cash_payment: boolean
  /** Days that a convenience store's number is good, 1 to 59; a setting of the client (D-09). */
  konbini_days: number
  option_request_end_on: Day | null
  /** The day of the work in the room; null while it has none. */
  assigned_on: Day | null
  /** The dwelling is entered without anybody at home: nobody could pay at the door. */
  is_away: boolean
}

/** Yen of one payment at a convenience store: less or more no store takes (D-09). */
export const konbiniLeastYen = 120
export const konbiniMostYen = 299_999

/** What every refusal says that has no reason of its own (G-ORD-03). */
export const notOfferedText = '選択できない支払方法です。'

/** Why nothing is paid on the day of the work where nobody is at home then. */
export const nobodyPaysText = '工事の日にどなたもいらっしゃらないため、当日のお支払いは選べません。'

/** The same of an order that was to be paid so, before somebody chose to be away. */
export const changePayMethodText =
  '工事の日にどなたもいらっしゃらないため、当日のお支払いができません。お支払い方法の変更を、お電話でお知らせください。'

/** The last day to pay at a store: the earliest of today + the client's days, the end of orders, and the day before the work (D-09). */
export const konbiniEndsOn = (facts: PayFacts): Day =>
  earliest([addDays(facts.today, facts.konbini_days), facts.option_request_end_on, dayBefore(facts.assigned_on)])

/** The last day to bring cash: the day before the work, or two weeks without one (G-ORD-06); never a day that is over. */
export const cashEndsOn = (facts: PayFacts): Day => {
  const last = dayBefore(facts.assigned_on) ?? addDays(facts.today, 14)
  return last < facts.today ? facts.today : last
}

/** The last day to pay of an order whose work got another day: what is unpaid is due before it; a store's number is good no longer for that. */
export const deadlineAfterMove = (
  order: { status: string; pay_method: PayMethod | null; payment_period_end_on: Day | null },
  facts: { today: Day; assigned_on: Day | null },
): Day | null => {
  const { status, pay_method, payment_period_end_on: until } = order
  if (status !== 'unpaid' || facts.assigned_on === null) return until
  if (pay_method === 'cash') return latest(addDays(facts.assigned_on, -1), facts.today)
  if (pay_method === 'webcvs' && until !== null) return latest(earliest([until, dayBefore(facts.assigned_on)]), facts.today)
  return until
}

/** The day until which an order of today is to be paid; null where none is set (G-ORD-06, D-09). */
export const paymentPeriodEndOn = (method: PayMethod, facts: PayFacts): Day | null =>
  method === 'webcvs' ? konbiniEndsOn(facts) : method === 'cash' ? cashEndsOn(facts) : null

/** When an order of today is paid in this way, as it is read before it is placed. */
export const paymentTimeText = (method: PayMethod, facts: PayFacts): string => {
  if (method === 'credit') return 'お申込みのとき'
  if (method === 'other') return facts.assigned_on === null ? '工事の当日' : `工事の当日（${formatDayLong(facts.assigned_on)}）`
  const until = paymentPeriodEndOn(method, facts)
  return until === null ? 'お申込み後にご案内する期限まで' : `${formatDayLong(until)}まで`
}

/** Why this way to pay is not offered for a total in yen with tax, as the page says it; null when it is (G-ORD-03, D-09). */
export const whyNotOffered = (method: PayMethod, facts: PayFacts, totalInTax: number): string | null => {
  if (method === 'other') return facts.is_away ? nobodyPaysText : null
  if (method === 'cash') return facts.use_cash_payment ? null : notOfferedText
  if (!facts.use_payment) return notOfferedText
  if (method === 'credit') return null
  if (totalInTax < konbiniLeastYen) return `コンビニ払いは${formatYen(konbiniLeastYen)}以上のお支払いで選べます。`
  if (totalInTax > konbiniMostYen) return `コンビニ払いは${formatYen(konbiniMostYen)}までのお支払いで選べます。`
  const last = konbiniEndsOn(facts)
  // What ends today has less than a day left, whatever the hour.
  return last <= facts.today ? `お支払い期限（${formatDayLong(last)}）まで1日以上ないため、コンビニ払いは選べません。` : null
}

/** The ways to pay that could be offered at all here; a total may still rule one out. */
export const methodsInUse = (facts: Pick<PayFacts, 'use_payment' | 'use_cash_payment'>): PayMethod[] =>
  payMethods.filter(method => (method === 'other' ? true : method === 'cash' ? facts.use_cash_payment : facts.use_payment))

const dayBefore = (day: Day | null): Day | null => (day === null ? null : addDays(day, -1))
const earliest = ([first, ...rest]: readonly [Day, ...(Day | null)[]]): Day =>
  rest.reduce<Day>((soonest, day) => (day !== null && day < soonest ? day : soonest), first)
const latest = (one: Day, other: Day): Day => (one < other ? other : one)
