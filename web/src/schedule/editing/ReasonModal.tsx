import { moveReasonLabels } from '@toguchi/domain/schedule/placement'
import { type FormEvent, useId, useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../ui/Modal.tsx'
import type { Undecided } from './use-moving.ts'

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

const ReasonForm = ({ undecided: { verdict, where }, onDecide, onClose }: Props & { undecided: Undecided }) => {
  const id = useId()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') setMissing(true)
    else onDecide(reason.trim())
  }
  return (
    <form onSubmit={submit} className="k-stack">
      <p>
        {verdict.moves.length}戸を{where}へ移動します。次の部屋は、理由がなければ移動できません。
      </p>
      <ul className="sg-reasons">
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
      <div className="k-field">
        <label className="k-label" htmlFor={id}>
          理由 <span className="k-required">必須</span>
        </label>
        <textarea
          id={id}
          className="k-input"
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
          <p className="k-error" role="alert">
            理由を入力してください
          </p>
        ) : (
          <p className="k-help">部屋の履歴に残ります。居住者には表示されません。</p>
        )}
      </div>
      <ModalFoot>
        <Button onClick={onClose}>移動をやめる</Button>
        <Button kind="primary" type="submit">
          この理由で移動
        </Button>
      </ModalFoot>
    </form>
  )
}
