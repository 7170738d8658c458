import { tooFewFramesText } from '@toguchi/domain/schedule/construction-order'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { scheduleLabels } from '@toguchi/domain/schedule/labels'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { type AnswerOf, q } from '../../platform/api/api.ts'
import { Alert } from '../../ui/Alert.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { Select } from '../../ui/form/Control.ts'
import { FieldBox, Help, Label } from '../../ui/form/FieldParts.ts'
import { Stack } from '../../ui/layout/Layout.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { Table } from '../../ui/table/Table.tsx'
import type { RoomMove } from '../draft/moves.ts'
import { placeText } from '../editing/use-moving.ts'
import { roomsOf } from './frame-supply.ts'
import { orderChoice } from './GenerateForm.tsx'
import { type RebuildMove, rebuildMovesOf } from './rebuild-moves.ts'
import styles from './RebuildModal.module.css'
import { SequencePreview } from './SequencePreview.tsx'

interface Props {
  schedule: DetailSchedule
  /** Lays the moves into a draft; the modal closes itself. */
  onPropose: (moves: readonly RoomMove[]) => void
  onClose: () => void
}

const orders = q('GET /api/construction_orders', { query: { exclude_pagination: true } })

/**
 * A schedule that households were told of is made anew as a draft: what moves is named here, and who is told how when it is saved
 * (decision 091).
 */
export const RebuildModal = ({ onClose, ...props }: Props) => {
  const { data } = useQuery(orders)
  return (
    <Modal opened onClose={onClose} title="工程表を作り直す" width={760} testId="rebuild-modal">
      {data === undefined ? <Spinner /> : <Rebuild orders={data.construction_orders} onClose={onClose} {...props} />}
    </Modal>
  )
}

type Order = AnswerOf<'GET /api/construction_orders'>['construction_orders'][number]

const Rebuild = ({ schedule, orders: choices, onPropose, onClose }: Props & { orders: readonly Order[] }) => {
  const id = useId()
  const [order, choose] = useState(choices[0])
  const { moves, missing } = useMemo(
    () => (order === undefined ? { moves: [], missing: 0 } : rebuildMovesOf(schedule, order)),
    [schedule, order],
  )
  const whyNot =
    order === undefined ? '施工順を登録してください' : missing > 0 ? '枠が足りません' : moves.length === 0 ? '動く部屋がありません' : null
  return (
    <Stack>
      <p>
        確定した工程表なので、作り直した案は下書きに入ります。だれに何で知らせるかは「変更を保存」で確かめ、保存後も10分間は元に戻せます。
      </p>
      <FieldBox>
        <Label htmlFor={id}>{scheduleLabels.construction_order_id}</Label>
        <Select id={id} value={order?.id ?? ''} onChange={event => choose(choices.find(each => String(each.id) === event.target.value))}>
          {choices.map(orderChoice).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </FieldBox>
      {order === undefined ? null : <SequencePreview schedule={schedule} order={order} />}
      <Help>
        日程確定済み・完了済み・日程固定の部屋、予備枠の部屋、希望に合う日の部屋、今日までの部屋は動きません。希望のある部屋は、希望に合う日だけに動きます。時間枠は「工程の設定」で変更します。
      </Help>
      {missing > 0 ? <Alert role="alert">{tooFewFramesText(missing)}</Alert> : <Moves schedule={schedule} moves={moves} />}
      <ModalFoot>
        <ModalCancel />
        <Button
          kind="primary"
          reason={whyNot}
          onClick={() => {
            onPropose(moves.map(({ room, to }) => ({ roomId: room.id, to })))
            onClose()
          }}
        >
          下書きに入れる{moves.length === 0 ? '' : `（${moves.length}戸）`}
        </Button>
      </ModalFoot>
    </Stack>
  )
}

/** Which rooms move, before → after, and how many do not. */
const Moves = ({ schedule, moves }: { schedule: DetailSchedule; moves: readonly RebuildMove[] }) => (
  <section aria-label="動く部屋">
    <p role="status">
      <strong>{moves.length}戸が動きます。</strong>
      {roomsOf(schedule).length - moves.length}戸は今の枠のままです。
    </p>
    {moves.length === 0 ? null : (
      <div className={styles.moves} tabIndex={0} role="region" aria-label="動く部屋の一覧">
        <Table>
          <thead>
            <tr>
              <th scope="col">部屋</th>
              <th scope="col">変更前 → 変更後</th>
            </tr>
          </thead>
          <tbody>
            {moves.map(({ room, from, to }) => (
              <tr key={room.id}>
                <th scope="row">{room.name}</th>
                <td>
                  {placeText(from, schedule)}
                  <span aria-hidden="true"> → </span>
                  <span className="sr-only">から</span>
                  <b>{placeText(to, schedule)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    )}
  </section>
)
