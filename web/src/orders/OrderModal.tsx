import { transportLabels } from '@toguchi/domain/messages/labels'
import { formatDayLong, formatInstant } from '@toguchi/domain/calendar/day'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatYen } from '@toguchi/domain/money/tax'
import { paymentVoidMinutes, refundMethodLabels, refundReasonLabels, refundStateLabels } from '@toguchi/domain/orders/labels'
import { payMethodLabels } from '@toguchi/domain/money/pay-method'
import { after, isUnfinished, receiptWhileCancelingText } from '@toguchi/domain/orders/transitions'
import { canDecideOrders, canOrderForResident } from '@toguchi/domain/orders/policy'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../site/paths.ts'
import { DocumentJobButton } from '../documents/documents.tsx'
import { useActor } from '../platform/session/actor.ts'
import { newUuid } from '../platform/new-uuid.ts'
import { invalidate, q, send, useApiMutation } from '../platform/api/api.ts'
import { Notice } from '../ui/Alert.ts'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { Facts } from '../ui/layout/Facts.tsx'
import { Modal, ModalFoot, widestModal } from '../ui/dialog/Modal.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { ApplyCancelModal } from './cancelling/ApplyCancelModal.tsx'
import { type CancelDecision, DecideCancelModal } from './cancelling/DecideCancelModal.tsx'
import { orderChange, type WholeOrder } from './order-reads.ts'
import { AnswerDue } from './lists/AnswerDue.tsx'
import { OrderStatusBadge } from './OrderStatusBadge.tsx'
import { VoidPaymentModal } from './VoidPaymentModal.tsx'
import { Table } from '../ui/table/Table.tsx'
import styles from './OrderModal.module.css'

/** One order: its lines, its money, and what can be decided about it (G-ORD-14). */
export const OrderModal = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const { data } = useQuery(q('GET /api/orders/:id', { params: { id } }, { silent: true }))
  return (
    <Modal opened onClose={onClose} title="注文の内容" width={widestModal} testId="order-modal">
      {data === undefined ? <Spinner /> : <OrderDetail order={data.order} onClose={onClose} />}
    </Modal>
  )
}

