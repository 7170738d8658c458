import { payMethodForResident, type PayMethod } from '@toguchi/domain/money/pay-method'
import { type PayFacts, paymentPeriodEndOn, whyNotOffered } from '@toguchi/domain/orders/pay-methods'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import type { AnswerOf } from '../../platform/api/request.ts'
import { Choices } from '../../ui/plain/form/Choices.tsx'

interface Props {
  offer: Pick<AnswerOf<'GET /api/residents/options'>, 'pay_methods' | 'pay_facts' | 'cash'>
  /** Yen, tax included: some ways have limits. */
  total: number
  defaultValue?: PayMethod | null
}

/** The ways to pay; one that cannot be chosen stays in sight and says why (G-ORD-03, D-09). */
export const PayMethodChoices = ({ offer: { pay_methods, pay_facts: facts, cash }, total, defaultValue }: Props) => (
  <Choices
    name="pay_method"
    label="お支払い方法"
    required
    {...(defaultValue && whyNotOffered(defaultValue, facts, total) === null ? { defaultValue } : {})}
    options={pay_methods.map(method => {
      const why = whyNotOffered(method, facts, total)
      return {
        value: method,
        label: payMethodForResident(method, cash?.place ?? null),
        disabled: why !== null,
        help: why ?? helpOf(method, facts, cash),
      }
    })}
  />
)

const helpOf = (method: PayMethod, facts: PayFacts, cash: Props['offer']['cash']): string => {
  const until = paymentPeriodEndOn(method, facts)
  if (method === 'credit') return 'お支払い画面でカードの番号を入力します。'
  if (method === 'webcvs')
    return until === null
      ? '支払番号をお知らせします。'
      : `支払番号をお知らせします。${formatDayLong(until)}までにコンビニでお支払いください。`
  if (method === 'cash') {
    const hours = cash?.hours ? `受付時間：${cash.hours}` : ''
    return until === null ? hours : `${formatDayLong(until)}までに現金でお支払いください。${hours}`
  }
  return '工事の日に、おつりのないようにご用意ください。'
}
