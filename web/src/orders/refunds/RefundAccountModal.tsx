import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { type AccountType, accountTypeLabels, accountTypes, orderLabels } from '@toguchi/domain/orders/labels'
import { formatYen } from '@toguchi/domain/money/tax'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type AnswerOf, useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { orderReads, type RefundTask } from '../order-reads.ts'
import { Help } from '../../ui/form/FieldParts.ts'

type Account = NonNullable<AnswerOf<'POST /api/refunds/:id/account_reading'>['account']>

/** The account that money is transferred to: read when asked for, with a trace, or written down for the resident (D-09). */
export const RefundAccountModal = ({ task, onClose }: { task: RefundTask; onClose: () => void }) => {
  const [writes, setWrites] = useState(!task.has_account)
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(task.order.room_name)}　返金先の口座`} width={560}>
      <p>
        返金額 <strong>{formatYen(task.amount)}</strong>
      </p>
      {writes ? (
        <AccountForm task={task} onClose={onClose} />
      ) : (
        <AccountDetail task={task} onClose={onClose} onWrite={() => setWrites(true)} />
      )}
    </Modal>
  )
}

const AccountDetail = ({ task, onClose, onWrite }: { task: RefundTask; onClose: () => void; onWrite: () => void }) => {
  const read = useApiMutation('POST /api/refunds/:id/account_reading', {
    invalidates: ['GET /api/constructions/:construction_id/rooms/:room_id/events'],
  })
  const account: Account | null | undefined = read.data?.account
  return (
    <>
      {account === undefined ? (
        <p>
          <Button disabled={read.isPending} onClick={() => read.mutate({ params: { id: task.id } })}>
            口座を表示
          </Button>
        </p>
      ) : null}
      {account === null ? <p>口座は登録されていません。</p> : null}
      {account === null || account === undefined ? null : (
        <Facts
          facts={[
            [orderLabels.bank_name, account.bank_name],
            [orderLabels.branch_name, account.branch_name],
            [orderLabels.account_type, accountTypeLabels[account.account_type]],
            [orderLabels.account_number, account.account_number],
            [orderLabels.holder_kana, account.holder_kana],
          ]}
        />
      )}
      <Help>口座を表示したことは部屋の履歴に残ります。振込済みにすると、口座は消去されます。</Help>
      <ModalFoot>
        <Button onClick={onWrite}>入力し直す</Button>
        <Button kind="primary" onClick={onClose}>
          閉じる
        </Button>
      </ModalFoot>
    </>
  )
}

interface Values {
  bank_name: string
  branch_name: string
  account_type: AccountType
  account_number: string
  holder_kana: string
}

const AccountForm = ({ task, onClose }: { task: RefundTask; onClose: () => void }) => {
  const form = useForm<Values>({
    defaultValues: { bank_name: '', branch_name: '', account_type: 'ordinary', account_number: '', holder_kana: '' },
  })
  const save = useApiMutation('PUT /api/refunds/:id/account', { invalidates: orderReads, errors: 'caller', onSuccess: onClose })
  return (
    <Form
      form={form}
      resource="refund_account"
      error={save.error}
      onSubmit={refund_account => save.mutate({ params: { id: task.id }, body: { refund_account, acting_for: { channel: 'tel' } } })}
    >
      <FormGrid>
        <TextField name="bank_name" label={orderLabels.bank_name} required maxLength={50} />
        <TextField name="branch_name" label={orderLabels.branch_name} required maxLength={50} />
        <SelectField
          name="account_type"
          label={orderLabels.account_type}
          required
          options={accountTypes.map(value => ({ value, label: accountTypeLabels[value] }))}
        />
        <TextField name="account_number" label={orderLabels.account_number} required maxLength={8} />
        <TextField name="holder_kana" label={orderLabels.holder_kana} required maxLength={48} />
      </FormGrid>
      <ModalFoot>
        <ModalCancel />
        <Button kind="primary" type="submit" disabled={save.isPending}>
          登録する
        </Button>
      </ModalFoot>
    </Form>
  )
}
