import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { answerLabels } from '@toguchi/domain/answers/labels'
import { useForm } from 'react-hook-form'
import { invalidate, useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { Form } from '../../ui/form/Form.tsx'

interface Props {
  call: { id: number; room_name: string; caller: string | null; contents: string | null }
  onClose: () => void
}

/** The caller was called back: what came of it, for whoever takes the next call. */
export const CalledBackModal = ({ call, onClose }: Props) => {
  const form = useForm({ defaultValues: { call_back_result: '' } })
  const save = useApiMutation('POST /api/calls/:id/called_back', {
    invalidates: ['GET /api/calls', 'GET /api/dashboard', 'GET /api/constructions/:construction_id/rooms/:room_id/answers'],
    errors: 'caller',
    onSuccess: onClose,
    // Most likely a colleague was quicker.
    onError: () => void invalidate(['GET /api/calls']),
  })
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(call.room_name)}　折り返しを対応済みにする`} width={480} testId="called-back">
      <Form
        form={form}
        resource="call"
        error={save.error}
        onSubmit={({ call_back_result }) => save.mutate({ params: { id: call.id }, body: { call: { call_back_result } } })}
      >
        <p>
          {call.caller ?? '―'}　{call.contents}
        </p>
        <TextareaField
          name="call_back_result"
          label={answerLabels.call_back_result}
          rows={3}
          maxLength={2000}
          help="つながらなかったときも、その旨を残せます。"
        />
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={save.isPending}>
            対応済みにする
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
