import type { Printer } from '../../printing/printing.ts'
import { printCashList } from './print-cash-list.ts'
import { printOrderNotices } from './print-order-notices.ts'
import { printReceipt } from '../receipts/print-receipt.ts'
import { writeOrderList } from './write-order-list.ts'

/** What this slice prints, by the kind of the job. */
export const orderPapers: Readonly<Record<string, { print: Printer; noun: string }>> = {
  receipt: { print: printReceipt, noun: '領収書' },
  cash_list: { print: printCashList, noun: '当日集金表' },
  order_notices: { print: printOrderNotices, noun: 'オプション工事のお知らせ' },
  order_list: { print: writeOrderList, noun: '注文一覧' },
}
