import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { isOffice } from '@toguchi/domain/access/actor'
import { canKeepKeys } from '@toguchi/domain/keys/policy'
import { formatDayLong, formatInstant } from '@toguchi/domain/calendar/day'
import { canExportResident, canReissueCode, canExtendDateChange } from '@toguchi/domain/residents/policy'
import { wishesText } from '@toguchi/domain/rooms/absence'
import { canChangeOccupancy, canCompleteRooms } from '@toguchi/domain/rooms/policy'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import { canKeepSupport } from '@toguchi/domain/support/policy'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { EarlierWishes, RoomAnswers, RoomKeys, RoomOccupancy } from '../answers/answers.tsx'
import { paths } from '../site/paths.ts'
import { RoomReport } from '../completion-reports/completion-reports.tsx'
import { DocumentJobButton, forgetPapers, useAskBeforeLetters } from '../documents/documents.tsx'
import { RoomOrders } from '../orders/orders.tsx'
import { RoomPhotos } from '../photos/photos.tsx'
import { useActor } from '../platform/session/actor.ts'
import { queryClient, send, useApiMutation } from '../platform/api/api.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { whenIdle } from '../platform/when-idle.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { MoreMenu } from '../ui/dialog/MoreMenu.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { Facts } from '../ui/layout/Facts.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { RoomActions } from './actions/RoomActions.tsx'
import { RoomTasks, type RoomTask } from './actions/RoomTasks.tsx'
import { EntryLock } from './EntryLock.tsx'
import { RoomResident } from './facts/RoomResident.tsx'
import { RoomStates } from './facts/RoomStates.tsx'
import { RoomVisit } from './facts/RoomVisit.tsx'
import { RoomNeighbours } from './RoomNeighbours.tsx'
import { RoomNotes } from './RoomNotes.tsx'
import { isDecided, isToDecide } from './visits/date-of-room.ts'
import { taskOfRoom } from './visits/visit-actions.ts'
import { type RoomDetail, roomOf, roomReads } from '../room-reads/room-reads.ts'
import { Help } from '../ui/form/FieldParts.ts'
import { Stack, Actions } from '../ui/layout/Layout.ts'
import { TelephoneLink } from '../ui/TelephoneLink.tsx'
import styles from './RoomPage.module.css'

// The last part of a long page, and the office's alone.
const ExportResident = lazy(async () => ({ default: (await import('./actions/ExportResident.tsx')).ExportResident }))
// Most dwellings have none.
const RoomAbsences = lazy(async () => ({ default: (await import('./absences/RoomAbsences.tsx')).RoomAbsences }))
const RoomTimeline = lazy(async () => ({ default: (await import('./RoomTimeline.tsx')).RoomTimeline }))

/** Fetches the tasks while nothing else is going on, so that the cellar needs no reception to begin one. */
const usePrefetchedTasks = () =>
  useEffect(
    () =>
      whenIdle(
        () =>
          void Promise.allSettled([
            import('./actions/CompleteModal.tsx'),
            import('./actions/RescheduleModal.tsx'),
            import('./absences/AbsenceModal.tsx'),
            import('./actions/CloseModal.tsx'),
          ]),
      ),
    [],
  )

