import { type VerifiedFact, verifiedFactLabels, verifiedFacts } from '@toguchi/domain/access/verified-facts'
import { answerLabels } from '@toguchi/domain/answers/labels'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatYen } from '@toguchi/domain/money/tax'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { type Channel, ContactFields, spokenFor } from '../../acting-for/acting-for.tsx'
import { q, useApiMutation } from '../../platform/api/api.ts'
import { Alert } from '../../ui/Alert.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { RadioField } from '../../ui/form/fields/RadioField.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { Stack } from '../../ui/layout/Layout.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { orderChange, toldText, type WholeOrder } from '../order-reads.ts'

interface Props {
  id: number
  onClose: () => void
  /** Who is on the line, where that is known. */
  caller?: string
  /** By what they can be known; where nothing is known of the household, by anything. */
  facts?: readonly VerifiedFact[]
  /** What the search for them has told already. */
  fact?: VerifiedFact | null
}

/** A resident who called or wrote asks to cancel: written down for staff to decide (D-22). */
export const ApplyCancelModal = ({ id, ...asked }: Props) => {
  const { data } = useQuery(q('GET /api/orders/:id', { params: { id } }, { silent: true }))
  return (
    <Modal
      opened
      onClose={asked.onClose}
      title={data === undefined ? 'キャンセル申請の登録' : `${addressedRoom(data.order.room_name)}　キャンセル申請の登録`}
      width={480}
      testId="apply-cancel"
    >
      {data === undefined ? <Spinner /> : <Application order={data.order} {...asked} />}
    </Modal>
  )
}

interface Values {
  channel: Channel
  caller: string
  verified_fact: VerifiedFact | null
  reason: string
}

const Application = ({ order, caller = '', facts = verifiedFacts, fact = null, onClose }: Omit<Props, 'id'> & { order: WholeOrder }) => {
  const form = useForm<Values>({ defaultValues: { channel: 'tel', caller, verified_fact: fact, reason: '' } })
  const [channel, name, verified] = useWatch({ control: form.control, name: ['channel', 'caller', 'verified_fact'] })
  const isCall = channel === 'tel'
  const apply = useApiMutation('POST /api/orders/:id/cancel_application', { ...orderChange, onSuccess: onClose, errors: 'caller' })
  const options = order.order_details.map(({ option_name }) => option_name).join('、')
  return (
    <Form
      form={form}
      resource="order"
      error={apply.error}
      guard={false}
      onSubmit={({ reason, verified_fact, ...spoken }) =>
        apply.mutate({
          params: { id: order.id },
          body: {
            acting_for: spokenFor(spoken),
            order: { ...(reason.trim() === '' ? {} : { reason }), ...(isCall ? { verified_fact } : {}) },
          },
        })
      }
    >
      <Stack>
        {order.why_no_cancel === null ? null : <Alert as="p">{order.why_no_cancel}</Alert>}
        <p>
          <strong>{options}</strong>　{formatYen(order.total_price_in_tax)}（税込）
          {order.sales_amount > 0 ? `　入金済み ${formatYen(order.sales_amount)}` : '　未入金'}
        </p>
        <p>担当者が確認し、結果を居住者にお知らせします。それまで注文は「キャンセル申請中」になります。</p>
        <p>受け付けたことは、{toldText(order)}</p>
        <FormGrid>
          <ContactFields />
        </FormGrid>
        {isCall ? (
          <RadioField<Values>
            name="verified_fact"
            label={`${answerLabels.verified_fact}（ひとつお尋ねください）`}
            required
            options={facts.map(value => ({ value, label: verifiedFactLabels[value] }))}
          />
        ) : null}
        <TextareaField name="reason" label="理由" rows={2} maxLength={200} help="部屋の履歴に残ります。居住者には表示されません。" />
      </Stack>
      <ModalFoot>
        {/* 「キャンセル」 beside it could be either. */}
        <ModalCancel label="閉じる" />
        <Button
          kind="primary"
          type="submit"
          disabled={apply.isPending}
          reason={order.why_no_cancel ?? (isCall ? whyNot(name, verified) : null)}
        >
          キャンセル申請を登録
        </Button>
      </ModalFoot>
    </Form>
  )
}

/** Who calls is asked by name and by something that only the household can say, as the desk does (decision 017). */
const whyNot = (caller: string, fact: VerifiedFact | null): string | null =>
  caller.trim() === '' ? `${answerLabels.caller}を入力してください` : fact === null ? '本人確認を選んでください' : null
