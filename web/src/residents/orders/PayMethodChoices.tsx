import { payMethodLabels, type PayMethod } from '@toguchi/domain/money/pay-method'
import { type PayFacts, paymentPeriodEndOn, whyNotOffered } from '@toguchi/domain/orders/pay-methods'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { Choices } from '../../ui/plain/form/Choices.tsx'

interface Props {
  methods: readonly PayMethod[]
  facts: PayFacts
  /** Yen, tax included: some ways have limits. */
  total: number
  defaultValue?: PayMethod | null
}

/** The ways to pay; one that cannot be chosen stays in sight and says why (G-ORD-03, D-09). */
export const PayMethodChoices = ({ methods, facts, total, defaultValue }: Props) => (
  <Choices
    name="pay_method"
    label="お支払い方法"
    required
    {...(defaultValue && whyNotOffered(defaultValue, facts, total) === null ? { defaultValue } : {})}
    options={methods.map(method => {
      const why = whyNotOffered(method, facts, total)
      return { value: method, label: payMethodLabels[method], disabled: why !== null, help: why ?? helpOf(method, facts) }
    })}
  />
)

const helpOf = (method: PayMethod, facts: PayFacts): string => {
  const until = paymentPeriodEndOn(method, facts)
  if (method === 'credit') return 'お支払い画面でカードの番号を入力します。'
  if (method === 'webcvs')
    return until === null
      ? '支払番号をお知らせします。'
      : `支払番号をお知らせします。${formatDayLong(until)}までにコンビニでお支払いください。`
  if (method === 'cash') return until === null ? '現金でお支払いください。' : `${formatDayLong(until)}までに現金でお支払いください。`
  return '工事の日に、担当者にお支払いください。'
}
