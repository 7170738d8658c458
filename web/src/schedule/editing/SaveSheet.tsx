import { formatDayLong } from '@toguchi/domain/calendar/day'
import type { MoveChannel } from '@toguchi/domain/schedule/contract'
import { channelsFor } from '@toguchi/domain/schedule/channels'
import { isSameTime, moveReasonLabels } from '@toguchi/domain/schedule/placement'
import { useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../ui/Modal.tsx'
import { type Decisions, softMovesOf } from '../draft/draft.ts'
import { placeText } from './use-moving.ts'
import type { ScheduleDraft } from './use-schedule-draft.ts'

const channelLabels: Readonly<Record<MoveChannel, string>> = { mail: 'メール', sms: 'SMS', paper: '紙で配布', none: '通知しない' }

interface Props {
  opened: boolean
  onClose: () => void
  schedule: Pick<ScheduleDraft, 'draft' | 'changes' | 'save' | 'saving' | 'saveError' | 'unsure' | 'merged'>
}

/** 変更を確定して通知: what changes for whom, who had agreed, and how each resident is told, before anything leaves the house. */
export const SaveSheet = ({ opened, onClose, schedule }: Props) => (
  <Modal opened={opened} onClose={onClose} title="変更を確定して通知" width={800} testId="save-sheet">
    {opened ? <Sheet onClose={onClose} schedule={schedule} /> : null}
  </Modal>
)

const Sheet = ({ onClose, schedule: { draft, changes, save, saving, saveError, unsure, merged } }: Omit<Props, 'opened'>) => {
  const { base } = draft
  const tells = base.detail_schedule_completed_at !== null
  const soft = new Map(softMovesOf(draft).map(each => [each.room.id, each]))
  const [channels, setChannels] = useState<ReadonlyMap<number, MoveChannel>>(new Map())
  const [reasons, setReasons] = useState<ReadonlyMap<number, string>>(new Map())
  const channelOf = (room: { id: number; reached_by: MoveChannel }) => channels.get(room.id) ?? room.reached_by
  const reasonOf = (roomId: number) => reasons.get(roomId) ?? soft.get(roomId)?.given ?? ''
  const unexplained = [...soft.keys()].filter(id => reasonOf(id).trim() === '')
  // Whose date and time stay is told nothing: a frame's number is ours.
  const told = tells ? changes.moves.filter(({ from, to }) => !isSameTime(from, to)) : []
  const agreed = changes.moves.filter(
    ({ room, from, to }) => from !== null && room.construction_schedule_confirmed_at !== null && !isSameTime(from, to),
  )
  const fixed = changes.moves.filter(({ room, from, to }) => room.wish?.pinned === true && from !== null && !isSameTime(from, to))
  // What was bought is fitted on the day: whoever moves it says so knowingly.
  const ordered = changes.moves.filter(({ room, from, to }) => room.options_count > 0 && from !== null && !isSameTime(from, to))
  const counts = Map.groupBy(told, ({ room }) => channelOf(room))

  const setAll = (channel: MoveChannel | null) =>
    setChannels(channel === null ? new Map() : new Map(told.map(({ room }) => [room.id, channel])))
  const submit = () => {
    const decisions: Decisions = {
      channels: new Map(told.map(({ room }) => [room.id, channelOf(room)])),
      reasons: new Map([...soft.keys()].map(id => [id, reasonOf(id).trim()])),
    }
    save(decisions)
  }

  return (
    <div className="k-stack">
      {merged ? (
        <p className="sg-note" data-tone="info" role="status">
          編集中にほかの変更が保存されたため、最新の工程表に重ねました。内容を確認してください。
        </p>
      ) : null}
      {saveError === null || saveError.code === 'stale' ? null : (
        <div className="k-summary" role="alert">
          {saveError.fullMessages.map(text => (
            <p key={text}>{text}</p>
          ))}
          <p>{unsure ? '保存できたか確認できませんでした。通信できるようになると確認します。' : '変更はまだ保存されていません。'}</p>
        </div>
      )}
      {agreed.length === 0 ? null : (
        <p className="sg-note" data-tone="amber">
          すでに日程に同意した部屋が{agreed.length}戸あります（{agreed.map(({ room }) => room.name).join('、')}）。
          変更を知らせ、あらためて了承を得てください。
        </p>
      )}
      {ordered.length === 0 ? null : (
        <p className="sg-note" data-tone="amber">
          オプションの申込みがある部屋が{ordered.length}戸動きます（{ordered.map(({ room }) => room.name).join('、')}）。
          部材の手配とお支払い期限に間に合うか確かめてください。申込みはそのまま残ります。
        </p>
      )}
      {fixed.length === 0 ? null : (
        <p className="sg-note" data-tone="amber">
          日程固定の部屋が{fixed.length}戸動きます（{fixed.map(({ room }) => room.name).join('、')}）。固定した理由を確かめてください。
        </p>
      )}
      {changes.moves.length === 0 ? null : (
        <>
          {tells ? (
            <div className="sg-channels">
              <span>
                居住者への通知：
                {(['mail', 'sms', 'paper', 'none'] as const)
                  .map(channel => `${channelLabels[channel]} ${counts.get(channel)?.length ?? 0}戸`)
                  .join('／')}
              </span>
              <Button size="small" kind="quiet" onClick={() => setAll(null)}>
                届く方法で通知
              </Button>
              <Button size="small" kind="quiet" onClick={() => setAll('paper')}>
                すべて紙で配布
              </Button>
              <Button size="small" kind="quiet" onClick={() => setAll('none')}>
                すべて通知しない
              </Button>
            </div>
          ) : (
            <p className="k-help">詳細工程表の確定前のため、居住者には通知しません。</p>
          )}
          <div className="sg-sheet-rows">
            <table className="k-table">
              <thead>
                <tr>
                  <th scope="col">部屋</th>
                  <th scope="col">変更前 → 変更後</th>
                  {tells ? <th scope="col">通知方法</th> : null}
                </tr>
              </thead>
              <tbody>
                {changes.moves.map(({ room, from, to }) => {
                  const against = soft.get(room.id)
                  return (
                    <tr key={room.id}>
                      <th scope="row">
                        {room.name}
                        {room.resident_name === null ? null : <small>{room.resident_name}</small>}
                        {from !== null && room.construction_schedule_confirmed_at !== null ? <Badge tone="amber">同意済み</Badge> : null}
                        {room.wish?.pinned === true && from !== null ? <Badge tone="amber">日程固定</Badge> : null}
                      </th>
                      <td>
                        <span className="sg-before">{placeText(from, base)}</span>
                        <span aria-hidden="true"> → </span>
                        <span className="sr-only">から</span>
                        <b>{placeText(to, base)}</b>
                        {against === undefined ? null : (
                          <div className="sg-against">
                            {against.reasons.map(reason => (
                              <Badge key={reason} tone="amber">
                                {moveReasonLabels[reason]}
                              </Badge>
                            ))}
                            <input
                              className="k-input"
                              aria-label={`${room.name}を移動する理由`}
                              placeholder="理由（必須）"
                              maxLength={200}
                              value={reasonOf(room.id)}
                              aria-invalid={reasonOf(room.id).trim() === ''}
                              onChange={event => setReasons(new Map(reasons).set(room.id, event.target.value))}
                            />
                          </div>
                        )}
                      </td>
                      {tells && isSameTime(from, to) ? <td className="k-help">日時は同じ</td> : null}
                      {tells && !isSameTime(from, to) ? (
                        <td>
                          <select
                            className="k-input"
                            aria-label={`${room.name}への通知方法`}
                            value={channelOf(room)}
                            onChange={event => {
                              const channel = (['mail', 'sms', 'paper', 'none'] as const).find(one => one === event.target.value)
                              if (channel !== undefined) setChannels(new Map(channels).set(room.id, channel))
                            }}
                          >
                            {channelsFor(room).map(channel => (
                              <option key={channel} value={channel}>
                                {channelLabels[channel]}
                              </option>
                            ))}
                          </select>
                        </td>
                      ) : null}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
        </>
      )}
      <FrameChanges changes={changes} />
      <p className="k-help">
        確定後10分間は元に戻せます。{tells ? 'その間、通知は送信を待ちます。' : ''}
        関係するスタッフと職人には「詳細工程表の更新」をお知らせします。
      </p>
      <ModalFoot>
        <Button onClick={onClose}>編集に戻る</Button>
        <Button
          kind="primary"
          disabled={saving}
          reason={
            changes.count === 0
              ? '変更がありません'
              : !base.can_override && soft.size > 0
                ? `担当スタッフだけが移動できる部屋があります（${[...soft.values()].map(({ room }) => room.name).join('、')}）`
                : unexplained.length > 0
                  ? `理由が入力されていない部屋が${unexplained.length}戸あります`
                  : null
          }
          onClick={submit}
        >
          {told.length > 0 ? `確定して通知（${told.length}戸）` : `確定する（${changes.count}件）`}
        </Button>
      </ModalFoot>
    </div>
  )
}

const FrameChanges = ({ changes: { added, removed, released, daysOff, daysOn } }: { changes: ScheduleDraft['changes'] }) => {
  const lines = [
    added.length === 0 ? null : `予備枠を${added.length}枠追加`,
    removed.length === 0 ? null : `予備枠を${removed.length}枠削除`,
    released.length === 0 ? null : `予備枠の公開を${released.length}枠変更`,
    daysOff.length === 0 ? null : `休工日にする日：${daysOff.map(formatDayLong).join('、')}`,
    daysOn.length === 0 ? null : `休工日をやめる日：${daysOn.map(formatDayLong).join('、')}`,
  ].filter(line => line !== null)
  return lines.length === 0 ? null : (
    <ul className="sg-frame-changes">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
