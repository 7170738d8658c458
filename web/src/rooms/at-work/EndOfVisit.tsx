import { missingPhotosText } from '@toguchi/domain/photos/required-photos'
import { canCompleteRooms } from '@toguchi/domain/rooms/policy'
import { formatYen } from '@toguchi/domain/money/tax'
import { useWaitingPhotos } from '../../photos/photos.tsx'
import { isInMemory, isOnDevice, outbox, type Outgoing, stateTexts } from '../../platform/outbox/outgoing.ts'
import { useActor } from '../../platform/session/actor.ts'
import { useStore } from '../../platform/use-store.ts'
import { CollectionBadge, groupOf, type RoomDetail, useCollections, useOwnClient } from '../../room-reads/room-reads.ts'
import { Notice } from '../../ui/Alert.ts'
import { Button } from '../../ui/Button.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { unsentList } from '../../ui/unsent/unsent-list.ts'
import { RoomActions } from '../actions/RoomActions.tsx'
import type { RoomTask } from '../actions/RoomTasks.tsx'
import { isStillToDo } from '../visits/date-of-room.ts'
import styles from './EndOfVisit.module.css'

/** 完了 or 不在 that this device still has to tell the server. */
const useLeavingOf = ({ construction_id, id }: RoomDetail): Outgoing | undefined => {
  const client = useOwnClient()
  const group = groupOf({ construction_id, room_id: id })
  return useStore(outbox).findLast(each => leavingKeys.has(each.key) && each.client === client && each.group === group)
}
const leavingKeys: ReadonlySet<string> = new Set([
  'POST /api/constructions/:construction_id/rooms/:room_id/completion',
  'POST /api/constructions/:construction_id/rooms/:room_id/absence',
])

/** Pressed a second time it would only be refused. */
const Leaving = ({ request }: { request: Outgoing }) => (
  <Section title="完了" name="completion">
    <p role="status">
      {request.title.split('　').at(-1)}　{request.awaited === true ? '送信中' : '送信待ち'}
    </p>
    <Help>
      {isOnDevice(request) ? 'この端末に保存されています' : stateTexts[isInMemory(request.id) ? 'unkept' : request.state]}
      。電波がつながると自動で送信し、この部屋に反映します。
    </Help>
    <ToUnsent />
  </Section>
)

const Refusal = ({ request }: { request: Outgoing }) => (
  <Notice>
    <p>
      {request.title.split('　').at(-1)}は送信できませんでした：{request.refusal}
    </p>
    <ToUnsent />
  </Notice>
)

const ToUnsent = () => (
  <div className={styles.actions}>
    <Button onClick={() => unsentList.set(true)}>未送信を確認する</Button>
  </div>
)

/** How a visit ends, below all that belongs before it, with what is still missing in words (C6). */
export const EndOfVisit = ({ room, onTask }: { room: RoomDetail; onTask: (task: RoomTask) => void }) => {
  const mayComplete = canCompleteRooms(useActor())
  const waiting = useWaitingPhotos(room.construction_id, room.id)
  const money = useCollections({ construction_id: room.construction_id, room_id: room.id }, room.collect_on_the_day)
  const missing = room.photo_slots.filter(
    slot => slot.taken === 0 && !waiting.some(photo => photo.position === slot.position && photo.timing === slot.timing),
  )
  const leaving = useLeavingOf(room)
  if (!isStillToDo(room) || !mayComplete) return null
  if (leaving !== undefined && leaving.state !== 'refused') return <Leaving request={leaving} />
  return (
    <Section title="完了" name="completion">
      {leaving === undefined ? null : <Refusal request={leaving} />}
      {missing.length === 0 ? null : (
        <Notice>
          <p>{missingPhotosText(missing)}</p>
          <a href="#photos" className={styles.way}>
            写真へ
          </a>
        </Notice>
      )}
      {money.due === 0 ? null : <Notice>当日集金 {formatYen(money.due)}が未登録です。</Notice>}
      <CollectionBadge state={money.state} />
      <Help>報告書の確認と居住者のサインは、完了登録の画面で行います。</Help>
      <div className={styles.actions}>
        <RoomActions room={room} onTask={onTask} />
      </div>
    </Section>
  )
}
