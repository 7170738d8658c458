import { transportLabels } from '@toguchi/domain/messages/labels'
import { formatYen } from '@toguchi/domain/money/tax'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useApiMutation } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { Modal, ModalFoot } from '../ui/dialog/Modal.tsx'
import { TextareaField } from '../ui/form/fields/TextareaField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { orderChange, type WholeOrder } from './order-reads.ts'

/** Takes money that was recorded by mistake out of the books: says whose, what the resident hears of it, and takes the reason (decision 117). */
export const VoidPaymentModal = ({ order, onClose }: { order: WholeOrder; onClose: () => void }) => {
  const form = useForm({ defaultValues: { reason: '' } })
  const save = useApiMutation('PATCH /api/orders/:id/void_payment', { ...orderChange, onSuccess: onClose, errors: 'caller' })
  // The payment that the question is about, whatever the order becomes behind it.
  const [seen] = useState(order.completion_at)
  return (
    <Modal opened onClose={onClose} title="入金を取り消します。よろしいですか？" width={480} testId="void-payment">
      <Form
        form={form}
        resource="order"
        error={save.error}
        onSubmit={({ reason }) =>
          save.mutate({ params: { id: order.id }, body: { order: { reason, ...(seen === null ? {} : { completion_at: seen }) } } })
        }
      >
        <p>{whoseText(order)}</p>
        <p>{heardText(order)}</p>
        <TextareaField
          name="reason"
          label="理由"
          required
          rows={2}
          maxLength={200}
          help="部屋の履歴に残ります。居住者のページには表示されません。ほかの居住者の氏名や部屋番号は書かないでください。"
        />
        <ModalFoot>
          <Button onClick={onClose}>やめる</Button>
          <Button kind="danger" type="submit" disabled={save.isPending}>
            入金を取り消す
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}

const whoseText = ({ building_name, room_name, resident_name, total_price_in_tax, status }: WholeOrder): string => {
  const [becomes, instead] =
    status === 'cancel_application'
      ? ['未入金の注文のキャンセル申請に戻します', 'キャンセル申請を承認してください']
      : ['未入金に戻します', '注文をキャンセルしてください']
  return [
    `${building_name} ${addressedRoom(room_name)}${resident_name === null ? '' : `（${resident_name}様）`}の`,
    `入金${formatYen(total_price_in_tax)}を取り消し、${becomes}。`,
    `実際に受け取った代金を返すときは、入金を取り消さずに${instead}。`,
  ].join('')
}

const heardText = ({ contact, is_of_former_resident }: WholeOrder): string => {
  if (is_of_former_resident) return '申し込まれた方は退去されているため、お知らせは送りません。'
  return contact === null
    ? 'お支払いの確認の書面を印刷していたときは、取り消したことを知らせる書面を「送信状況」で印刷できます。'
    : `お支払いの確認をまだ送っていないときは送信を取りやめ、送ったあとは取り消したことを${transportLabels[contact]}でお知らせします。`
}
