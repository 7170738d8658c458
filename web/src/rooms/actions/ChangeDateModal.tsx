import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { OrderDecision } from '@toguchi/domain/rooms/order-decision'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useActor } from '../../platform/session/actor.ts'
import { invalidate, useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { OrderDecisionChoice } from '../../orders/orders.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { usePaperList } from '../../messages/messages.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { type ActingFor, ActingForFields, actingForOf } from '../../acting-for/acting-for.tsx'
import { type ChosenFrame, FreeFrames } from '../../schedule/schedule.ts'
import { type RoomDetail, roomReads } from '../../room-reads/room-reads.ts'
import { Help } from '../../ui/form/FieldParts.ts'
import { seenOf } from './seen-of.ts'

/** Free frames day by day, two taps for somebody on the line (D-22). */
export const ChangeDateModal = ({ room, onClose }: { room: RoomDetail; onClose: () => void }) => {
  const params = { construction_id: room.construction_id, room_id: room.id }
  const [chosen, setChosen] = useState<ChosenFrame | null>(null)
  /** The day is inside the preparation of ordered options: what becomes of them is said before anything is saved. */
  const [asked, setAsked] = useState(false)
  const [decision, setDecision] = useState<OrderDecision | null>(null)
  const isConfirmed = room.construction_schedule_confirmed_at !== null
  // Whoever sits at the switchboard has somebody on the line.
  const operator = useActor().kind === 'operator'
  const form = useForm<ActingFor>({ defaultValues: { channel: operator ? 'tel' : null, caller: '' } })
  const paperList = usePaperList(room.construction_id)
  const move = useApiMutation('PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
    invalidates: roomReads,
    onSuccess: onClose,
    leadsTo: ({ told }) => paperList(told === 'paper'),
    errors: 'caller',
    onError: ({ code }) => {
      if (code === 'orders_undecided') return setAsked(true)
      setChosen(null)
      void invalidate(roomReads)
    },
  })
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(room.name)}　日程の変更`} width={720}>
      <Form
        form={form}
        error={move.error}
        guard={false}
        onSubmit={values => {
          const decided = asked && decision !== null ? { order_decision: decision } : {}
          if (chosen !== null)
            move.mutate({
              params,
              body: { assign: chosen, seen: seenOf(room), seen_confirmed: isConfirmed, ...decided, ...actingForOf(values) },
            })
        }}
      >
        {isConfirmed ? <Help>この部屋の日程は確定しています。変更しても確定のままで、居住者にお知らせします。</Help> : null}
        <FreeFrames {...params} current={seenOf(room)} chosen={chosen} onChoose={setChosen} />
        {asked ? <OrderDecisionChoice room={room} change="move" value={decision} onChange={setDecision} /> : null}
        <FormGrid>
          <ActingForFields />
        </FormGrid>
        <ModalFoot>
          <ModalCancel />
          <Button
            kind="primary"
            type="submit"
            disabled={move.isPending}
            reason={chosen === null ? '日時を選んでください' : asked && decision === null ? '注文をどうするか選んでください' : null}
          >
            この日時に変更する
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
