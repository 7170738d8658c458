import { formatDayWithoutWeekday } from '@toguchi/domain/calendar/day'
import { needsRevenueStamp, receiptPaymentNote, receiptTaxNote } from '@toguchi/domain/money/receipt'
import { formatYen } from '@toguchi/domain/money/tax'
import { payMethodLabels } from '@toguchi/domain/money/pay-method'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatTelephone } from '@toguchi/domain/text/telephone'
import { toDay } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { type PrintJob, type Printed, renderTypst } from '../../printing/printing.ts'
import { findReceipt } from './receipt-queries.ts'

/** The receipt of an order (領収書, D-16), as it was issued: later issues carry the first one's number and say 再発行. */
export const printReceipt = async (platform: Platform, { client_id, input }: PrintJob<{ receipt_id: number }>): Promise<Printed> => {
  const { receipt_id } = input
  const row = await platform.pool.read(client_id, db => findReceipt(db, client_id, receipt_id))
  if (!row) throw new Error('the receipt is gone')
  // What went back before the receipt was issued is not received.
  const givenBack = row.details.reduce((sum, detail) => sum + detail.price_in_tax, 0) - row.amount
  const number = String(row.number).padStart(6, '0')
  const bytes = await renderTypst(platform, '../orders/receipts/receipt.typ', {
    number,
    reissue: row.issue_number === 1 ? '' : `再発行（初回発行日 ${formatDayWithoutWeekday(toDay(row.first_issued_at))}）`,
    issued_on: formatDayWithoutWeekday(toDay(row.issued_at)),
    addressee: row.addressee ?? '',
    amount: formatYen(row.amount),
    tax: formatYen(row.tax),
    net: formatYen(row.amount - row.tax),
    tax_note: receiptTaxNote,
    purpose: `${row.building_name} ${addressedRoom(row.room_name)} オプション工事代として`,
    details: [
      ...row.details.map(detail => ({ name: detail.option_name, price: formatYen(detail.price_in_tax) })),
      ...(givenBack > 0 ? [{ name: '返金済み', price: `−${formatYen(givenBack)}` }] : []),
    ],
    paid_on: row.completion_at === null ? '' : formatDayWithoutWeekday(toDay(row.completion_at)),
    pay_method: payMethodLabels[row.pay_method],
    payment_note: receiptPaymentNote(row.pay_method) ?? '',
    needs_stamp: needsRevenueStamp(row.amount, row.pay_method),
    seller: row.seller_name ?? row.client_name,
    seller_address: row.seller_address ?? row.client_address ?? '',
    seller_phone: formatTelephone(row.seller_phone ?? row.client_phone ?? ''),
    registration_number: row.invoice_registration_number ?? '',
  })
  return { bytes, fileName: `領収書_${number}.pdf`, contentType: 'application/pdf' }
}