export const loader = ({ params }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(roomOf(Number(params.construction_id), Number(params.room_id)))

/** One dwelling: when, who, what has been photographed, what is left to do; the way of the site on a phone (G-ROOM-16). */
export const RoomPage = () => {
  const params = useParams()
  const { data } = useQuery(roomOf(Number(params.construction_id), Number(params.room_id)))
  usePageTitle(data === undefined ? null : addressedRoom(data.room.name))
  return data === undefined ? null : <RoomContent room={data.room} />
}

const RoomContent = ({ room }: { room: RoomDetail }) => {
  const actor = useActor()
  const [search] = useSearchParams()
  const [task, setTask] = useState<RoomTask | null>(() => taskOfRoom(search.get('task'), room, actor))
  usePrefetchedTasks()
  const done = () => setTask(null)
  const closed = room.closed_at !== null
  const open = !closed && room.status !== 'completed'
  const office = isOffice(actor)
  return (
    <>
      <PageHead
        title={addressedRoom(room.name)}
        note={<RoomStates room={room} />}
        {...(office ? { back: { to: paths.detail_schedule(room.construction_id), label: '詳細工程表へ戻る' } } : {})}
        actions={
          <>
            {office ? <RoomNeighbours room={room} /> : null}
            {canKeepSupport(actor) ? (
              <ButtonLink to={paths.customer_support_versions(room.construction_id, room.id)} icon="history">
                {room.has_customer_support_versions ? '対応履歴あり' : '対応履歴'}
              </ButtonLink>
            ) : null}
            <RoomActions room={room} onTask={setTask} />
          </>
        }
      />
      {closed ? <Help>{closedRoomText}</Help> : null}
      <div className={styles.columns}>
        <Stack>
          <Section
            title="工事日"
            name="schedule"
            actions={
              office && open ? (
                <>
                  <Button size="small" onClick={() => setTask('date')}>
                    日程を変更
                  </Button>
                  {isToDecide(room) ? (
                    <Button size="small" kind="primary" onClick={() => setTask('confirm')}>
                      日程を決める
                    </Button>
                  ) : null}
                  <MoreMenu
                    label="工事日のその他"
                    entries={[
                      ...(canExtendDateChange(actor) ? [{ label: '変更締切を延長', act: () => setTask('extend') }] : []),
                      ...(isDecided(room) ? [{ label: '日程を決め直す', act: () => setTask('confirm') }] : []),
                    ]}
                  />
                </>
              ) : null
            }
          >
            <RoomVisit room={room} />
            {room.absent_at === null ? null : <Absence room={room} absentAt={room.absent_at} office={office} />}
          </Section>
          <Suspense>
            <RoomAbsences room={room} />
          </Suspense>
          <div id="photos" className={styles.place}>
            <Section title="写真" name="photos">
              <RoomPhotos room={room} slots={room.photo_slots} readOnly={closed || !canCompleteRooms(actor)} />
            </Section>
          </div>
          <div id="report" className={styles.place}>
            <RoomReport room={room} />
          </div>
          <RoomNotes key={room.lock_version} room={room} readOnly={closed} />
        </Stack>
        <Stack>
          <Section
            title="居住者"
            name="resident"
            actions={
              office ? (
                <>
                  <Suspense>{canExportResident(actor) && room.resident !== null ? <ExportResident room={room} /> : null}</Suspense>
                  {canReissueCode(actor) && !closed ? <ReissueButton room={room} /> : null}
                  <Button size="small" icon="edit" onClick={() => setTask('resident')}>
                    編集
                  </Button>
                </>
              ) : null
            }
          >
            {office ? <EntryLock room={room} /> : null}
            <RoomResident room={room} />
          </Section>
          <RoomOccupancy construction_id={room.construction_id} room_id={room.id} readOnly={closed || !canChangeOccupancy(actor)} />
          <RoomOrders room={room} />
          {office ? <RoomAnswers construction_id={room.construction_id} room_id={room.id} room_name={room.name} readOnly={closed} /> : null}
          {office ? <EarlierWishes construction_id={room.construction_id} room={room} /> : null}
          {canKeepKeys(actor) ? (
            <RoomKeys construction_id={room.construction_id} room_id={room.id} readOnly={closed} finished={!open} />
          ) : null}
          {open ? <RoomPaper room={room} letter={office} /> : null}
          <Suspense>{office ? <RoomTimeline construction_id={room.construction_id} room_id={room.id} /> : null}</Suspense>
        </Stack>
      </div>
      <RoomTasks room={room} task={task} onClose={done} />
    </>
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

/** What is printed for one dwelling: 不在票, left at the door with the way to a new date, and for the office its letter. */
const RoomPaper = ({ room, letter }: { room: RoomDetail; letter: boolean }) => {
  const { construction_id, id } = room
  const [dialog, mayPrint] = useAskBeforeLetters(construction_id, id)
  return (
    <Section title="この部屋の書面" name="absence">
      <Actions>
        <DocumentJobButton
          name={`absence_slip/${id}`}
          label="不在票を作成"
          start={() =>
            send('POST /api/constructions/:construction_id/rooms/:room_id/absence_slip', {
              params: { construction_id, room_id: id },
              body: {},
            })
          }
        />
        {letter ? (
          <DocumentJobButton
            name={`distribution_sheets/${construction_id}/${id}`}
            label="案内状を印刷"
            ask={mayPrint}
            start={() =>
              send('POST /api/constructions/:construction_id/distribution_sheets', {
                params: { construction_id },
                body: { room_ids: [id] },
              })
            }
          />
        ) : null}
      </Actions>
      {dialog}
      <Help>
        不在票に氏名と認証コードは載りません。QRコードは「不在」を登録すると使えるようになり、居住者がその場で新しい日時を選べます。
      </Help>
    </Section>
  )
}

/** Somebody was there in vain: what the dwelling is offered until it has a date, and the wish that somebody calls about (D-34). */
const Absence = ({ room, absentAt, office }: { room: RoomDetail; absentAt: string; office: boolean }) => {
  const [dialog, ask] = useConfirm()
  const params = { construction_id: room.construction_id, room_id: room.id }
  const end = useApiMutation('DELETE /api/constructions/:construction_id/rooms/:room_id/absence', { invalidates: roomReads })
  const settle = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/revisit_wish/settlement', {
    invalidates: roomReads,
  })
  const { revisit_wish: wish } = room
  const withdraw = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/absence/withdrawal', { invalidates: roomReads })
  const askAndWithdraw = async () => {
    const sure = await ask({
      title: `${addressedRoom(room.name)}の不在の登録を取り消します。よろしいですか？`,
      text: '部屋は当日の作業一覧に戻り、投函した不在票のQRコードは使えなくなります。投函した不在票は回収してください。訪問の記録は履歴に残ります。',
      confirm: '取り消す',
      danger: true,
    })
    if (sure) withdraw.mutate({ params })
  }
  const askAndEnd = async () => {
    const sure = await ask({
      title: '新しい日時の受付を終了します。よろしいですか？',
      text: '不在票のQRコードと居住者ページから、日時を選べなくなります。',
      confirm: '終了する',
      danger: true,
    })
    if (sure) end.mutate({ params })
  }
  return (
    <Stack data-testid="room-absence">
      {dialog}
      <p>
        <Badge tone="amber">不在</Badge> {formatInstant(new Date(absentAt))}
        に訪問。居住者は、不在票のQRコードか居住者ページから、予備枠を含む空き枠を選べます。
      </p>
      {wish === null ? null : (
        <Facts
          facts={[
            ['再訪問の希望', wishesText(wish.wishes)],
            ['電話の期限', `${formatDayLong(wish.call_by)} 17:00`],
            ['電話番号', wish.phone === null ? null : <TelephoneLink phone={wish.phone} />],
            ...(wish.note === null ? [] : [['ご要望', wish.note] as const]),
          ]}
        />
      )}
      <Actions>
        <Button size="small" disabled={withdraw.isPending} reason={room.why_no_withdrawal} onClick={() => void askAndWithdraw()}>
          不在を取り消す
        </Button>
      </Actions>
      {office ? (
        <Actions>
          {wish === null ? null : (
            <Button size="small" disabled={settle.isPending} onClick={() => settle.mutate({ params })}>
              電話済みにする
            </Button>
          )}
          <Button size="small" disabled={end.isPending} onClick={() => void askAndEnd()}>
            受付を終了
          </Button>
        </Actions>
      ) : null}
    </Stack>
  )
}
