import type { PayMethod } from './pay-method.ts'
import { TAX_PERCENT } from './tax.ts'

/** Tax contained in the total of a receipt, rounded down once per receipt, as a qualified invoice must (D-16). */
export const receiptTax = (totalInTax: number): number => Math.floor((totalInTax * TAX_PERCENT) / (100 + TAX_PERCENT))

/** Why the tax may differ from the sum of the lines (D-16). */
export const receiptTaxNote = `消費税額は、合計金額（税込）× ${TAX_PERCENT}/${100 + TAX_PERCENT} を1円未満切り捨てで計算しています。明細ごとの税額の合計と異なる場合があります。`

/** A receipt for cash of this much has the box for the revenue stamp 収入印紙 (D-16). */
const stampFromYen = 50_000
export const needsRevenueStamp = (totalInTax: number, payMethod: PayMethod): boolean =>
  totalInTax >= stampFromYen && (payMethod === 'cash' || payMethod === 'other')

/** What a receipt says about the payment: a card receipt must say so, because it needs no stamp (D-16). */
export const receiptPaymentNote = (payMethod: PayMethod): string | null => (payMethod === 'credit' ? 'クレジットカード利用' : null)
