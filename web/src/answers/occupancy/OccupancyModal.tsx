import { formatDayLong, formatTimeFrame } from '@toguchi/domain/calendar/day'
import type { OrderDecision } from '@toguchi/domain/rooms/order-decision'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import {
  contactOutcomeLabels,
  contactOutcomes,
  isAway,
  occupancies,
  occupancyFieldLabels as labels,
  occupancyLabels,
  openerLabels,
  openers,
} from '@toguchi/domain/rooms/occupancy/occupancy'
import { useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { OrderDecisionChoice } from '../../orders/orders.tsx'
import { useApiMutation } from '../../platform/api/api.ts'
import { type RoomDetail, roomReads } from '../../room-reads/room-reads.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { RadioField } from '../../ui/form/fields/RadioField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { CheckLabel, Help } from '../../ui/form/FieldParts.ts'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { Stack } from '../../ui/layout/Layout.ts'
import { ZipcodeAndAddress } from '../../zipcodes/zipcodes.tsx'

interface Values {
  occupancy: string
  opener: string | null
  opener_note: string
  contact_outcome: string | null
  outcome_note: string
  owner_name: string
  owner_name_kana: string
  owner_zipcode: string
  owner_address: string
  owner_phone: string
  owner_email: string
}

/** 空室, 連絡不能 and their like, and to whom the letters go then (D-37). */
export const OccupancyModal = ({ room, onClose }: { room: RoomDetail; onClose: () => void }) => {
  const form = useForm<Values>({ defaultValues: valuesOf(room.occupancy) })
  const [decision, setDecision] = useState<OrderDecision | null>(null)
  const [freesFrame, setFreesFrame] = useState(false)
  const outcome = useWatch({ control: form.control, name: 'contact_outcome' })
  const refuses = outcome === 'refused' && room.occupancy.contact_outcome !== 'refused' && room.status !== 'completed'
  const save = useApiMutation('PATCH /api/constructions/:construction_id/rooms/:room_id/occupancy', {
    invalidates: [
      ...roomReads,
      'GET /api/constructions/:construction_id/answer_board',
      'GET /api/constructions/:construction_id/distribution_sheets',
    ],
    errors: 'caller',
    onSuccess: onClose,
  })
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(room.name)}　入居状況・対応結果`} width={640} testId="occupancy-modal">
      <Form
        form={form}
        resource="occupancy"
        error={save.error}
        onSubmit={({ occupancy, opener, contact_outcome, ...texts }) =>
          save.mutate({
            params: { construction_id: room.construction_id, room_id: room.id },
            body: {
              occupancy: {
                ...texts,
                occupancy: occupancies.find(each => each === occupancy) ?? 'occupied',
                opener: openers.find(each => each === opener) ?? null,
                contact_outcome: contactOutcomes.find(each => each === contact_outcome) ?? null,
                lock_version: room.lock_version,
              },
              ...(refuses && decision !== null ? { order_decision: decision } : {}),
              ...(refuses && freesFrame ? { frees_frame: true } : {}),
            },
          })
        }
      >
        <Fields control={form.control} />
        {refuses ? <OrderDecisionChoice room={room} change="put off" value={decision} onChange={setDecision} /> : null}
        {refuses && room.assign !== null ? (
          <CheckLabel>
            <input type="checkbox" checked={freesFrame} onChange={event => setFreesFrame(event.target.checked)} />
            工事日の枠を空ける（{formatDayLong(room.assign.date)} {formatTimeFrame(room.assign.start_at, room.assign.end_at)}）
          </CheckLabel>
        ) : null}
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={save.isPending}>
            保存する
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}

const Fields = ({ control }: { control: Control<Values> }) => {
  const [chosen, outcome] = useWatch({ control, name: ['occupancy', 'contact_outcome'] })
  const away = occupancies.some(each => each === chosen && isAway(each))
  return (
    <Stack>
      <FormGrid>
        <RadioField
          name="occupancy"
          label={labels.occupancy}
          wide
          options={occupancies.map(value => ({ value, label: occupancyLabels[value] }))}
        />
        {away ? (
          <>
            <SelectField
              name="opener"
              label={labels.opener}
              placeholder="未定"
              options={openers.map(value => ({ value, label: openerLabels[value] }))}
            />
            <TextField name="opener_note" label={labels.opener_note} placeholder="当日9時に管理室で鍵を借りる など" maxLength={500} />
          </>
        ) : null}
        <SelectField
          name="contact_outcome"
          label={labels.contact_outcome}
          placeholder="なし"
          options={contactOutcomes.map(value => ({ value, label: contactOutcomeLabels[value] }))}
        />
        {outcome === null ? null : (
          <TextareaField name="outcome_note" label={labels.outcome_note} required={outcome === 'refused'} maxLength={500} />
        )}
      </FormGrid>
      <h3>別の場所にお住まいの所有者</h3>
      <Help>氏名と住所を登録すると、所有者あての書面も印刷します。{away ? 'この住戸あての書面とお電話は止まります。' : null}</Help>
      <FormGrid>
        <TextField name="owner_name" label={labels.owner_name} maxLength={100} />
        <TextField name="owner_name_kana" label={labels.owner_name_kana} maxLength={100} />
        <ZipcodeAndAddress
          zipcode="owner_zipcode"
          address="owner_address"
          zipcodeLabel={labels.owner_zipcode}
          addressLabel={labels.owner_address}
        />
        <TextField name="owner_phone" label={labels.owner_phone} type="tel" inputMode="tel" />
        <TextField name="owner_email" label={labels.owner_email} type="email" />
      </FormGrid>
    </Stack>
  )
}

const valuesOf = ({ occupancy, opener, opener_note, contact_outcome, outcome_note, owner }: RoomDetail['occupancy']): Values => ({
  occupancy,
  opener,
  opener_note: opener_note ?? '',
  contact_outcome,
  outcome_note: outcome_note ?? '',
  owner_name: owner?.name ?? '',
  owner_name_kana: owner?.name_kana ?? '',
  owner_zipcode: owner?.zipcode ?? '',
  owner_address: owner?.address ?? '',
  owner_phone: owner?.phone ?? '',
  owner_email: owner?.email ?? '',
})
