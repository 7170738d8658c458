import type { PayMethod } from '@toguchi/domain/money/pay-method'
import { paymentTimeText } from '@toguchi/domain/orders/pay-methods'
import { usualSaleTerms } from '@toguchi/domain/orders/sale-terms'
import type { AnswerOf } from '../../platform/api/request.ts'
import { Read } from '../../ui/plain/Read.tsx'

interface Props {
  offer: Pick<AnswerOf<'GET /api/residents/options'>, 'sale_terms' | 'pay_facts'>
  method: PayMethod
}

/** When the chosen way is paid; the company's own words stand beside it, ours of every way do not. */
export const PaymentTerms = ({ offer: { sale_terms, pay_facts }, method }: Props) => {
  const time = paymentTimeText(method, pay_facts)
  return <Read>{sale_terms.payment_terms === usualSaleTerms.payment_terms ? time : `${time}　${sale_terms.payment_terms}`}</Read>
}
