import { formatDayLong } from '@toguchi/domain/calendar/day'
import type { DetailSchedule, MoveChannel } from '@toguchi/domain/schedule/contract'
import { channelsFor, moveChannels } from '@toguchi/domain/schedule/channels'
import { moveAsksForDecision, type OrderDecision } from '@toguchi/domain/rooms/order-decision'
import { isSameTime, moveReasonLabels } from '@toguchi/domain/schedule/placement'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sheetsOf } from '../../../documents/documents.tsx'
import { OrderDecisionChoice } from '../../../orders/orders.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../../ui/dialog/Modal.tsx'
import { type Decisions, softMovesOf } from '../../draft/draft.ts'
import { placeText } from '../use-moving.ts'
import type { ScheduleDraft } from '../use-schedule-draft.ts'
import { Stack } from '../../../ui/layout/Layout.ts'
import { Help } from '../../../ui/form/FieldParts.ts'
import { Alert } from '../../../ui/Alert.ts'
import { Table } from '../../../ui/table/Table.tsx'
import { Input, Select } from '../../../ui/form/Control.ts'
import styles from './SaveSheet.module.css'
import { Note } from '../../Note.ts'

const channelLabels: Readonly<Record<MoveChannel, string>> = {
  mail: 'メール',
  line: 'LINE',
  sms: 'SMS',
  paper: '紙で配布',
  none: '通知しない',
}

interface Props {
  constructionId: number
  onClose: () => void
  schedule: Pick<ScheduleDraft, 'draft' | 'changes' | 'save' | 'saving' | 'saveError' | 'unsure' | 'merged'>
}

/** 変更を保存: what changes for whom, who had agreed, and how each resident is told, before anything leaves the house. */
export const SaveSheet = ({ onClose, ...props }: Props) => (
  <Modal opened onClose={onClose} title="変更を保存" width={800} testId="save-sheet">
    <Sheet onClose={onClose} {...props} />
  </Modal>
)

type Moved = ScheduleDraft['changes']['moves'][number]

/** What is decided about the moves before they are saved: by which channel each resident hears of it, and why a soft reason was overridden. */
const useDecisions = ({ draft, changes }: Pick<Props['schedule'], 'draft' | 'changes'>) => {
  const notifies = draft.base.detail_schedule_completed_at !== null
  const soft = new Map(softMovesOf(draft).map(each => [each.room.id, each]))
  const [channels, setChannels] = useState<ReadonlyMap<number, MoveChannel>>(new Map())
  const [reasons, setReasons] = useState<ReadonlyMap<number, string>>(new Map())
  const [orders, setOrders] = useState<ReadonlyMap<number, OrderDecision>>(new Map())
  const asking = draft.base.can_override ? changes.moves.filter(move => moveAsksForDecision(move.room, move, draft.base)) : []
  const asked = new Set(asking.map(({ room }) => room.id))
  const channelOf = ({ id, contact_channel }: Moved['room']) => channels.get(id) ?? contact_channel
  const reasonOf = (roomId: number) => reasons.get(roomId) ?? soft.get(roomId)?.reason ?? ''
  // Whose date and time stay hears nothing: a frame's number is ours.
  const notified = notifies ? changes.moves.filter(({ from, to }) => !isSameTime(from, to)) : []
  return {
    notifies,
    soft,
    notified,
    channelOf,
    reasonOf,
    unexplained: [...soft.keys()].filter(id => reasonOf(id).trim() === ''),
    orders,
    /** Rooms whose orders ask what becomes of them. */
    asked,
    undecided: [...asked].filter(id => !orders.has(id)),
    setOrder: (roomId: number, decision: OrderDecision) => setOrders(new Map(orders).set(roomId, decision)),
    setChannel: (roomId: number, channel: MoveChannel) => setChannels(new Map(channels).set(roomId, channel)),
    /** Null: each by what reaches them. */
    setAllChannels: (channel: MoveChannel | null) =>
      setChannels(channel === null ? new Map() : new Map(notified.map(({ room }) => [room.id, channel]))),
    setReason: (roomId: number, reason: string) => setReasons(new Map(reasons).set(roomId, reason)),
    decided: (): Decisions => ({
      channels: new Map(notified.map(({ room }) => [room.id, channelOf(room)])),
      reasons: new Map([...soft.keys()].map(id => [id, reasonOf(id).trim()])),
      orders: new Map([...orders].filter(([id]) => asked.has(id))),
    }),
  }
}

type Deciding = ReturnType<typeof useDecisions>

