import { formatDayLong } from '@toguchi/domain/calendar/day'
import { payMethodLabels } from '@toguchi/domain/money/pay-method'
import { formatYen } from '@toguchi/domain/money/tax'
import type { Answer, Dwelling, OwnOrder } from './dwelling.ts'

const mostListed = 5

/** The code alone sees no orders (D-33): what belongs to the login is read there. */
const behindLogin: Answer = {
  text: 'オプションのお申込みとお支払いは、ログインIDでログインしてご覧ください。',
  source: 'お申込みの記録より',
  page: 'edit',
}
const record = 'お申込み・お支払いの記録より'

export const answerOptions = ({ own, sale }: Dwelling): Answer => {
  const source = 'オプションの一覧より'
  if (!own.can_change_options) return { text: own.why_no_option_order ?? '', source, page: null }
  if (sale === null) return behindLogin
  if (sale.options.length === 0) return { text: 'この工事に、お申込みいただけるオプションはありません。', source, page: null }
  const lines = sale.options
    .slice(0, mostListed)
    .map(({ option_name, price_in_tax }) => `・${option_name} ${formatYen(price_in_tax)}（税込）`)
  const rest = sale.options.length - lines.length
  const end = own.deadlines.option_request_end_on
  return {
    text: [
      '次のオプションをお申込みいただけます。',
      ...lines,
      ...(rest > 0 ? [`ほか${rest}件`] : []),
      ...(end === null ? [] : [`お申込みは${formatDayLong(end)}までです。`]),
    ].join('\n'),
    source,
    page: 'options',
  }
}

/** What waits to be paid, by when and how; what is paid; and how one can pay. */
export const answerPayment = ({ own, sale }: Dwelling): Answer => {
  if (sale === null) return behindLogin
  const unpaid = sale.orders.filter(order => order.status === 'unpaid')
  const paid = sale.orders.filter(order => order.status === 'paid')
  const unfinished = sale.orders.filter(order => (order.status === 'initial' || order.status === 'failed') && order.why_no_payment === null)
  const methods = own.use_payment || own.can_change_options ? own.pay_methods.map(method => payMethodLabels[method]) : []
  return {
    text: [
      ...unpaid.map(order => `お支払い待ち：${named(order)}。${untilWhen(order)}`),
      ...unfinished.map(order => `お支払いが完了していません：${named(order)}`),
      ...paid.map(order => `お支払い済み：${named(order)}`),
      ...(unpaid.length + unfinished.length + paid.length === 0 ? ['お支払いが必要なお申込みはありません。'] : []),
      ...(methods.length === 0 ? [] : [`オプションのお支払い方法：${methods.join('、')}（お申込みの内容によって選べないものがあります）`]),
    ].join('\n'),
    source: record,
    page: 'orders',
  }
}

const named = ({ option_names, total_price_in_tax, pay_method }: OwnOrder): string =>
  `${option_names.join('、')} ${formatYen(total_price_in_tax)}${pay_method === null ? '' : `（${payMethodLabels[pay_method]}）`}`

const untilWhen = ({ payment_period_end_on: end }: OwnOrder): string => (end === null ? '' : `お支払期限は${formatDayLong(end)}です。`)

export const answerCancel = ({ sale }: Dwelling): Answer => {
  if (sale === null) return behindLogin
  const standing = sale.orders.filter(order => order.status === 'unpaid' || order.status === 'paid')
  const [first] = standing
  const asked = sale.orders.some(order => order.status === 'cancel_application')
  if (!first)
    return {
      text: asked ? 'キャンセルは申請中です。' : 'キャンセルできるお申込みはありません。',
      source: record,
      page: asked ? 'orders' : null,
    }
  const possible = standing.find(order => order.why_no_cancel === null)
  return possible
    ? { text: '申込履歴のページから「キャンセル申請」ができます。工事日の前日まで受け付けます。', source: record, page: 'orders' }
    : { text: first.why_no_cancel ?? '', source: record, page: 'orders' }
}

export const answerReceipt = ({ sale }: Dwelling): Answer => {
  if (sale === null) return behindLogin
  if (sale.orders.some(order => order.has_receipt))
    return { text: '領収書は、申込履歴のページから発行できます。', source: record, page: 'orders' }
  const waits = sale.orders.some(order => order.status === 'unpaid')
  return {
    text: waits ? '領収書は、お支払いの確認後に申込履歴のページから発行できます。' : '領収書を発行できるお申込みはありません。',
    source: record,
    page: waits ? 'orders' : null,
  }
}
