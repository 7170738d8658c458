import type { WorkerActor } from '@toguchi/domain/access/actor'
import { moneyPersonOf } from '@toguchi/domain/orders/two-people'
import { isAway } from '@toguchi/domain/rooms/occupancy/occupancy'
import type { OccupancyForm, RoomOccupancy } from '@toguchi/domain/rooms/occupancy/occupancy-contract'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import { issueAuthenticationCodes } from '../../authentication-codes/authentication-codes.ts'
import { recordEvent } from '../../platform/events.ts'
import { invalid, notFound, refused, stale } from '../../platform/http/problem.ts'
import { recallMessages } from '../../platform/messages/outbox.ts'
import { lockRoom, updateRoom } from '../queries.ts'
import type { RoomTarget } from '../room-target.ts'
import { recallKeyOfReminder } from '../set-reception-status.ts'
import { findOccupancy, type OccupancyRow, saveOccupancy } from './queries.ts'

/** Notes who is in the dwelling and what came of trying to reach them; what is not sent stays (D-37). */
export const changeOccupancy = async (
  { platform, db, actor, constructionId, roomId }: RoomTarget,
  { lock_version, ...sent }: OccupancyForm,
): Promise<void> => {
  const room = await lockRoom(db, actor, constructionId, roomId)
  if (!room) throw notFound()
  if (room.closed_at !== null) throw refused(closedRoomText, 'room_closed')
  if (lock_version !== undefined && lock_version !== room.lock_version) throw stale()
  const { client_id: clientId } = room
  const now = platform.now()
  const before = await findOccupancy(db, clientId, roomId)
  const after = withoutWhatIsOver({ ...before, ...sent })
  assertComplete(after)
  await saveOccupancy(db, clientId, roomId, after, now)
  await updateRoom(db, clientId, roomId, {}, now)
  // The owner of an empty dwelling was written its code, which is to open nothing of who lives there from now on.
  if (before.occupancy === 'vacant' && after.occupancy !== 'vacant')
    await issueAuthenticationCodes(platform, db, clientId, [roomId], moneyPersonOf(actor))
  // Nobody is there to be reminded, or has said no: what still waits for the morning is taken back.
  if (isAway(after.occupancy) || after.contact_outcome !== null) await recallMessages(db, clientId, recallKeyOfReminder(roomId))
  await recordEvent(db, {
    kind: 'rooms.occupancy_changed',
    actor,
    clientId,
    constructionId,
    roomId,
    change: { before: statesOf(before), after: statesOf(after) },
    personal: { before: personalOf(before), after: personalOf(after) },
  })
}

/** Who lives there opens themselves, and no outcome needs no reason. */
const withoutWhatIsOver = (row: OccupancyRow): OccupancyRow => ({
  ...row,
  ...(isAway(row.occupancy) ? {} : { opener: null, opener_note: null }),
  ...(row.contact_outcome === null ? { outcome_note: null } : {}),
})

const assertComplete = (row: OccupancyRow): void => {
  const { owner_name_kana, owner_zipcode, owner_address, owner_phone, owner_email } = row
  if (row.contact_outcome === 'refused' && row.outcome_note === null) throw invalid({ outcome_note: ['を入力してください'] })
  if (row.owner_name === null && [owner_name_kana, owner_zipcode, owner_address, owner_phone, owner_email].some(value => value !== null))
    throw invalid({ owner_name: ['を入力してください'] })
}

const statesOf = ({ occupancy, contact_outcome, opener }: OccupancyRow) => ({ occupancy, contact_outcome, opener })

const personalOf = ({ occupancy: _occupancy, contact_outcome: _outcome, opener: _opener, ...personal }: OccupancyRow) =>
  Object.fromEntries(Object.entries(personal).filter(([, value]) => value !== null))

/** Craftsmen read that nobody is there and who opens, and nothing of owners and of what the office noted (G-ROOM-16). */
export const presentOccupancy = (row: OccupancyRow, actor: WorkerActor): RoomOccupancy => {
  const own = actor.kind === 'craftsman'
  return {
    occupancy: row.occupancy,
    contact_outcome: row.contact_outcome,
    outcome_note: own ? null : row.outcome_note,
    opener: row.opener,
    opener_note: row.opener_note,
    owner:
      own || row.owner_name === null
        ? null
        : {
            name: row.owner_name,
            name_kana: row.owner_name_kana,
            zipcode: row.owner_zipcode,
            address: row.owner_address,
            phone: row.owner_phone,
            email: row.owner_email,
          },
  }
}