const Sheet = ({ constructionId, onClose, schedule: { draft, changes, save, saving, saveError, unsure, merged } }: Props) => {
  const { base } = draft
  const decisions = useDecisions({ draft, changes })
  const { notified, notifies, soft, unexplained, undecided } = decisions
  const told = notified.filter(({ room }) => decisions.channelOf(room) !== 'none').length
  const whyNotSave = (): string | null => {
    if (changes.count === 0) return '変更がありません'
    if (!base.can_override && soft.size > 0)
      return `担当スタッフだけが移動できる部屋があります（${[...soft.values()].map(({ room }) => room.name).join('、')}）`
    if (unexplained.length > 0) return `理由が入力されていない部屋が${unexplained.length}戸あります`
    return undecided.length > 0 ? `オプションの注文をどうするか選んでいない部屋が${undecided.length}戸あります` : null
  }
  return (
    <Stack>
      {merged ? (
        <Note data-tone="info" role="status">
          編集中にほかの変更が保存されたため、最新の工程表に重ねました。内容を確認してください。
        </Note>
      ) : null}
      {saveError === null || saveError.code === 'stale' ? null : <SaveFailure texts={saveError.fullMessages} unsure={unsure} />}
      <MoveWarnings moves={changes.moves} asked={decisions.asked} />
      {base.can_override && notified.length > 0 ? <LettersOut constructionId={constructionId} moves={notified} /> : null}
      {changes.moves.length === 0 ? null : (
        <>
          {notifies ? <ChannelSummary decisions={decisions} /> : <Help>詳細工程表の確定前のため、居住者には通知しません。</Help>}
          <MovesTable constructionId={constructionId} moves={changes.moves} base={base} decisions={decisions} />
        </>
      )}
      <FrameChanges changes={changes} />
      <Help>
        {[...decisions.orders.values()].some(decision => decision !== 'keep')
          ? 'オプションの注文も変更するため、保存後は元に戻せません。'
          : '保存後10分間は元に戻せます。'}
        {notifies ? 'その間、通知は送信を待ちます。' : ''}
        関係するスタッフと職人には「詳細工程表の更新」をお知らせします。
      </Help>
      <ModalFoot>
        <Button onClick={onClose}>編集に戻る</Button>
        <Button kind="primary" disabled={saving} reason={whyNotSave()} onClick={() => save(decisions.decided())}>
          {told > 0 ? `保存して通知（${told}戸）` : `保存する（${changes.count}件）`}
        </Button>
      </ModalFoot>
    </Stack>
  )
}

const SaveFailure = ({ texts, unsure }: { texts: readonly string[]; unsure: boolean }) => (
  <Alert role="alert">
    {texts.map(text => (
      <p key={text}>{text}</p>
    ))}
    <p>{unsure ? '保存できたか確認できませんでした。通信できるようになると確認します。' : '変更はまだ保存されていません。'}</p>
  </Alert>
)

/** Whoever moves what was agreed, bought or pinned does so knowingly. */
const MoveWarnings = ({ moves, asked }: { moves: readonly Moved[]; asked: ReadonlySet<number> }) => {
  const moved = moves.filter(({ from, to }) => from !== null && !isSameTime(from, to)).map(({ room }) => room)
  const agreed = moved.filter(room => room.construction_schedule_confirmed_at !== null)
  const ordered = moved.filter(room => room.options_count > 0 && !asked.has(room.id))
  const pinned = moved.filter(room => room.wish?.pinned === true)
  const namesOf = (rooms: readonly { name: string }[]) => rooms.map(({ name }) => name).join('、')
  const warnings = [
    agreed.length === 0
      ? null
      : `すでに日程に同意した部屋が${agreed.length}戸あります（${namesOf(agreed)}）。変更を知らせ、あらためて了承を得てください。`,
    ordered.length === 0
      ? null
      : `オプションの申込みがある部屋が${ordered.length}戸動きます（${namesOf(ordered)}）。部材の手配とお支払い期限に間に合うか確かめてください。申込みはそのまま残ります。`,
    pinned.length === 0 ? null : `日程固定の部屋が${pinned.length}戸動きます（${namesOf(pinned)}）。固定した理由を確かめてください。`,
  ].filter(warning => warning !== null)
  return warnings.map(warning => (
    <Note key={warning} data-tone="amber">
      {warning}
    </Note>
  ))
}

const mostNamed = 10
/** Letters that were handed out name the date before: whose they are, and what to do about it (decision 091). */
const LettersOut = ({ constructionId, moves }: { constructionId: number; moves: readonly Moved[] }) => {
  const { data } = useQuery({ ...sheetsOf(constructionId), staleTime: 0 })
  const handedOut = new Set(data?.sheets.flatMap(({ rooms }) => rooms.filter(({ distributed }) => distributed).map(({ id }) => id)))
  const names = moves.filter(({ room }) => handedOut.has(room.id)).map(({ room }) => room.name)
  if (names.length === 0) return null
  const more = names.length > mostNamed ? `ほか${names.length - mostNamed}戸` : ''
  return (
    <Note data-tone="amber">
      {`案内状を配布済みの部屋が${names.length}戸動きます（${names.slice(0, mostNamed).join('、')}${more}）。手元の案内状の日時は古くなります。「紙で配布」の部屋には、保存したあと新しい案内状を印刷して配布してください。`}
    </Note>
  )
}

