import { accountTypeLabels, accountTypes, orderLabels } from '@toguchi/domain/orders/labels'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, send } from '../../platform/api/request.ts'
import { toast } from '../../platform/toast.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Choices } from '../../ui/plain/form/Choices.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { notSent, PlainForm, type Values } from '../../ui/plain/form/PlainForm.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import type { Order } from './OrderLines.tsx'
import styles from './RefundAccountForm.module.css'
import { Help } from '../../ui/plain/form/FieldParts.ts'
import { FieldRows } from '../parts/FieldRows.ts'
import { FactList } from '../parts/FactList.ts'

/**
 * A convenience store takes nothing back: the money goes to an account (D-09), which is read once more before it is sent. Until the money
 * is on its way it can be given anew.
 */
export const RefundAccountForm = ({ order, hasAccount }: { order: Order; hasAccount: boolean }) => {
  const [open, setOpen] = useState(!hasAccount)
  const [read, setRead] = useState<Values | null>(null)
  const { revalidate } = useRevalidator()
  if (!open)
    return (
      <Button kind="secondary" wide onClick={() => setOpen(true)}>
        口座を入力し直す
      </Button>
    )
  const submit = async (values: Values) => {
    if (read === null) {
      const missing = texts.filter(field => !values[field]?.trim())
      if (missing.length > 0) throw new ApiError(422, { errors: Object.fromEntries(missing.map(field => [field, ['を入力してください']])) })
      setRead(values)
      return notSent
    }
    try {
      const { message } = await send(
        'PUT /api/residents/orders/:id/refund_account',
        { params: { id: order.id }, body: { refund_account: accountOf(read) } },
        { errors: 'caller' },
      )
      toast.success(message)
    } catch (error) {
      setRead(null)
      throw error
    }
    // Before it closes: the page that comes back has a form of its own, and a tap between the two would be lost.
    await revalidate()
    setOpen(false)
    setRead(null)
  }
  return (
    <div className={styles.innerForm} data-testid="refund-account">
      <Read>
        <h3>返金先の口座</h3>
        {read === null ? <Help>お返しする金額を振り込む口座を入力してください。</Help> : null}
      </Read>
      <PlainForm keepAs={`refund_account ${order.id}`} onSubmit={submit}>
        <FieldRows hidden={read !== null}>
          <Field name="bank_name" label={orderLabels.bank_name} placeholder="みどり銀行" required />
          <Field name="branch_name" label={orderLabels.branch_name} placeholder="中央支店" required />
          <Choices
            name="account_type"
            label={orderLabels.account_type}
            options={accountTypes.map(value => ({ value, label: accountTypeLabels[value] }))}
            defaultValue="ordinary"
          />
          <Field name="account_number" label={orderLabels.account_number} secret inputMode="numeric" placeholder="1234567" required />
          <Field name="holder_kana" label={orderLabels.holder_kana} placeholder="スズキ イチロウ" required />
          <Button type="submit" wide>
            入力内容を確認する
          </Button>
        </FieldRows>
        {read === null ? null : (
          <FieldRows>
            <Read>
              <p>この口座に振り込みます。よろしいですか？</p>
            </Read>
            <ToRead values={read} />
            <Button type="submit" wide>
              口座を登録する
            </Button>
            <Button kind="secondary" wide onClick={() => setRead(null)}>
              修正する
            </Button>
          </FieldRows>
        )}
      </PlainForm>
    </div>
  )
}

const texts = ['bank_name', 'branch_name', 'account_number', 'holder_kana'] as const

const accountOf = ({ holder_kana = '', bank_name = '', branch_name = '', account_type, account_number = '' }: Values) => ({
  holder_kana,
  bank_name,
  branch_name,
  account_type: accountTypes.find(each => each === account_type) ?? ('ordinary' as const),
  account_number,
})

const ToRead = ({ values }: { values: Values }) => {
  const account = accountOf(values)
  return (
    <FactList>
      {(['bank_name', 'branch_name', 'account_type', 'account_number', 'holder_kana'] as const).map(field => (
        <div key={field}>
          <Read>
            <dt>{orderLabels[field]}</dt>
          </Read>
          <dd>{field === 'account_type' ? <Read>{accountTypeLabels[account.account_type]}</Read> : account[field]}</dd>
        </div>
      ))}
    </FactList>
  )
}
