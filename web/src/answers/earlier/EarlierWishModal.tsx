import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatDayWithoutYear } from '@toguchi/domain/calendar/day'
import { useForm, useWatch } from 'react-hook-form'
import { type Channel, ContactFields, spokenFor } from '../../acting-for/acting-for.tsx'
import { useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { CheckLabel, CheckRow, Help } from '../../ui/form/FieldParts.ts'
import { wishReads } from './earlier-wish-reads.ts'

interface Props {
  construction_id: number
  room: { id: number; name: string }
  /** Days that can be wished for. */
  days: readonly string[]
  chosen: readonly string[]
  /** Who is on the line. */
  caller?: string | undefined
  onClose: () => void
}

interface Values {
  channel: Channel
  caller: string
  dates: string[]
}

/** On which days a dwelling could be done earlier, as it was said on the telephone or on paper (decision 064). */
export const EarlierWishModal = ({ construction_id, room, days, chosen, caller = '', onClose }: Props) => {
  const form = useForm<Values>({
    defaultValues: { channel: 'tel', caller, dates: chosen.filter(day => days.includes(day)) },
  })
  const dates = useWatch({ control: form.control, name: 'dates' })
  const save = useApiMutation('PUT /api/constructions/:construction_id/rooms/:room_id/earlier_wish', {
    invalidates: wishReads,
    onSuccess: onClose,
    errors: 'caller',
  })
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(room.name)}　早い枠の希望の登録`} width={480} testId="earlier-wish">
      <Form
        form={form}
        resource="earlier_wish"
        error={save.error}
        guard={false}
        onSubmit={({ dates: wished, ...spoken }) =>
          save.mutate({
            params: { construction_id, room_id: room.id },
            body: { dates: wished.toSorted(), acting_for: spokenFor(spoken) },
          })
        }
      >
        <FormGrid>
          <ContactFields />
        </FormGrid>
        <Help>早くできる日を選んでください。枠が空くと、申込みの順に案内します。今の工事日はそのままです。</Help>
        <CheckRow role="group" aria-label="早くできる日">
          {days.map(day => (
            <CheckLabel key={day}>
              <input type="checkbox" value={day} {...form.register('dates')} />
              {formatDayWithoutYear(day)}
            </CheckLabel>
          ))}
        </CheckRow>
        <ModalFoot>
          <ModalCancel />
          <Button
            kind="primary"
            type="submit"
            disabled={save.isPending}
            reason={dates.length === 0 ? '日を1日以上選択してください' : undefined}
          >
            希望を登録
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
