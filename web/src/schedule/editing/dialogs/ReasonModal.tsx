import { RequiredMark } from '../../../ui/form/RequiredMark.tsx'
import { moveReasonLabels } from '@toguchi/domain/schedule/placement'
import { type FormEvent, useId, useState } from 'react'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../../ui/dialog/Modal.tsx'
import type { Undecided } from '../use-moving.ts'
import { Stack } from '../../../ui/layout/Layout.ts'
import { FieldBox, Label, ErrorText, Help } from '../../../ui/form/FieldParts.ts'
import { Textarea } from '../../../ui/form/Control.ts'
import styles from './ReasonModal.module.css'

interface Props {
  undecided: Undecided | null
  onDecide: (reason: string) => void
  onClose: () => void
}

/** Something stands against a move that a person may decide over: says what, and takes the reason that stays in the timeline. */
export const ReasonModal = ({ undecided, onDecide, onClose }: Props) => (
  <Modal opened={undecided !== null} onClose={onClose} title="理由を入力して移動" width={560} testId="reason-modal">
    {undecided === null ? null : <ReasonForm undecided={undecided} onDecide={onDecide} onClose={onClose} />}
  </Modal>
)

const ReasonForm = ({ undecided: { verdict, telling }, onDecide, onClose }: Props & { undecided: Undecided }) => {
  const id = useId()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') setMissing(true)
    else onDecide(reason.trim())
  }
  return (
    <Stack as="form" onSubmit={submit}>
      <p>{telling.task}次の部屋は、理由がなければ移動できません。</p>
      <ul className={styles.reasons}>
        {verdict.soft.map(({ room, reasons }) => (
          <li key={room.id}>
            <b>{room.name}</b>
            {reasons.map(each => (
              <Badge key={each} tone="amber">
                {moveReasonLabels[each]}
              </Badge>
            ))}
          </li>
        ))}
      </ul>
      <FieldBox>
        <Label htmlFor={id}>
          理由 <RequiredMark />
        </Label>
        <Textarea
          id={id}
          rows={3}
          maxLength={200}
          value={reason}
          data-autofocus
          aria-invalid={missing}
          onChange={event => {
            setReason(event.target.value)
            setMissing(false)
          }}
        />
        {missing ? (
          <ErrorText role="alert">理由を入力してください</ErrorText>
        ) : (
          <Help>部屋の履歴に残ります。居住者には表示されません。</Help>
        )}
      </FieldBox>
      <ModalFoot>
        <Button onClick={onClose}>移動をやめる</Button>
        <Button kind="primary" type="submit">
          この理由で移動
        </Button>
      </ModalFoot>
    </Stack>
  )
}
