import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatYen } from '@toguchi/domain/money/tax'
import { type RefundMethod, refundMethodLabels, refundReasonLabels, refundStateLabels } from '@toguchi/domain/orders/labels'
import { canDecideOrders } from '@toguchi/domain/orders/policy'
import { askResidentText } from '@toguchi/domain/orders/two-people'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useActor } from '../../platform/session/actor.ts'
import { useApiMutation } from '../../platform/api/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { orderChange, refundsOf, type RefundTask } from '../order-reads.ts'
import { RefundAccountModal } from './RefundAccountModal.tsx'
import { TableButton } from '../../ui/table/Table.tsx'
import { ErrorText, Help } from '../../ui/form/FieldParts.ts'
import { Actions } from '../../ui/layout/Layout.ts'
import { OrderRows } from '../OrderRows.ts'

/** Money that has to go back and has not yet: nobody looks for it in a list of orders (D-09). */
export const RefundTasks = ({ constructionId, onOrder }: { constructionId: number | null; onOrder: (id: number) => void }) => {
  const { data } = useQuery(refundsOf(constructionId))
  if (data === undefined || data.refunds.length === 0) return null
  return (
    <Section title={`返金の手続き（${data.refunds.length}件）`} name="refunds">
      <OrderRows>
        {data.refunds.map(task => (
          <li key={task.id} data-testid="refund-task" data-state={task.state}>
            <div>
              <TableButton onClick={() => onOrder(task.order_id)}>
                {constructionId === null ? `${task.order.building_name}　` : ''}
                {task.order.room_name}　{task.order.resident_name ?? ''}
              </TableButton>
              <p>
                <strong>{formatYen(task.amount)}</strong>
                <span>{refundReasonLabels[task.reason]}</span>
                <span>{refundMethodLabels[task.refund_method]}</span>
                <Badge tone={task.state === 'failed' ? 'red' : task.state === 'processing' ? 'blue' : 'amber'}>
                  {refundStateLabels[task.state]}
                </Badge>
              </p>
              {task.failure_reason === null ? null : <ErrorText>{task.failure_reason}</ErrorText>}
            </div>
            <RefundActions task={task} />
          </li>
        ))}
      </OrderRows>
    </Section>
  )
}

type Action = 'send' | 'settle' | 'transfer_instead'
const settled: Readonly<Record<RefundMethod, string>> = { card: '', bank_transfer: '振込済みにする', cash: '返金済みにする' }

/** Whose money, how much: the question stands over a list of many. */
const whose = ({ order: { room_name, resident_name }, amount }: RefundTask) =>
  `${addressedRoom(room_name)}${resident_name === null ? '' : `　${resident_name} 様`}　${formatYen(amount)}`
const questions: Readonly<Record<Action, (task: RefundTask) => { title: string; text: string; confirm: string }>> = {
  send: task => ({ title: 'カードへ返金します。よろしいですか？', text: whose(task), confirm: '返金する' }),
  settle: task =>
    task.refund_method === 'bank_transfer'
      ? {
          title: '振込済みにします。よろしいですか？',
          text: `${mustAskResident(task) ? askResidentText : ''}${whose(task)}。登録された口座は消去され、あとから見ることはできません。`,
          confirm: settled.bank_transfer,
        }
      : { title: '返金済みにします。よろしいですか？', text: whose(task), confirm: settled.cash },
  transfer_instead: task => ({ title: '銀行振込での返金に変更します。よろしいですか？', text: whose(task), confirm: '変更する' }),
}

const mustAskResident = ({ refund_method, account_writers }: RefundTask) => refund_method === 'bank_transfer' && account_writers.length > 0

/** What can be done with a refund now; operators look on (D-22). */
const RefundActions = ({ task }: { task: RefundTask }) => {
  const actor = useActor()
  const [dialog, ask] = useConfirm()
  const [reads, setReads] = useState(false)
  const act = useApiMutation('PATCH /api/refunds/:id', orderChange)
  if (!canDecideOrders(actor)) return null
  const waits = task.state === 'open' || task.state === 'failed'
  const whyNot = task.why_no_settlement
  const press = (action: Action) =>
    void ask(questions[action](task)).then(sure => sure && act.mutate({ params: { id: task.id }, body: { refund: { action } } }))
  return (
    <Actions>
      {dialog}
      {task.refund_method === 'bank_transfer' ? (
        <Button size="small" onClick={() => setReads(true)}>
          {task.has_account ? '口座を見る' : '口座を入力'}
        </Button>
      ) : null}
      {waits && task.refund_method !== 'bank_transfer' ? (
        <Button size="small" onClick={() => press('transfer_instead')}>
          振込に変更
        </Button>
      ) : null}
      {waits && task.refund_method === 'card' ? (
        <Button size="small" kind="primary" onClick={() => press('send')}>
          カードに返金
        </Button>
      ) : null}
      {waits && task.refund_method !== 'card' ? (
        <Button size="small" kind="primary" reason={whyNot} saidBeside onClick={() => press('settle')}>
          {settled[task.refund_method]}
        </Button>
      ) : null}
      {waits && whyNot !== null ? <Help>{whyNot}</Help> : null}
      {waits && whyNot === null && mustAskResident(task) ? <Help>{askResidentText}</Help> : null}
      {reads ? <RefundAccountModal task={task} onClose={() => setReads(false)} /> : null}
    </Actions>
  )
}
