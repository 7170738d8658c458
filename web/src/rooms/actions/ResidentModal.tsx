import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { genderLabels, genders, ownOrRentLabels, ownOrRent, residentLabels } from '@toguchi/domain/residents/labels'
import { useForm } from 'react-hook-form'
import { useApiMutation } from '../../platform/api/api.ts'
import { Consents } from '../../legal-texts/legal-texts.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { RadioField } from '../../ui/form/fields/RadioField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { type ActingFor, ActingForFields, actingForOf } from '../../acting-for/acting-for.tsx'
import { type RoomDetail, roomReads } from '../../room-reads/room-reads.ts'

interface Values extends ActingFor {
  name: string
  name_kana: string
  phone: string
  email: string
  gender: string
  own_or_rent: string
}

/** Who lives here, typed in for people without the internet too (G-RES-18, D-22). */
export const ResidentModal = ({ room, onClose }: { room: RoomDetail; onClose: () => void }) => {
  const { resident } = room
  const form = useForm<Values>({
    defaultValues: {
      name: resident?.name ?? '',
      name_kana: resident?.name_kana ?? '',
      phone: resident?.phone ?? '',
      email: resident?.email ?? '',
      gender: resident?.gender ?? 'male',
      own_or_rent: resident?.own_or_rent ?? 'own',
      channel: null,
      caller: '',
    },
  })
  const save = useApiMutation('PATCH /api/constructions/:construction_id/rooms/:room_id/resident', {
    invalidates: roomReads,
    onSuccess: onClose,
    errors: 'caller',
  })
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(room.name)}　居住者`} width={640}>
      <Form
        form={form}
        resource="resident"
        error={save.error}
        guard={false}
        onSubmit={({ channel, caller, gender, own_or_rent, ...person }) =>
          save.mutate({
            params: { construction_id: room.construction_id, room_id: room.id },
            body: {
              resident: {
                ...person,
                gender: genders.find(key => key === gender) ?? null,
                own_or_rent: ownOrRent.find(key => key === own_or_rent) ?? null,
              },
              ...actingForOf({ channel, caller }),
            },
          })
        }
      >
        <FormGrid>
          <TextField name="name" label={residentLabels.name} required />
          <TextField name="name_kana" label={residentLabels.name_kana} />
          <TextField name="phone" label={residentLabels.phone} type="tel" inputMode="tel" />
          <TextField name="email" label={residentLabels.email} type="email" />
          <RadioField name="gender" label={residentLabels.gender} options={genders.map(value => ({ value, label: genderLabels[value] }))} />
          <RadioField
            name="own_or_rent"
            label={residentLabels.own_or_rent}
            options={ownOrRent.map(value => ({ value, label: ownOrRentLabels[value] }))}
          />
          <ActingForFields />
        </FormGrid>
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={save.isPending}>
            保存する
          </Button>
        </ModalFoot>
      </Form>
      <Consents construction_id={room.construction_id} room_id={room.id} />
    </Modal>
  )
}
