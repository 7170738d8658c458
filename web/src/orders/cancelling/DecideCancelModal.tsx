import { formatYen } from '@toguchi/domain/money/tax'
import { useForm } from 'react-hook-form'
import { useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { orderChange, toldText, type WholeOrder } from '../order-reads.ts'

export type CancelDecision = 'accept' | 'reject'

interface Props {
  order: WholeOrder
  decision: CancelDecision
  onClose: () => void
}

/** Cancels an order, applied for or not, or refuses to: says what becomes of the money and who is told, and takes the reason. */
export const DecideCancelModal = ({ order, decision, onClose }: Props) => {
  const form = useForm({ defaultValues: { reason: '' } })
  const settings = { ...orderChange, onSuccess: onClose, errors: 'caller' as const }
  const cancel = useApiMutation('PATCH /api/orders/:id/cancel_order', settings)
  const reject = useApiMutation('PATCH /api/orders/:id/reject_cancel', settings)
  const save = decision === 'accept' ? cancel : reject
  const { title, text, confirm } = wordsOf(order, decision)
  return (
    <Modal opened onClose={onClose} title={title} width={480} testId="decide-cancel">
      <Form
        form={form}
        resource="order"
        error={save.error}
        onSubmit={({ reason }) => save.mutate({ params: { id: order.id }, body: reason.trim() === '' ? {} : { order: { reason } } })}
      >
        <p>{text}</p>
        <p>{toldText(order)}</p>
        <TextareaField name="reason" label="理由" rows={2} maxLength={200} help="部屋の履歴に残ります。居住者には表示されません。" />
        <ModalFoot>
          <Button onClick={onClose}>やめる</Button>
          <Button kind={decision === 'accept' ? 'danger' : 'primary'} type="submit" disabled={save.isPending}>
            {confirm}
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}

const wordsOf = ({ status, sales_amount }: WholeOrder, decision: CancelDecision) => {
  if (decision === 'reject')
    return { title: 'キャンセル申請を却下します。よろしいですか？', text: '注文は申請前の状態に戻ります。', confirm: '却下する' }
  const back = sales_amount > 0 ? formatYen(sales_amount) : null
  const applied = status === 'cancel_application'
  const [does, goesOn] = applied ? ['承認する', '承認して'] : ['注文を取り消す', '注文を取り消して']
  return {
    title: applied ? 'キャンセルを承認します。よろしいですか？' : '注文を取り消します。よろしいですか？',
    text: back === null ? '入金はないため、返金はありません。' : `入金済みの${back}の返金を始めます。`,
    confirm: back === null ? does : `${goesOn}${back}を返金`,
  }
}
