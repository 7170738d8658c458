import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatYen } from '@toguchi/domain/money/tax'
import { type PayMethod, payMethodLabels } from '@toguchi/domain/money/pay-method'
import { whyNotOffered } from '@toguchi/domain/orders/pay-methods'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { q, useApiMutation } from '../platform/api/api.ts'
import { newUuid } from '../platform/new-uuid.ts'
import { type Channel, ContactFields, spokenFor } from '../acting-for/acting-for.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { RadioField } from '../ui/form/fields/RadioField.tsx'
import { Modal, ModalCancel, ModalFoot, ModalGuard } from '../ui/dialog/Modal.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { orderReads } from './order-reads.ts'
import { Alert } from '../ui/Alert.ts'
import { Label } from '../ui/form/FieldParts.ts'
import styles from './PlaceOrderModal.module.css'
import { OrdersTotal } from './OrdersTotal.ts'

interface Props {
  room: { id: number; construction_id: number; name: string }
  onClose: () => void
}

interface Values {
  pay_method: PayMethod
  channel: Channel
  caller: string
}

const methods = ['other', 'cash'] as const

/** Orders for a resident who called or wrote (D-22); cards and stores are paid on the resident's own page. */
export const PlaceOrderModal = ({ room, onClose }: Props) => {
  const params = { construction_id: room.construction_id, room_id: room.id }
  const { data } = useQuery(q('GET /api/constructions/:construction_id/rooms/:room_id/options', { params }, { silent: true }))
  // One wish is one order, however often it is sent; another choice or another way to pay is another wish.
  const request = useRef({ wish: '', id: '' })
  const requestOf = (pay_method: PayMethod): string => {
    const wish = JSON.stringify([pay_method, ...[...chosen].toSorted((a, b) => a - b)])
    if (request.current.wish !== wish) request.current = { wish, id: newUuid() }
    return request.current.id
  }
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const form = useForm<Values>({ defaultValues: { pay_method: 'other', channel: 'tel', caller: '' } })
  const save = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/orders', {
    invalidates: orderReads,
    errors: 'caller',
    onSuccess: onClose,
  })
  const options = data?.constructions_options ?? []
  const whyNotOrder = data?.why_no_option_order ?? null
  const total = options.filter(({ id }) => chosen.has(id)).reduce((sum, option) => sum + option.price_in_tax, 0)
  const offered = data === undefined ? [] : methods.filter(method => whyNotOffered(method, data.pay_facts, total) === null)
  const choose = (id: number, on: boolean) => setChosen(before => new Set(on ? [...before, id] : [...before].filter(other => other !== id)))
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(room.name)}　オプションの申込み`} width={640} testId="place-order">
      {data === undefined ? <Spinner /> : null}
      {whyNotOrder === null ? null : <Alert as="p">{whyNotOrder}</Alert>}
      {data !== undefined && options.length === 0 ? <EmptyState title="この工事にはオプションがありません。" /> : null}
      <Form
        form={form}
        resource="order"
        error={save.error}
        guard={chosen.size > 0}
        onSubmit={({ pay_method, channel, caller }) =>
          save.mutate({
            params,
            body: {
              order: {
                ...(total === 0 ? {} : { pay_method }),
                request_id: requestOf(pay_method),
                order_details_attributes: [...chosen].map(constructions_option_id => ({ constructions_option_id })),
              },
              acting_for: spokenFor({ channel, caller }),
            },
          })
        }
      >
        <ModalGuard watching={chosen.size > 0 && !save.isSuccess} />
        <fieldset className={styles.placeOptions}>
          <Label as="legend">オプション</Label>
          {options.map(option => (
            <label key={option.id}>
              <input
                type="checkbox"
                checked={option.ordered || chosen.has(option.id)}
                disabled={option.ordered}
                onChange={event => choose(option.id, event.target.checked)}
              />
              <span>{option.option_name}</span>
              <span>{option.ordered ? '申込済み' : formatYen(option.price_in_tax)}</span>
            </label>
          ))}
        </fieldset>
        <OrdersTotal>
          合計（税込）<strong>{formatYen(total)}</strong>
        </OrdersTotal>
        <RadioField
          name="pay_method"
          label="支払方法"
          options={offered.map(value => ({ value, label: payMethodLabels[value] }))}
          help="クレジットカードとコンビニ払いは、居住者ページからお申し込みいただけます。"
        />
        <FormGrid>
          <ContactFields />
        </FormGrid>
        <ModalFoot>
          <ModalCancel />
          <Button
            kind="primary"
            type="submit"
            disabled={save.isPending}
            reason={whyNotOrder ?? (chosen.size === 0 ? 'オプションを選択してください' : null)}
            saidBeside={whyNotOrder !== null}
          >
            申し込む
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