const OrderDetail = ({ order, onClose }: { order: WholeOrder; onClose: () => void }) => (
  <>
    <Facts columns={2} facts={factsOf(order)} />
    <h3 className={styles.head}>申込みの内容</h3>
    <Table className={styles.lines} aria-label="申込みの内容" data-stack="false">
      <thead>
        <tr>
          <th scope="col">オプション</th>
          <th scope="col" data-align="right">
            本体価格
          </th>
          <th scope="col" data-align="right">
            税込
          </th>
        </tr>
      </thead>
      <tbody>
        {order.order_details.map(detail => (
          <tr key={detail.id}>
            <td>{detail.option_name}</td>
            <td data-align="right">{formatYen(detail.price)}</td>
            <td data-align="right">{formatYen(detail.price_in_tax)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>合計</td>
          <td />
          <td data-align="right">{formatYen(order.total_price_in_tax)}</td>
        </tr>
      </tfoot>
    </Table>
    <Money order={order} />
    <WhyNoCancel order={order} />
    <Actions order={order} onClose={onClose} />
  </>
)

const factsOf = (order: WholeOrder) =>
  [
    ['状態', <OrderStatusBadge key="status" status={order.status} before={order.status_before_cancel} />],
    ...(order.cancel_answer_by === null ? [] : [['申請への返事', <AnswerDue key="answer" by={order.cancel_answer_by} />] as const]),
    ['支払方法', order.pay_method === null ? '不要（0円）' : payMethodLabels[order.pay_method]],
    [
      '部屋',
      <Link key="room" to={paths.room(order.construction_id, order.room_id)}>
        {order.building_name} {order.room_name}
      </Link>,
    ],
    ['居住者', order.resident_name],
    ['申込日時', formatInstant(new Date(order.created_at))],
    ['支払期限', order.payment_period_end_on === null ? null : formatDayLong(order.payment_period_end_on)],
    ['入金日時', order.completion_at === null ? null : formatInstant(new Date(order.completion_at))],
    ['通知方法', order.contact === null ? '連絡先なし：書面' : transportLabels[order.contact]],
    ...(order.canceled_at === null ? [] : [['キャンセル日時', formatInstant(new Date(order.canceled_at))] as const]),
    ...(order.collected_by === null ? [] : [['集金した人', order.collected_by] as const]),
    ...(order.failure_reason === null ? [] : [['決済の結果', order.failure_reason] as const]),
  ] as const

/** Every yen that came or went, and what still has to go (D-09). */
const Money = ({ order }: { order: WholeOrder }) => {
  const waiting = order.refunds.filter(refund => refund.state !== 'done')
  if (order.ledger.length === 0 && waiting.length === 0) return null
  return (
    <>
      <h3 className={styles.head}>入出金</h3>
      <ul className={styles.ledger}>
        {order.ledger.map(entry => (
          <li key={entry.id} data-kind={entry.kind}>
            <span>{formatInstant(new Date(entry.at))}</span>
            <span>
              {entryLabel(entry)}（{payMethodLabels[entry.pay_method]}）
            </span>
            <strong>{formatYen(entry.kind === 'payment' ? entry.amount : -entry.amount)}</strong>
          </li>
        ))}
        {waiting.map(refund => (
          <li key={`refund-${refund.id}`} data-kind="waiting">
            <span>{refundStateLabels[refund.state]}</span>
            <span>
              {refundMethodLabels[refund.refund_method]}（{refundReasonLabels[refund.reason]}）
            </span>
            <strong>{formatYen(-refund.amount)}</strong>
          </li>
        ))}
      </ul>
    </>
  )
}

const entryLabel = ({ kind, amount }: WholeOrder['ledger'][number]): string =>
  kind === 'refund' ? '返金' : amount < 0 ? '入金の取り消し' : '入金'

/** Beside the button that waits for it: who has somebody on the line reads it out. */
const WhyNoCancel = ({ order }: { order: WholeOrder }) => {
  const actor = useActor()
  return order.why_no_cancel !== null && canApplyForCancel(actor, order) ? <Notice as="p">{order.why_no_cancel}</Notice> : null
}

const isCancellable = ({ status }: WholeOrder): boolean => status === 'unpaid' || status === 'paid'
const canApplyForCancel = (actor: Parameters<typeof canOrderForResident>[0], order: WholeOrder): boolean =>
  canOrderForResident(actor) && isCancellable(order)

/** Whose money, and what comes of it. */
const recordingText = ({ building_name, room_name, resident_name, contact, is_of_former_resident }: WholeOrder): string =>
  [
    `${building_name} ${addressedRoom(room_name)}${resident_name === null ? '' : `（${resident_name}様）`}。`,
    '入金日時は現在になります。',
    contact === null
      ? is_of_former_resident
        ? ''
        : 'お支払いの確認の書面は「送信状況」で印刷できます。'
      : `居住者には、${paymentVoidMinutes}分後（夜間は翌朝）にお支払いの確認を${transportLabels[contact]}でお知らせします。それまでに入金を取り消すと、送られません。`,
  ].join('')

const Actions = ({ order, onClose }: { order: WholeOrder; onClose: () => void }) => {
  const actor = useActor()
  const [dialog, ask] = useConfirm()
  const record = useApiMutation('PATCH /api/orders/:id/payment', orderChange)
  const [task, setTask] = useState<CancelDecision | 'apply' | 'void' | null>(null)
  /** A receipt that was asked for and not answered: asking again is the same one. */
  const request = useRef<string | null>(null)
  const params = { id: order.id }
  const applied = order.status === 'cancel_application'
  const inHand = order.pay_method === 'cash' || order.pay_method === 'other'
  const decides = canDecideOrders(actor)
  const isCancelledByOffice = applied || isCancellable(order) || isUnfinished(order.status)
  const done = () => setTask(null)
  return (
    <ModalFoot>
      {dialog}
      {task === 'apply' ? <ApplyCancelModal id={order.id} onClose={done} /> : null}
      {task === 'void' ? <VoidPaymentModal order={order} onClose={done} /> : null}
      {task === 'accept' || task === 'reject' ? <DecideCancelModal order={order} decision={task} onClose={done} /> : null}
      <Button onClick={onClose}>閉じる</Button>
      {decides && order.has_receipt ? (
        <DocumentJobButton
          name={`receipt/${order.id}`}
          label={order.receipts.length === 0 ? '領収書' : '領収書（再発行）'}
          reason={applied ? receiptWhileCancelingText : null}
          ask={async () =>
            order.receipts.length === 0 ||
            request.current !== null ||
            (await ask({
              title: '領収書を再発行します。よろしいですか？',
              text: '発行済みの領収書と同じ番号で、「再発行」と記載されます。再発行したことは部屋の履歴に残ります。',
              confirm: '再発行する',
            }))
          }
          start={async () => {
            request.current ??= newUuid()
            const begun = await send('POST /api/orders/:id/receipt', { params, body: { request_id: request.current } })
            request.current = null
            await invalidate(['GET /api/orders/:id', 'GET /api/constructions/:construction_id/rooms/:room_id/events'])
            return begun
          }}
        />
      ) : null}
      {decides && after(order, 'void_payment') !== null ? (
        <Button onClick={() => setTask('void')} reason={order.why_no_void}>
          入金を取り消す
        </Button>
      ) : null}
      {canApplyForCancel(actor, order) ? (
        <Button onClick={() => setTask('apply')} reason={order.why_no_cancel} saidBeside>
          キャンセル申請を登録
        </Button>
      ) : null}
      {decides && applied ? <Button onClick={() => setTask('reject')}>キャンセル申請を却下</Button> : null}
      {decides && isCancelledByOffice ? (
        <Button kind="danger" onClick={() => setTask('accept')}>
          {applied ? 'キャンセル申請を承認' : '注文をキャンセル'}
        </Button>
      ) : null}
      {decides && order.status === 'unpaid' && inHand ? (
        <Button
          kind="primary"
          onClick={() =>
            void ask({
              title: `${formatYen(order.total_price_in_tax)}の入金を登録します。よろしいですか？`,
              text: recordingText(order),
              confirm: '登録する',
            }).then(sure => sure && record.mutate({ params, body: {} }))
          }
        >
          入金登録
        </Button>
      ) : null}
    </ModalFoot>
  )
}
