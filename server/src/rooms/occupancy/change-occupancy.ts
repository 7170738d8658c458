import type { OfficeActor, WorkerActor } from '@toguchi/domain/access/actor'
import { moneyPersonOf } from '@toguchi/domain/orders/two-people'
import type { OrderDecision } from '@toguchi/domain/rooms/order-decision'
import { isAway, type Occupancy } from '@toguchi/domain/rooms/occupancy/occupancy'
import type { OccupancyForm, RoomOccupancy } from '@toguchi/domain/rooms/occupancy/occupancy-contract'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import { issueAuthenticationCodes } from '../../authentication-codes/authentication-codes.ts'
import { recordEvent, recordEvents } from '../../platform/events.ts'
import { invalid, notFound, refused, stale } from '../../platform/http/problem.ts'
import { recallMessages, recallWaiting } from '../../platform/messages/outbox.ts'
import { decideOrders, type HandedDown } from '../decide-orders.ts'
import { countUpVersions, lockConstruction, lockOpenRooms, lockRoom, updateRoom } from '../queries.ts'
import type { RoomTarget } from '../room-target.ts'
import { recallKeyOfReminder } from '../set-reception-status.ts'
import { findOccupancy, listOccupancies, type OccupancyRow, saveOccupancies, saveOccupancy } from './queries.ts'

/** What becomes of orders and frame of a dwelling that lets nobody in. */
interface Refusal {
  decision: OrderDecision | undefined
  freesFrame: boolean
}

/**
 * Notes who is in the dwelling and what came of trying to reach them; what is not sent stays (D-37). Who lets nobody in from now on has orders
 * that somebody decides over, and a frame that may be for others.
 */
export const changeOccupancy = async (
  target: RoomTarget,
  { lock_version, ...sent }: OccupancyForm,
  { decision, freesFrame }: Refusal,
  { carryOut, freeFrame }: HandedDown,
): Promise<void> => {
  const { platform, db, actor, constructionId, roomId } = target
  // Its orders may be decided over: whoever changes those takes the construction before the room.
  if (sent.contact_outcome === 'refused' && !(await lockConstruction(db, actor, constructionId))) throw notFound()
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
  if (after.contact_outcome !== 'refused' || before.contact_outcome === 'refused' || room.status === 'completed') return
  const change = { platform, db, actor: { ...actor, clientId } }
  await decideOrders({ ...change, roomId, change: 'put off', decision, day: null }, carryOut)
  if (freesFrame) await freeFrame(change, constructionId, roomId)
}

/** Who is in many dwellings of a construction, as a list says it: a statement each for all of them. */
export const changeOccupancies = async (
  { platform, db, actor, constructionId }: Omit<RoomTarget, 'roomId' | 'actor'> & { actor: OfficeActor },
  occupancies: ReadonlyMap<number, Occupancy>,
): Promise<void> => {
  const { clientId } = actor
  const roomIds = [...occupancies.keys()]
  if (roomIds.length === 0) return
  const now = platform.now()
  const rooms = await lockOpenRooms(db, clientId, constructionId, roomIds)
  if (rooms.length < roomIds.length) throw refused(closedRoomText, 'room_closed')
  const noted = await listOccupancies(db, clientId, roomIds)
  const changes = [...noted].flatMap(([room_id, before]) => {
    const occupancy = occupancies.get(room_id) ?? before.occupancy
    return occupancy === before.occupancy ? [] : [{ room_id, before, after: withoutWhatIsOver({ ...before, occupancy }) }]
  })
  await saveOccupancies(
    db,
    clientId,
    changes.map(({ room_id, after }) => ({ ...after, room_id })),
    now,
  )
  await countUpVersions(
    db,
    clientId,
    changes.map(({ room_id }) => room_id),
    now,
  )
  // The owners of empty dwellings were written their codes, which are to open nothing of who lives there from now on.
  const filled = changes.filter(({ before, after }) => before.occupancy === 'vacant' && after.occupancy !== 'vacant')
  if (filled.length > 0)
    await issueAuthenticationCodes(
      platform,
      db,
      clientId,
      filled.map(({ room_id }) => room_id),
      moneyPersonOf(actor),
    )
  const unasked = changes.filter(({ after }) => isAway(after.occupancy) || after.contact_outcome !== null)
  await recallWaiting(
    db,
    clientId,
    unasked.map(({ room_id }) => recallKeyOfReminder(room_id)),
  )
  await recordEvents(
    db,
    changes.map(({ room_id, before, after }) => ({
      kind: 'rooms.occupancy_changed' as const,
      actor,
      clientId,
      constructionId,
      roomId: room_id,
      change: { before: statesOf(before), after: statesOf(after) },
      personal: { before: personalOf(before), after: personalOf(after) },
    })),
  )
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
