import { keyLabels } from '@toguchi/domain/keys/labels'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { SignaturePad } from '../../ui/files/SignaturePad.tsx'
import { Button } from '../../ui/Button.tsx'
import { FileDrop } from '../../ui/files/FileDrop.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Modal, ModalCancel, ModalFoot, ModalGuard } from '../../ui/dialog/Modal.tsx'
import { ScarceRoom } from '../../ui/unsent/ScarceRoom.tsx'
import { ErrorText } from '../../ui/form/FieldParts.ts'
import styles from './KeyModal.module.css'
import { type KeyRoom, useHandOver } from './use-hand-over.ts'

interface Props {
  room: KeyRoom
  /** Which key goes back; null: one is received. `out`: the one that was received on this device and has no number yet. */
  custodyId: number | 'out' | null
  onClose: () => void
}

/** A key changes hands: who, the signature, and a photo of it (feature 11). */
export const KeyModal = ({ room, custodyId, onClose }: Props) => {
  const receiving = custodyId === null
  const [sign, setSign] = useState<string | null>(null)
  const [photo, setPhoto] = useState<File[]>([])
  const form = useForm<{ received_from: string; returned_to: string; note: string }>({
    defaultValues: { received_from: '', returned_to: '', note: '' },
  })
  const { receive, giveBack, giveBackOut } = useHandOver(room, onClose)
  const params = { construction_id: room.construction_id, room_id: room.room_id }
  const error = receive.error ?? giveBack.error ?? giveBackOut.error
  const [file] = photo
  const name = receiving ? 'received_from' : 'returned_to'
  const who = useWatch({ control: form.control, name })
  // What the server would refuse is not kept on a phone, where nobody could mend it after the house is left.
  const why =
    who.trim() === ''
      ? `「${keyLabels[name]}」を入力してください`
      : sign === null
        ? 'サインを入力してください'
        : file === undefined
          ? '鍵の写真を撮影してください'
          : null
  return (
    <Modal opened onClose={onClose} title={receiving ? '鍵を預かる' : '鍵を返却する'} width={560} testId="key-modal">
      <Form
        form={form}
        resource="key_custody"
        error={error}
        guard={false}
        onSubmit={({ received_from, returned_to, note }) => {
          if (why !== null || sign === null || file === undefined) return
          const files = { 'key_custody[photo]': file }
          if (receiving) return receive.mutate({ params, body: { key_custody: { received_from, signature: sign, note } }, files })
          const given = { body: { key_custody: { returned_to, signature: sign } }, files }
          if (custodyId === 'out') giveBackOut.mutate({ params, ...given })
          else giveBack.mutate({ params: { ...params, id: custodyId }, ...given })
        }}
      >
        <ScarceRoom />
        <ModalGuard watching={sign !== null || photo.length > 0} />
        <FormGrid>
          {receiving ? (
            <>
              <TextField name="received_from" label={keyLabels.received_from} required maxLength={100} />
              <TextField name="note" label={keyLabels.note} placeholder="玄関・補助錠の2本 など" />
            </>
          ) : (
            <TextField name="returned_to" label={keyLabels.returned_to} required maxLength={100} />
          )}
        </FormGrid>
        <div className={styles.photo}>
          <FileDrop
            label={`${keyLabels.photo}（必須）`}
            files={photo}
            onChange={setPhoto}
            accept="image/jpeg,image/png"
            name="key_custody[photo]"
            camera
            errors={error?.fields['photo'] ?? []}
          />
        </div>
        <p className={styles.sign}>{keyLabels.signature}（必須）</p>
        <SignaturePad onChange={setSign} />
        {error?.fields['signature']?.map(text => (
          <ErrorText role="alert" key={text}>
            {keyLabels.signature}
            {text}
          </ErrorText>
        ))}
        <ModalFoot>
          <ModalCancel />
          <Button
            kind="primary"
            type="submit"
            disabled={[receive, giveBack, giveBackOut].some(({ isPending, isSuccess }) => isPending || isSuccess)}
            reason={why}
          >
            {receiving ? '預かりを登録する' : '返却を登録する'}
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
