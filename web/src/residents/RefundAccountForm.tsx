import { accountTypeLabels, accountTypes, orderLabels } from '@toguchi/domain/orders/labels'
import { useRevalidator } from 'react-router'
import { send } from '../platform/request.ts'
import { toast } from '../platform/toast.ts'
import { Button } from '../ui/plain/Button.tsx'
import { Choices } from '../ui/plain/Choices.tsx'
import { Field } from '../ui/plain/Field.tsx'
import { PlainForm } from '../ui/plain/PlainForm.tsx'
import { Read } from '../ui/plain/Read.tsx'
import type { Order } from './OrderLines.tsx'
import './residents.css'

/** A convenience store takes nothing back: the money goes to an account (D-09). */
export const RefundAccountForm = ({ order }: { order: Order }) => {
  const { revalidate } = useRevalidator()
  return (
    <div className="r-inner-form">
      <Read>
        <h3>返金先の口座</h3>
        <p className="plain-help">お返しする金額を振り込む口座を入力してください。</p>
      </Read>
      <PlainForm
        onSubmit={async ({ holder_kana = '', bank_name = '', branch_name = '', account_type, account_number = '' }) => {
          const type = accountTypes.find(each => each === account_type) ?? 'ordinary'
          const { message } = await send(
            'PUT /api/residents/orders/:id/refund_account',
            {
              params: { id: order.id },
              body: { refund_account: { holder_kana, bank_name, branch_name, account_type: type, account_number } },
            },
            { errors: 'caller' },
          )
          toast.success(message)
          await revalidate()
        }}
      >
        <Field name="bank_name" label={orderLabels.bank_name} placeholder="みどり銀行" required />
        <Field name="branch_name" label={orderLabels.branch_name} placeholder="中央支店" required />
        <Choices
          name="account_type"
          label={orderLabels.account_type}
          options={accountTypes.map(value => ({ value, label: accountTypeLabels[value] }))}
          defaultValue="ordinary"
        />
        <Field name="account_number" label={orderLabels.account_number} inputMode="numeric" placeholder="1234567" required />
        <Field name="holder_kana" label={orderLabels.holder_kana} placeholder="スズキ イチロウ" required />
        <Button type="submit" wide>
          口座を登録する
        </Button>
      </PlainForm>
    </div>
  )
}
