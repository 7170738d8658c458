import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { isOffice, roleIds } from '@toguchi/domain/access/actor'
import { formatDayLong, formatInstant } from '@toguchi/domain/calendar/day'
import { wishesText } from '@toguchi/domain/rooms/absence'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import { canKeepSupport } from '@toguchi/domain/support/policy'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useNavigate, useParams, useSearchParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { DocumentJobButton, useAskBeforeLetters } from '../documents/documents.tsx'
import { useActor } from '../platform/session/actor.ts'
import { queryClient, send, useApiMutation } from '../platform/api/api.ts'
import { useLiveChanges } from '../platform/live/use-live-changes.ts'
import { knownUser } from '../platform/session/session.ts'
import { useConfiguration } from '../platform/session/configuration.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { whenIdle } from '../platform/when-idle.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { Facts } from '../ui/layout/Facts.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { RoomActions } from './actions/RoomActions.tsx'
import { type RoomTask, RoomTasks, type VisitLeft } from './actions/RoomTasks.tsx'
import { RoomStates } from './facts/RoomStates.tsx'
import { NeighbourPlace, RoomNeighbours } from './RoomNeighbours.tsx'
import { dayOfRoom, isStillToDo } from './visits/date-of-room.ts'
import { taskOfRoom } from './visits/visit-actions.ts'
import { type RoomDetail, roomOf, roomReads } from '../room-reads/room-reads.ts'
import { Help } from '../ui/form/FieldParts.ts'
import { Stack, Actions } from '../ui/layout/Layout.ts'
import { TelephoneLink } from '../ui/TelephoneLink.tsx'

// Each is fetched by whom it is for, together with the room.
const loadOffice = () => import('./office/OfficeRoom.tsx')
const OfficeRoom = lazy(async () => ({ default: (await loadOffice()).OfficeRoom }))
const loadAtWork = () => import('./at-work/RoomAtWork.tsx')
const RoomAtWork = lazy(async () => ({ default: (await loadAtWork()).RoomAtWork }))
// Without a network the room is worth more than the way on from it.
const NoWayOn = ({ room }: { room: RoomDetail }) => (room.assign === null ? null : <NeighbourPlace />)
const WayOn = lazy(async () => ({
  default: await import('./at-work/WayOn.tsx').then(
    way => way.WayOn,
    () => NoWayOn,
  ),
}))
// Below what is done there, fetched beside the room.
const loadNotes = () => import('./RoomNotes.tsx')
const RoomNotes = lazy(async () => ({ default: (await loadNotes()).RoomNotes }))
// Most dwellings have none.
const RoomAbsences = lazy(async () => ({ default: (await import('./absences/RoomAbsences.tsx')).RoomAbsences }))
const loadLeaving = () => import('./at-work/leave-visit.ts')

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

export const loader = async ({ params }: LoaderFunctionArgs) => {
  void loadNotes().catch(() => {})
  const isAtWork = knownUser()?.role_id === roleIds.craftsman
  const [room] = await Promise.all([
    queryClient.ensureQueryData(roomOf(Number(params.construction_id), Number(params.room_id))),
    isAtWork ? loadAtWork().then(({ readBeside }) => readBeside(Number(params.construction_id), Number(params.room_id))) : loadOffice(),
  ])
  return room
}

/** What of a dwelling others change while its page stands open. */
const shownReads = [
  'GET /api/constructions/:construction_id/rooms/:room_id',
  'GET /api/constructions/:construction_id/rooms/:room_id/events',
  'GET /api/constructions/:construction_id/rooms/:room_id/completion_report',
  'GET /api/constructions/:construction_id/rooms/:room_id/room_images',
  'GET /api/constructions/:construction_id/rooms/:room_id/absences',
  'GET /api/constructions/:construction_id/rooms/:room_id/orders',
  'GET /api/constructions/:construction_id/rooms/:room_id/keys',
  'GET /api/constructions/:construction_id/rooms/:room_id/answers',
] as const

const photoReads = [
  'GET /api/constructions/:construction_id/rooms/:room_id',
  'GET /api/constructions/:construction_id/rooms/:room_id/room_images',
] as const

/** One dwelling: when, who, what has been photographed, what is left to do; the way of the site on a phone (G-ROOM-16). */
export const RoomPage = () => {
  const params = useParams()
  const construction_id = Number(params.construction_id)
  const { data } = useQuery({ ...roomOf(construction_id, Number(params.room_id)), refetchOnWindowFocus: true })
  // A craftsman's way on from here listens to all that is theirs.
  const room_id = Number(params.room_id)
  useLiveChanges(shownReads, { construction_id, overAll: !isOffice(useActor()), photos: { room_id, reads: photoReads } })
  usePageTitle(data === undefined ? null : addressedRoom(data.room.name))
  return data === undefined ? null : <RoomContent room={data.room} />
}

const RoomContent = ({ room }: { room: RoomDetail }) => {
  const actor = useActor()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [task, setTask] = useState<RoomTask | null>(() => taskOfRoom(search.get('task'), room, actor))
  usePrefetchedTasks()
  const office = isOffice(actor)
  const today = useConfiguration()?.today
  const Content = office ? OfficeRoom : RoomAtWork
  /** Who works there goes on to the next door. */
  const leave = async (left: VisitLeft) => {
    setTask(null)
    if (office) return
    const { sayLeft } = await loadLeaving()
    sayLeft(room, left)
    await navigate(paths.constructions())
  }
  return (
    <>
      <PageHead
        title={addressedRoom(room.name)}
        note={<RoomStates room={room} />}
        back={
          office
            ? { to: paths.detail_schedule(room.construction_id), label: '詳細工程表へ戻る' }
            : { to: dayOfRoom(room, today), label: '作業の予定へ戻る' }
        }
        actions={
          <>
            {office ? (
              <RoomNeighbours room={room} />
            ) : (
              <Suspense fallback={<NoWayOn room={room} />}>
                <WayOn room={room} />
              </Suspense>
            )}
            {canKeepSupport(actor) ? (
              <ButtonLink to={paths.customer_support_versions(room.construction_id, room.id)} icon="history">
                {room.has_customer_support_versions ? '対応履歴あり' : '対応履歴'}
              </ButtonLink>
            ) : null}
            {office ? <RoomActions room={room} onTask={setTask} /> : null}
          </>
        }
      />
      {room.closed_at === null ? null : <Help>{closedRoomText}</Help>}
      <Suspense>
        <Content
          room={room}
          onTask={setTask}
          absence={<Absence room={room} office={office} />}
          absences={
            <Suspense>
              <RoomAbsences room={room} />
            </Suspense>
          }
          notes={
            <Suspense>
              <RoomNotes key={room.id} room={room} readOnly={room.closed_at !== null} />
            </Suspense>
          }
          paper={isStillToDo(room) ? <RoomPaper room={room} letter={office} /> : null}
        />
      </Suspense>
      <RoomTasks room={room} task={task} onClose={() => setTask(null)} onLeft={left => void leave(left)} />
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
const Absence = ({ room, office }: { room: RoomDetail; office: boolean }) => {
  const [dialog, ask] = useConfirm()
  const params = { construction_id: room.construction_id, room_id: room.id }
  const end = useApiMutation('DELETE /api/constructions/:construction_id/rooms/:room_id/absence', { invalidates: roomReads })
  const settle = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/revisit_wish/settlement', {
    invalidates: roomReads,
  })
  const { revisit_wish: wish, absent_at: absentAt } = room
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
  return absentAt === null ? null : (
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
