import { canKeepKeys } from '@toguchi/domain/keys/policy'
import { canChangeOccupancy, canCompleteRooms } from '@toguchi/domain/rooms/policy'
import type { ReactNode } from 'react'
import { RoomKeys, RoomOccupancy } from '../../answers/answers.tsx'
import { RoomReport } from '../../completion-reports/completion-reports.tsx'
import { RoomOrders } from '../../orders/orders.tsx'
import { RoomPhotos } from '../../photos/photos.tsx'
import { q, queryClient } from '../../platform/api/api.ts'
import { useHandInTicket } from '../../platform/outbox/use-hand-in-ticket.ts'
import { useActor } from '../../platform/session/actor.ts'
import type { RoomDetail } from '../../room-reads/room-reads.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { Stack } from '../../ui/layout/Layout.ts'
import type { RoomTask } from '../actions/RoomTasks.tsx'
import { RoomColumns, RoomPlace } from '../facts/RoomColumns.ts'
import { RoomResident } from '../facts/RoomResident.tsx'
import { RoomVisit } from '../facts/RoomVisit.tsx'
import { usePlaceOfAddress } from '../facts/use-place-of-address.ts'
import { Instruction } from '../Instruction.ts'
import { EndOfVisit } from './EndOfVisit.tsx'
import { isStillToDo } from '../visits/date-of-room.ts'

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

/** What says how high the parts of the page are comes with the room where it can: nothing moves under a thumb that has read it. */
export const readBeside = (construction_id: number, room_id: number): void => {
  const parts = { params: { construction_id, room_id } }
  for (const key of [
    'GET /api/constructions/:construction_id/rooms/:room_id/completion_report',
    'GET /api/constructions/:construction_id/rooms/:room_id/room_images',
    'GET /api/constructions/:construction_id/rooms/:room_id/absences',
    'GET /api/constructions/:construction_id/rooms/:room_id/keys',
    'GET /api/constructions/:construction_id/rooms/:room_id/orders',
  ] as const)
    // What fails is read again by the part that shows it, and told there.
    void queryClient.prefetchQuery(q(key, parts, { silent: true, errors: 'nobody' }))
}

/** A dwelling for who works in it, in the order of the work: who opens, key, photos, cash, report, signature (C5). */
export const RoomAtWork = ({ room, onTask, absence, absences, notes, paper }: Props) => {
  usePlaceOfAddress()
  useHandInTicket(room.construction_id)
  const actor = useActor()
  const closed = room.closed_at !== null
  const open = isStillToDo(room)
  return (
    <RoomColumns>
      <Stack>
        <Section title="工事日" name="schedule">
          <RoomVisit room={room} />
          {room.construction_remarks === null ? null : <Instruction>{room.construction_remarks}</Instruction>}
          {absence}
        </Section>
        {absences}
        {canKeepKeys(actor) ? (
          <RoomKeys
            room={{ construction_id: room.construction_id, room_id: room.id, room_name: room.name, building_name: room.building_name }}
            readOnly={closed}
            finished={!open}
          />
        ) : null}
        <RoomPlace id="photos">
          <Section title="写真" name="photos">
            <RoomPhotos room={room} slots={room.photo_slots} readOnly={closed || !canCompleteRooms(actor)} />
          </Section>
        </RoomPlace>
        <RoomOrders room={room} />
        <RoomPlace id="report">
          <RoomReport room={room} />
        </RoomPlace>
        <EndOfVisit room={room} onTask={onTask} />
      </Stack>
      <Stack>
        <Section title="居住者" name="resident">
          <RoomResident room={room} />
        </Section>
        {notes}
        <RoomOccupancy construction_id={room.construction_id} room_id={room.id} readOnly={closed || !canChangeOccupancy(actor)} />
        {paper}
      </Stack>
    </RoomColumns>
  )
}
