import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { canKeepKeys } from '@toguchi/domain/keys/policy'
import { canExportResident, canReissueCode, canExtendDateChange } from '@toguchi/domain/residents/policy'
import { canChangeOccupancy, canCompleteRooms } from '@toguchi/domain/rooms/policy'
import { lazy, type ReactNode, Suspense } from 'react'
import { partOnDemand } from '../../platform/late-part.ts'
import { EarlierWishes, RoomAnswers, RoomKeys, RoomOccupancy } from '../../answers/answers.tsx'
import { RoomReport } from '../../completion-reports/completion-reports.tsx'
import { forgetPapers } from '../../documents/documents.tsx'
import { RoomOrders } from '../../orders/orders.tsx'
import { RoomPhotos } from '../../photos/photos.tsx'
import { useActor } from '../../platform/session/actor.ts'
import { useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { MoreMenu } from '../../ui/dialog/MoreMenu.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import type { RoomTask } from '../actions/RoomTasks.tsx'
import { EntryLock } from '../EntryLock.tsx'
import { RoomColumns, RoomPlace } from '../facts/RoomColumns.ts'
import { RoomResident } from '../facts/RoomResident.tsx'
import { RoomVisit } from '../facts/RoomVisit.tsx'
import { usePlaceOfAddress } from '../facts/use-place-of-address.ts'
import { isDecided, isStillToDo, isToDecide } from '../visits/date-of-room.ts'
import { type RoomDetail, roomReads } from '../../room-reads/room-reads.ts'
import { Stack } from '../../ui/layout/Layout.ts'

// The last part of a long page.
const ExportResident = partOnDemand(async () => (await import('../actions/ExportResident.tsx')).ExportResident)
const RoomTimeline = lazy(async () => ({ default: (await import('../RoomTimeline.tsx')).RoomTimeline }))

interface Props {
  room: RoomDetail
  onTask: (task: RoomTask) => void
  /** What was said of a visit in vain. */
  absence: ReactNode
  /** Every visit in vain that there was. */
  absences: ReactNode
  /** Reception and remarks. */
  notes: ReactNode
  paper: ReactNode
}

/** A dwelling for who arranges its visit. */
export const OfficeRoom = ({ room, onTask, absence, absences, notes, paper }: Props) => {
  usePlaceOfAddress()
  const actor = useActor()
  const closed = room.closed_at !== null
  const open = isStillToDo(room)
  return (
    <RoomColumns>
      <Stack>
        <Section
          title="工事日"
          name="schedule"
          actions={
            open ? (
              <>
                <Button size="small" onClick={() => onTask('date')}>
                  日程を変更
                </Button>
                {isToDecide(room) ? (
                  <Button size="small" kind="primary" onClick={() => onTask('confirm')}>
                    日程を決める
                  </Button>
                ) : null}
                <MoreMenu
                  label="工事日のその他"
                  entries={[
                    ...(canExtendDateChange(actor) ? [{ label: '変更締切を延長', act: () => onTask('extend') }] : []),
                    ...(isDecided(room) ? [{ label: '日程を決め直す', act: () => onTask('confirm') }] : []),
                  ]}
                />
              </>
            ) : null
          }
        >
          <RoomVisit room={room} />
          {absence}
        </Section>
        {absences}
        <RoomPlace id="photos">
          <Section title="写真" name="photos">
            <RoomPhotos room={room} slots={room.photo_slots} readOnly={closed || !canCompleteRooms(actor)} />
          </Section>
        </RoomPlace>
        <RoomPlace id="report">
          <RoomReport room={room} />
        </RoomPlace>
        {notes}
      </Stack>
      <Stack>
        <Section
          title="居住者"
          name="resident"
          actions={
            <>
              <Suspense>{canExportResident(actor) && room.resident !== null ? <ExportResident room={room} /> : null}</Suspense>
              {canReissueCode(actor) && !closed ? <ReissueButton room={room} /> : null}
              <Button size="small" icon="edit" onClick={() => onTask('resident')}>
                編集
              </Button>
            </>
          }
        >
          <EntryLock room={room} />
          <RoomResident room={room} />
        </Section>
        <RoomOccupancy construction_id={room.construction_id} room_id={room.id} readOnly={closed || !canChangeOccupancy(actor)} />
        <RoomOrders room={room} />
        <RoomAnswers construction_id={room.construction_id} room_id={room.id} room_name={room.name} readOnly={closed} />
        <EarlierWishes construction_id={room.construction_id} room={room} />
        {canKeepKeys(actor) ? (
          <RoomKeys
            room={{ construction_id: room.construction_id, room_id: room.id, room_name: room.name, building_name: room.building_name }}
            readOnly={closed}
            finished={!open}
          />
        ) : null}
        {paper}
        <Suspense>
          <RoomTimeline construction_id={room.construction_id} room_id={room.id} />
        </Suspense>
      </Stack>
    </RoomColumns>
  )
}

/** A new code for whoever lost the letter, or for whom it was read by others; every sheet in the house is worth nothing then (D-03). */
const ReissueButton = ({ room }: { room: RoomDetail }) => {
  const [dialog, ask] = useConfirm()
  const reissue = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/authentication_code', {
    invalidates: roomReads,
    // Letters that were made before carry the code that opens nothing any more.
    onSuccess: () => forgetPapers(`distribution_sheets/${room.construction_id}/`),
  })
  const askAndReissue = async () => {
    const sure = await ask({
      title: `${addressedRoom(room.name)}の認証コードを再発行します。よろしいですか？`,
      text: 'お届け済みの案内状のコードは使えなくなります。再発行したら、案内状を印刷し直してお届けください。ご登録の連絡先には、再発行したことをお知らせします。',
      confirm: '再発行する',
      danger: true,
    })
    if (sure) reissue.mutate({ params: { construction_id: room.construction_id, room_id: room.id } })
  }
  return (
    <>
      {dialog}
      <Button size="small" icon="again" onClick={() => void askAndReissue()}>
        認証コードを再発行
      </Button>
    </>
  )
}
