import { answerLabels, mostSlipsAtOnce, pileUndoMinutes } from '@toguchi/domain/answers/labels'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useApiMutation } from '../../platform/api/api.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { DateField } from '../../ui/form/fields/DateField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { Actions, Stack } from '../../ui/layout/Layout.ts'
import { answerReads, type BoardRoom } from '../answer-reads.ts'
import styles from './UnansweredRooms.module.css'

interface Props {
  constructionId: number
  /** Those that are ticked. */
  rooms: readonly BoardRoom[]
  /** Those that may be. */
  all: readonly BoardRoom[]
  onTick: (ids: readonly number[]) => void
}

/** Slips with the proposed date ticked, written down together, and taken back as long as nobody was told (O14). */
export const SlipPile = ({ constructionId, rooms, all, onTick }: Props) => {
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState<{ id: number; count: number } | null>(null)
  const undo = useApiMutation('DELETE /api/constructions/:construction_id/paper_acceptances/:id', {
    invalidates: answerReads,
    onSuccess: () => setDone(null),
  })
  const why =
    rooms.length === 0
      ? '回答票の届いた部屋を選んでください'
      : rooms.length > mostSlipsAtOnce
        ? `一度に登録できるのは${mostSlipsAtOnce}戸までです`
        : null
  const isAll = all.length > 0 && rooms.length === all.length
  return (
    <div className={styles.pile}>
      <Actions>
        <Button
          size="small"
          reason={all.length === 0 ? '工事日の決まった未回答の住戸はありません' : null}
          onClick={() => onTick(isAll ? [] : all.map(({ id }) => id))}
        >
          {isAll ? '選択を解除' : 'すべて選択'}
        </Button>
        <Button size="small" icon="check" reason={why} onClick={() => setAsking(true)}>
          {rooms.length === 0 ? 'この日程で承諾（書面）' : `選んだ${rooms.length}戸を「この日程で承諾（書面）」`}
        </Button>
        {done === null ? null : (
          <Button
            size="small"
            icon="undo"
            disabled={undo.isPending}
            onClick={() => undo.mutate({ params: { construction_id: constructionId, id: done.id } })}
          >
            {done.count}戸の登録を元に戻す（{pileUndoMinutes}分以内）
          </Button>
        )}
      </Actions>
      <p>回答票がまとめて届いたときは、部屋を選んで一度に登録できます。</p>
      {asking ? (
        <PileModal
          {...{ constructionId, rooms }}
          onClose={() => setAsking(false)}
          onDone={pile => {
            setAsking(false)
            setDone(pile)
            onTick([])
          }}
        />
      ) : null}
    </div>
  )
}

interface PileModalProps {
  constructionId: number
  rooms: readonly BoardRoom[]
  onClose: () => void
  onDone: (pile: { id: number; count: number } | null) => void
}

/** Names how many, and asks on which day they came in. */
const PileModal = ({ constructionId, rooms, onClose, onDone }: PileModalProps) => {
  const today = useConfiguration()?.today ?? ''
  const form = useForm<{ received_on: string | null }>({ defaultValues: { received_on: today } })
  const accept = useApiMutation('POST /api/constructions/:construction_id/paper_acceptances', {
    invalidates: answerReads,
    errors: 'caller',
    onSuccess: ({ pile_id, accepted }) => onDone(pile_id === null ? null : { id: pile_id, count: accepted }),
  })
  const slips = rooms.flatMap(({ id, date, construction_time_frame_id }) =>
    date === null || construction_time_frame_id === null ? [] : [{ id, seen: { date, construction_time_frame_id } }],
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${slips.length}戸を「この日程で承諾（書面）」として登録します。よろしいですか？`}
      width={520}
      testId="slip-pile"
    >
      <Form
        form={form}
        resource="paper_acceptance"
        error={accept.error}
        onSubmit={({ received_on }) =>
          accept.mutate({
            params: { construction_id: constructionId },
            body: { paper_acceptance: { rooms: slips, received_on: received_on ?? today } },
          })
        }
      >
        <Stack>
          <p>{`${rooms.map(({ name }) => name).join('、')}。日程が確定し、連絡先のある住戸には${pileUndoMinutes}分後に確認のお知らせを送ります。それまでは元に戻せます。`}</p>
          <DateField name="received_on" label={answerLabels.received_on} today={today} />
        </Stack>
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={accept.isPending}>
            {slips.length}戸を登録する
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
