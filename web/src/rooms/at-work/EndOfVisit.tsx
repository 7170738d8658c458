import { missingPhotosText } from '@toguchi/domain/photos/required-photos'
import { canCompleteRooms } from '@toguchi/domain/rooms/policy'
import { formatYen } from '@toguchi/domain/money/tax'
import { useWaitingPhotos } from '../../photos/photos.tsx'
import { useActor } from '../../platform/session/actor.ts'
import { CollectionBadge, type RoomDetail, useCollections } from '../../room-reads/room-reads.ts'
import { Notice } from '../../ui/Alert.ts'
import { Help } from '../../ui/form/FieldParts.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { RoomActions } from '../actions/RoomActions.tsx'
import type { RoomTask } from '../actions/RoomTasks.tsx'
import { isStillToDo } from '../visits/date-of-room.ts'
import styles from './EndOfVisit.module.css'

/** How a visit ends, below all that belongs before it, with what is still missing in words (C6). */
export const EndOfVisit = ({ room, onTask }: { room: RoomDetail; onTask: (task: RoomTask) => void }) => {
  const mayComplete = canCompleteRooms(useActor())
  const waiting = useWaitingPhotos(room.construction_id, room.id)
  const money = useCollections({ construction_id: room.construction_id, room_id: room.id }, room.collect_on_the_day)
  const missing = room.photo_slots.filter(
    slot => slot.taken === 0 && !waiting.some(photo => photo.position === slot.position && photo.timing === slot.timing),
  )
  return !isStillToDo(room) || !mayComplete ? null : (
    <Section title="完了" name="completion">
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