const ChannelSummary = ({ decisions: { notified, channelOf, setAllChannels } }: { decisions: Deciding }) => {
  const counts = Map.groupBy(notified, ({ room }) => channelOf(room))
  return (
    <div className={styles.channels}>
      <span>
        居住者への通知：
        {moveChannels
          // A way that nobody set up is not spoken of.
          .filter(channel => channel !== 'line' || counts.has(channel))
          .map((channel, at) => (
            <span key={channel} className={styles.channel}>
              {at === 0 ? '' : '／'}
              {channelLabels[channel]} {counts.get(channel)?.length ?? 0}戸
            </span>
          ))}
      </span>
      <Button size="small" kind="quiet" onClick={() => setAllChannels(null)}>
        届く方法で通知
      </Button>
      <Button size="small" kind="quiet" onClick={() => setAllChannels('paper')}>
        すべて紙で配布
      </Button>
      <Button size="small" kind="quiet" onClick={() => setAllChannels('none')}>
        すべて通知しない
      </Button>
    </div>
  )
}

interface MovesTableProps {
  constructionId: number
  moves: readonly Moved[]
  base: DetailSchedule
  decisions: Deciding
}

const MovesTable = ({ constructionId, moves, base, decisions }: MovesTableProps) => (
  <div className={styles.sheetRows}>
    <Table>
      <thead>
        <tr>
          <th scope="col">部屋</th>
          <th scope="col">変更前 → 変更後</th>
          {decisions.notifies ? <th scope="col">通知方法</th> : null}
        </tr>
      </thead>
      <tbody>
        {moves.map(move => (
          <MoveRow key={move.room.id} constructionId={constructionId} move={move} base={base} decisions={decisions} />
        ))}
      </tbody>
    </Table>
  </div>
)

const MoveRow = ({ constructionId, move: { room, from, to }, base, decisions }: { move: Moved } & Omit<MovesTableProps, 'moves'>) => {
  const overridden = decisions.soft.get(room.id)
  const reason = decisions.reasonOf(room.id)
  return (
    <tr>
      <th scope="row">
        {room.name}
        {room.resident_name === null ? null : <small>{room.resident_name}</small>}
        {from !== null && room.construction_schedule_confirmed_at !== null ? <Badge tone="amber">同意済み</Badge> : null}
        {room.wish?.pinned === true && from !== null ? <Badge tone="amber">日程固定</Badge> : null}
      </th>
      <td>
        <span className={styles.before}>{placeText(from, base)}</span>
        <span aria-hidden="true"> → </span>
        <span className="sr-only">から</span>
        <b>{placeText(to, base)}</b>
        {overridden === undefined ? null : (
          <div className={styles.against}>
            {overridden.reasons.map(each => (
              <Badge key={each} tone="amber">
                {moveReasonLabels[each]}
              </Badge>
            ))}
            <Input
              aria-label={`${room.name}を移動する理由`}
              placeholder="理由（必須）"
              maxLength={200}
              value={reason}
              aria-invalid={reason.trim() === ''}
              onChange={event => decisions.setReason(room.id, event.target.value)}
            />
          </div>
        )}
        {decisions.asked.has(room.id) ? (
          <OrderDecisionChoice
            room={{ ...room, construction_id: constructionId }}
            change="move"
            value={decisions.orders.get(room.id) ?? null}
            onChange={decision => decisions.setOrder(room.id, decision)}
          />
        ) : null}
      </td>
      {decisions.notifies ? (
        isSameTime(from, to) ? (
          <td>
            <Help as="span">日時は同じ</Help>
          </td>
        ) : (
          <td>
            <ChannelSelect room={room} decisions={decisions} />
          </td>
        )
      ) : null}
    </tr>
  )
}

const ChannelSelect = ({ room, decisions }: { room: Moved['room']; decisions: Deciding }) => (
  <Select
    aria-label={`${room.name}への通知方法`}
    value={decisions.channelOf(room)}
    onChange={event => {
      const channel = moveChannels.find(one => one === event.target.value)
      if (channel !== undefined) decisions.setChannel(room.id, channel)
    }}
  >
    {channelsFor(room).map(channel => (
      <option key={channel} value={channel}>
        {channelLabels[channel]}
      </option>
    ))}
  </Select>
)

const FrameChanges = ({ changes: { added, removed, released, daysOff, daysOn } }: { changes: ScheduleDraft['changes'] }) => {
  const lines = [
    added.length === 0 ? null : `予備枠を${added.length}枠追加`,
    removed.length === 0 ? null : `予備枠を${removed.length}枠削除`,
    released.length === 0 ? null : `予備枠の公開を${released.length}枠変更`,
    daysOff.length === 0 ? null : `休工日にする日：${daysOff.map(formatDayLong).join('、')}`,
    daysOn.length === 0 ? null : `休工日をやめる日：${daysOn.map(formatDayLong).join('、')}`,
  ].filter(line => line !== null)
  return lines.length === 0 ? null : (
    <ul className={styles.frameChanges}>
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
