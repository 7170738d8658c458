import { roomLabels } from '@toguchi/domain/rooms/labels'
import { canKeepSupport } from '@toguchi/domain/support/policy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RoomAnswers } from '../../answers/answers.tsx'
import { RoomOrders } from '../../orders/orders.tsx'
import { useActor } from '../../platform/session/actor.ts'
import { eventsOfRoom, type RoomDetail } from '../../room-reads/room-reads.ts'
import { paths } from '../../site/paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { Facts } from '../../ui/layout/Facts.tsx'
import { Actions } from '../../ui/layout/Layout.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { type RoomTask, RoomTasks } from '../actions/RoomTasks.tsx'
import { RoomResident } from '../facts/RoomResident.tsx'
import { RoomStates } from '../facts/RoomStates.tsx'
import { RoomVisit } from '../facts/RoomVisit.tsx'
import { ReceptionBadge } from '../ReceptionBadge.tsx'
import { RoomEvents } from '../RoomEvents.tsx'

/** So many of the newest events; the room's page has all of them. */
const lastEvents = 5

/** What the office wants to know of a room at once, in the order in which it is asked for. */
export const RoomAtAGlance = ({ room }: { room: RoomDetail }) => {
  const [task, setTask] = useState<RoomTask | null>(null)
  const open = room.closed_at === null && room.status !== 'completed'
  return (
    <>
      <RoomStates room={room} />
      <WaysOn room={room} />
      <Section
        title="工事日"
        name="schedule"
        actions={
          open ? (
            <Button size="small" onClick={() => setTask('date')}>
              日程を変更
            </Button>
          ) : null
        }
      >
        <RoomVisit room={room} />
        {open && room.assign !== null && room.status !== 'reschedule' && room.construction_schedule_confirmed_at === null ? (
          <Actions>
            <Button size="small" kind="primary" onClick={() => setTask('confirm')}>
              日程を決める
            </Button>
          </Actions>
        ) : null}
      </Section>
      <Section
        title="居住者"
        name="resident"
        actions={
          <Button size="small" icon="edit" onClick={() => setTask('resident')}>
            居住者を編集
          </Button>
        }
      >
        <RoomResident room={room} />
      </Section>
      <Section title="受付と備考" name="notes" actions={<ReceptionBadge status={room.reception_status_en} />}>
        <Facts
          facts={[
            [roomLabels.construction_remarks, room.construction_remarks],
            [roomLabels.room_remarks, room.room_remarks],
          ]}
        />
      </Section>
      <RoomAnswers construction_id={room.construction_id} room_id={room.id} room_name={room.name} readOnly={room.closed_at !== null} />
      <RoomOrders room={room} />
      <LastEvents room={room} />
      <RoomTasks room={room} task={task} onClose={() => setTask(null)} onLeft={() => setTask(null)} />
    </>
  )
}

const WaysOn = ({ room }: { room: RoomDetail }) => (
  <Actions>
    <ButtonLink size="small" icon="detail" to={paths.room(room.construction_id, room.id)}>
      部屋詳細を開く
    </ButtonLink>
    {canKeepSupport(useActor()) ? (
      <ButtonLink size="small" icon="history" to={paths.customer_support_versions(room.construction_id, room.id)}>
        {room.has_customer_support_versions ? '対応履歴あり' : '対応履歴'}
      </ButtonLink>
    ) : null}
  </Actions>
)

const LastEvents = ({ room }: { room: RoomDetail }) => {
  const { data } = useQuery(eventsOfRoom(room.construction_id, room.id))
  const events = data?.events ?? []
  return (
    <Section title="最近の履歴" name="timeline">
      {data !== undefined && events.length === 0 ? <Help>まだ履歴はありません。</Help> : null}
      <RoomEvents events={events.slice(0, lastEvents)} />
    </Section>
  )
}
