import type { ClientId, ResidentActor } from '@toguchi/domain/access/actor'
import { formatDayLong, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { dateChangeEndOf, whyNoDateChange, whyNoDateConfirmation } from '@toguchi/domain/residents/deadlines'
import type { AnsweredBy } from '@toguchi/domain/rooms/answered-by'
import { afterAbsence, offeredDays, offeredFrames } from '@toguchi/domain/schedule/offered-frames'
import { notify } from '../../notifications/notifications.ts'
import { toDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound, refused, signInFirst } from '../../platform/http/problem.ts'
import {
  assertDateUnchanged,
  countOwnDateChange,
  endAbsences,
  endSlips,
  isAt,
  setConfirmed,
  setReceptionStatus,
} from '../../rooms/rooms.ts'
import {
  findConstructionOfResident,
  frameGone,
  reservePlace,
  listReservedPlaces,
  lockConstructionOfResident,
  moveRoom,
  offerFactsOf,
} from '../../schedule/schedule.ts'
import { answeredByOf } from '../answered-by.ts'
import { factsOf, ownAssignOf } from '../present.ts'
import { findOwnRoom, lockOwnRoom, type OwnRoomRow } from '../own-room-queries.ts'

const reservationMinutes = 5

interface WantedSlot {
  date: string
  construction_time_frame_id: number
}

const timeOf = (place: WantedSlot): string => `${place.date}/${place.construction_time_frame_id}`

const refuse = (why: string | null, code: string) => {
  if (why !== null) throw refused(why, code)
}

const lockOwnConstruction = async (db: Db, actor: ResidentActor) => {
  const construction = await lockConstructionOfResident(db, actor)
  if (!construction) throw notFound()
  return construction
}

/** The construction as it is open to this room, whose deadline may be a later one. */
const openTo = <C extends { schedule_change_end_on: string | null }>(construction: C, row: OwnRoomRow): C => ({
  ...construction,
  schedule_change_end_on: dateChangeEndOf(row),
})

const ownConstruction = async (db: Db, actor: ResidentActor, row: OwnRoomRow) => {
  const construction = await findConstructionOfResident(db, actor)
  if (!construction) throw notFound()
  return openTo(construction, row)
}

const demandRoom = (row: OwnRoomRow | undefined): OwnRoomRow => {
  if (!row) throw signInFirst()
  return row
}

/** What the room may choose from; after a visit in vain the stock for absences too (D-34). */
const ownOffers = async (platform: Platform, db: Db, actor: ResidentActor, row: OwnRoomRow) => {
  const facts = await offerFactsOf(platform, db, row.client_id, await ownConstruction(db, actor, row), actor.roomId)
  return row.absent_at === null ? facts : afterAbsence(facts)
}

/** The calendar a resident chooses from: ○ available, × full, － closed (G-RES-12, G-SCH-25); 422 with the reason when nothing can be chosen. */
export const presentFrames = async (platform: Platform, db: Db, actor: ResidentActor) => {
  const row = demandRoom(await findOwnRoom(db, actor))
  refuse(whyNoDateChange(factsOf(row, toDay(platform.now()))), 'no_date_change')
  const facts = await ownOffers(platform, db, actor, row)
  const reserved = new Set((await listReservedPlaces(db, row.client_id, actor.constructionId, actor.roomId, platform.now())).map(timeOf))
  return offeredDays(facts).map(({ date, kind, time_frames }) => ({
    date,
    kind,
    time_frames: time_frames.map(({ frame_numbers, ...frame }) => ({
      ...frame,
      available: frame_numbers.length > 0,
      held: frame_numbers.length === 0 && reserved.has(timeOf(frame)),
      current: isAt(row, { date, construction_time_frame_id: frame.construction_time_frame_id }),
    })),
  }))
}

/** Keeps a free frame of the wanted time for five minutes; 409 with up to three others when none is left (D-06). */
export const reserveFrame = async (platform: Platform, db: Db, actor: ResidentActor, slot: WantedSlot) => {
  const now = platform.now()
  const own = demandRoom(await lockOwnRoom(db, actor))
  refuse(whyNoDateChange(factsOf(own, toDay(now))), 'no_date_change')
  const facts = await ownOffers(platform, db, actor, own)
  const free = offeredFrames(facts)
  const frame = free.find(one => one.date === slot.date && one.construction_time_frame_id === slot.construction_time_frame_id)
  const until = new Date(now.getTime() + reservationMinutes * 60_000)
  for (const frame_number of frame?.frame_numbers ?? []) {
    const place = { date: slot.date, construction_time_frame_id: slot.construction_time_frame_id, frame_number }
    if (frame && (await reservePlace(db, own.client_id, actor.constructionId, actor.roomId, place, now, until)))
      return {
        assign: {
          date: frame.date,
          construction_time_frame_id: frame.construction_time_frame_id,
          start_at: frame.start_at,
          end_at: frame.end_at,
        },
        until,
      }
  }
  throw frameGone(
    facts,
    free.filter(one => one !== frame && (one.date !== own.date || one.construction_time_frame_id !== own.construction_time_frame_id)),
    slot,
  )
}

/** Moves the own room to another frame and confirms it there; the old frame is kept until the new one is taken (D-06, G-RES-12). */
export const changeDate = async (
  platform: Platform,
  db: Db,
  actor: ResidentActor,
  slot: WantedSlot,
  answeredBy?: AnsweredBy,
): Promise<OwnRoomRow> => {
  // The construction first, as everybody who plans does: two orders of locking would meet in a deadlock.
  const construction = await lockOwnConstruction(db, actor)
  const own = demandRoom(await lockOwnRoom(db, actor))
  refuse(whyNoDateChange(factsOf(own, toDay(platform.now()))), 'no_date_change')
  // The same tap twice: it was said, recorded and mailed the first time.
  if (own.absent_at === null && own.construction_schedule_confirmed_at !== null && isAt(own, slot)) return own
  await moveRoom(platform, db, { ...actor, clientId: own.client_id }, openTo(construction, own), actor.roomId, slot, {
    offered: own.absent_at === null ? 'to residents' : 'after an absence',
    event: answeredByOf(answeredBy),
  })
  if (own.absent_at !== null) {
    await endAbsences(db, own.client_id, actor.roomId, platform.now())
    await endSlips(db, own.client_id, actor.roomId, platform.now())
    return confirmOwnDate(platform, db, actor, own.client_id, answeredBy)
  }
  // The first date and the same date are no changes.
  if (own.date !== null && !isAt(own, slot)) await countOwnDateChange(db, own.client_id, actor.roomId)
  return confirmOwnDate(platform, db, actor, own.client_id, answeredBy)
}

/** Accepts the proposed date as it was read (G-SCH-24). */
export const confirmDate = async (
  platform: Platform,
  db: Db,
  actor: ResidentActor,
  seen?: WantedSlot,
  answeredBy?: AnsweredBy,
): Promise<OwnRoomRow> => {
  const own = demandRoom(await lockOwnRoom(db, actor))
  assertDateUnchanged(own, seen)
  refuse(whyNoDateConfirmation(factsOf(own, toDay(platform.now()))), 'no_date_confirmation')
  return confirmOwnDate(platform, db, actor, own.client_id, answeredBy)
}

/** Records and tells that the own date as it stands now is agreed to. */
export const confirmOwnDate = async (
  platform: Platform,
  db: Db,
  actor: ResidentActor,
  clientId: ClientId,
  answeredBy: AnsweredBy | undefined,
): Promise<OwnRoomRow> => {
  const said = answeredByOf(answeredBy)
  const { constructionId, roomId } = actor
  const now = platform.now()
  await setConfirmed(db, clientId, [roomId], now)
  await setReceptionStatus(db, clientId, roomId, 'web', now)
  const row = demandRoom(await findOwnRoom(db, actor))
  const assign = ownAssignOf(row)
  await recordEvent(db, {
    kind: 'rooms.date_confirmed',
    actor,
    clientId,
    constructionId,
    roomId,
    change: { after: assign && { date: assign.date, construction_time_frame_id: assign.construction_time_frame_id }, ...said.change },
    personal: said.personal,
    residentVisible: true,
  })
  await notify(
    platform,
    db,
    { ...actor, clientId },
    {
      event: 'date_confirmed',
      constructionId,
      roomId,
      ...(assign ? { date: `${formatDayLong(assign.date)} ${formatTimeFrame(assign.start_at, assign.end_at)}`, visit: assign } : {}),
      to: ['construction_staff', 'resident'],
    },
  )
  return row
}
