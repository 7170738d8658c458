import { addDays, type Day, instantOf } from '@toguchi/domain/calendar/day'
import { newYear, sundaysAndHolidays } from '@toguchi/domain/calendar/holidays'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'
import { generateRoomNames } from '@toguchi/domain/rooms/room-names'
import type { Company } from './companies.ts'
import type { Door, Person } from './door.ts'
import { mobileNumber, personKana, personName } from './people.ts'
import { drawSignature, drawSitePhoto } from './pictures.ts'
import { type DemoResident, insertResidents, markRegistered } from './queries.ts'

/** The town while it is built: its companies, its door, and today. */
export interface Town {
  door: Door
  company: Company
  today: Day
}

/** Sets the town's clock, in days from today. */
export const clockTo = ({ door, today }: Town, days: number, time = '10:00'): void => door.setNow(instantOf(addDays(today, days), time))

/** Morning, early and late afternoon: frames of two hours that a resident can wait for. */
export const frames = (each: number) => [
  { start_at: '09:00', end_at: '12:00', frame_number: each },
  { start_at: '13:00', end_at: '15:00', frame_number: each },
  { start_at: '15:00', end_at: '17:00', frame_number: each },
]

export interface BuildingPlan {
  name: string
  name_kana: string
  zipcode: string
  address: string
  management_company: string
  manager: string
  floors: number
  perFloor: number
  floorStart?: number
  initials?: string
}

export interface DemoRoom {
  id: number
  name: string
  date: Day
  startAt: string
}

const block = ({ floors, perFloor, floorStart = 1, initials = '' }: BuildingPlan) => ({
  floor_number: floors,
  room_number_per_floor: perFloor,
  floor_start: floorStart,
  initials,
  digits: 2,
  except_for_lower_digit_four: true,
  except_for_lower_digit_nine: true,
})

/** A building with its room template. */
export const registerBuilding = async ({ door, company }: Town, plan: BuildingPlan): Promise<number> => {
  const { building } = await door.call<{ building: { id: number } }>(company.staff, 'POST', '/api/buildings', {
    building: {
      cd: null,
      name: plan.name,
      name_kana: plan.name_kana,
      zipcode: plan.zipcode,
      address: plan.address,
      management_company: plan.management_company,
      manager: plan.manager,
      phone: '0356781234',
    },
  })
  const settings = block(plan)
  await door.call(company.staff, 'PATCH', `/api/buildings/${building.id}/room_composition`, {
    building: { ...settings, rooms_attributes: generateRoomNames(settings) },
  })
  return building.id
}

export interface ConstructionPlan {
  name: string
  manageNo: string
  type?: 'renewal' | 'inspection'
  buildingId: number
  /** Days from today. */
  start: number
  end: number
  timePerUnit?: number
  crews?: number[]
  houses: number
  /** Days from the start on which the company itself is closed. */
  closed?: number[]
  /** The first day is for bringing in material: nobody is visited. */
  prepares?: boolean
}

/** Registers a construction through its steps; returns its id. */
export const registerConstruction = async ({ door, company, today }: Town, plan: ConstructionPlan): Promise<number> => {
  const start = addDays(today, plan.start)
  const end = addDays(today, plan.end)
  const holidays = [
    ...new Set([
      ...sundaysAndHolidays(start, end),
      ...newYear(Number(start.slice(0, 4))).filter(day => day >= start && day <= end),
      ...(plan.closed ?? []).map(days => addDays(start, days)),
    ]),
  ]
  const step = async (form_type: string, construction: Record<string, unknown>, id?: number) =>
    (
      await door.call<{ construction: { id: number } }>(
        company.staff,
        id === undefined ? 'POST' : 'PATCH',
        id === undefined ? '/api/constructions' : `/api/constructions/${id}`,
        {
          form_type,
          construction,
        },
      )
    ).construction.id
  const id = await step('overall_schedule', {
    building_id: plan.buildingId,
    number_of_houses: plan.houses,
    planned_start_on: addDays(start, -10),
    planned_end_on: addDays(end, 5),
    contract_period_start_on: addDays(start, -10),
    contract_period_end_on: addDays(end, 5),
    common_area_start_on: addDays(start, -7),
    common_area_end_on: addDays(start, -1),
    privately_area_start_on: start,
    privately_area_end_on: end,
    privately_area_holidays: holidays,
    preparation_days: plan.prepares ? [start] : [],
    information_distribution_on: addDays(start, -28),
    briefing_session_at: `${addDays(start, -30)}T19:00:00+09:00`,
    option_request_end_on: addDays(start, -8),
    schedule_change_end_on: addDays(start, -5),
    decision_guide_distribution_on: addDays(start, -4),
    assigned_contractors_attributes: (plan.crews ?? [0]).map(at => ({
      contractor_id: company.contractors[at]?.id,
      assigned_craftsmans_attributes: company.contractors[at]?.craftsmanIds.map(craftsman_id => ({ craftsman_id })),
    })),
  })
  await step(
    'representative',
    {
      supplier_id: company.supplier.id,
      supplier_staff_id: company.supplier.staffId,
      sales_staff_id: company.staffId,
      construction_staff_id: company.staffId,
      contract_representative: '管理組合 理事長',
      contract_representative_address: '管理室気付',
    },
    id,
  )
  await step(
    'construction_info',
    {
      manage_no: plan.manageNo,
      name: plan.name,
      construction_type: plan.type ?? 'renewal',
      time_per_unit: plan.timePerUnit ?? 60,
      security_equipment: 'fire_gas_alert',
      emergency_phone_number: '0120-000-111',
    },
    id,
  )
  const timings = (before: boolean, under: boolean, after: boolean) => ({
    before_construction: before,
    under_construction: under,
    after_construction: after,
  })
  await step(
    'photography_places',
    {
      use_common_photo: true,
      use_private_photo: true,
      use_electronic_signboard: false,
      common_photography_places_attributes: [{ photography_place_id: company.places[2], ...timings(true, true, true) }],
      private_photography_places_attributes: [
        { photography_place_id: company.places[0], ...timings(true, false, true) },
        { photography_place_id: company.places[1], ...timings(true, true, true) },
      ],
    },
    id,
  )
  await step(
    'options',
    {
      use_optional_construction: true,
      use_payment: true,
      cash_place: '1階管理室',
      cash_hours: '平日9時〜17時',
      constructions_options_attributes: company.options
        .slice(0, 2)
        .map(option => ({ option_id: option.id, ...timings(false, false, true) })),
    },
    id,
  )
  return id
}

/** Plans the rooms by a construction order and, unless told otherwise, completes the schedule. */
export const planSchedule = async (
  { door, company }: Town,
  id: number,
  {
    frames,
    order = '上から縦',
    complete = true,
  }: { frames: { start_at: string; end_at: string; frame_number: number }[]; order?: string; complete?: boolean },
): Promise<DemoRoom[]> => {
  const construction_order_id = company.orders.find(one => one.name === order)?.id
  const schedule = await door.call<{
    construction_time_frames: { id: number; start_at: string }[]
    assigns: { date: Day; construction_time_frame_id: number; frame_number: number; room: { id: number; name: string } }[]
  }>(company.staff, 'POST', `/api/constructions/${id}/detail_schedule`, {
    detail_schedule: { construction_order_id, construction_time_frames_attributes: frames },
  })
  if (complete) await completeSchedule({ door, company }, id)
  const startOf = new Map(schedule.construction_time_frames.map(frame => [frame.id, frame.start_at]))
  return schedule.assigns
    .map(assign => ({
      id: assign.room.id,
      name: assign.room.name,
      date: assign.date,
      startAt: startOf.get(assign.construction_time_frame_id) ?? '09:00',
      number: assign.frame_number,
    }))
    .toSorted((one, other) => one.date.localeCompare(other.date) || one.startAt.localeCompare(other.startAt) || one.number - other.number)
}

/** From now on residents are told their dates and choose others. */
export const completeSchedule = ({ door, company }: Pick<Town, 'door' | 'company'>, id: number): Promise<unknown> =>
  door.call(company.staff, 'POST', `/api/constructions/${id}/detail_schedule/completion`)

/** People move in: names and telephones of everyone who has been reached so far; accounts only for those who answered on the web. */
export const moveIn = async (
  { door, company }: Town,
  rooms: readonly DemoRoom[],
  over: (at: number) => Partial<DemoResident>,
): Promise<Map<number, number>> => {
  if (rooms.length === 0) return new Map()
  const rows = await door.platform.pool.write(company.clientId, async db => {
    const residents = await insertResidents(
      db,
      rooms.map((room, at) => ({
        client_id: company.clientId,
        room_id: room.id,
        name: personName(room.id + at),
        name_kana: personKana(room.id + at),
        phone: mobileNumber(room.id + at),
        email: null,
        gender: at % 2 === 0 ? 'male' : 'female',
        own_or_rent: at % 4 === 3 ? 'rent' : 'own',
        ...over(at),
      })),
    )
    const registered = rooms.filter((_, at) => over(at).registered_at !== undefined).map(room => room.id)
    if (registered.length > 0) await markRegistered(db, company.clientId, registered)
    return residents
  })
  return new Map(rows.map(row => [row.room_id, row.id]))
}

/** A resident answers on the web and accepts the date. */
export const answerOnTheWeb = async ({ door, company }: Town, residentId: number): Promise<void> => {
  const resident = await door.enter('resident', company.clientId, residentId)
  await door.call(resident, 'POST', '/api/residents/assign/confirmation')
  await door.call(resident, 'PUT', '/api/residents/presence', { presence: { presence_method: 'self' } })
}

/** An answer by telephone or on paper, typed in by staff for the resident: the date suits, and how to get in (D-22). */
export const answerThroughStaff = async (
  { door, company }: Town,
  constructionId: number,
  room: { id: number },
  channel: 'tel' | 'paper' | 'visit',
  caller: string,
): Promise<void> => {
  const presence = presences[room.id % presences.length]
  await door.call(company.staff, 'POST', `/api/constructions/${constructionId}/rooms/${room.id}/answers`, {
    room_answer: { channel, caller, date_answer: 'accept', ...(presence === undefined ? {} : { presence }) },
  })
}

/** How people let the craftsmen in, in turn; most are at home, and some did not say. */
const presences = [
  { presence_method: 'self' },
  { presence_method: 'self' },
  undefined,
  { presence_method: 'proxy', proxy_name: '親族の方', proxy_relation: '家族', proxy_phone: '09011112222' },
  { presence_method: 'self' },
  { presence_method: 'auxiliary_lock', consent: true },
  { presence_method: 'self' },
  { presence_method: 'key_custody', consent: true },
] as const

const slots: [place: number, timing: PhotoTiming][] = [
  [0, 'before_construction'],
  [0, 'after_construction'],
  [1, 'before_construction'],
  [1, 'under_construction'],
  [1, 'after_construction'],
]

interface RoomDetail {
  room: { photo_slots: { position: string; timing: PhotoTiming; taken: number }[] }
}

/** What the craftsman fills in when a room is done, besides the usual. */
export type DemoCompletion = Partial<{
  digital_sign: string | null
  signer_name: string
  signer_relation: 'self' | 'family' | 'proxy'
  sign_omitted_reason: string
  special_report: string | null
  completion_comment: string
}>

/** The craftsman works in a room: photographs, has it signed, completes it. */
export const workInRoom = async (
  { door, company }: Town,
  constructionId: number,
  room: DemoRoom,
  completion: DemoCompletion = {},
  craftsman: Person = company.craftsman,
): Promise<void> => {
  const url = `/api/constructions/${constructionId}/rooms/${room.id}`
  const begun = instantOf(room.date, room.startAt)
  const { room: detail } = await door.call<RoomDetail>(craftsman, 'GET', url)
  const slotsAndTimes = detail.photo_slots.map((slot, at) => ({
    slot,
    at,
    filmedAt: new Date(begun.getTime() + (at * 8 + (room.id % 7)) * 60_000),
  }))
  door.setNow(slotsAndTimes.at(-1)?.filmedAt ?? begun)
  await Promise.all(
    slotsAndTimes.map(async ({ slot, at, filmedAt }) =>
      door.photo(
        craftsman,
        `${url}/room_images`,
        'room_image',
        { position: slot.position, timing: slot.timing, filming_at: filmedAt.toISOString() },
        await drawSitePhoto(slots[at]?.[0] ?? 1, slot.timing, room.id + at, filmedAt),
      ),
    ),
  )
  door.setNow(new Date(begun.getTime() + 55 * 60_000))
  await door.call(craftsman, 'POST', `${url}/completion`, {
    room: {
      digital_sign: await drawSignature(room.id),
      special_report: null,
      completion_comment: '動作確認済み。取扱説明書をお渡ししました。',
      ...completion,
    },
  })
}

export const rescheduleRoom = async (
  { door, company }: Town,
  constructionId: number,
  room: DemoRoom,
  reason: string,
  revisitAt: Date | null,
  remarks: string,
): Promise<void> => {
  door.setNow(instantOf(room.date, room.startAt))
  await door.call(company.craftsman, 'POST', `/api/constructions/${constructionId}/rooms/${room.id}/reschedule`, {
    room: {
      incomplete_reason_id: company.reasons.find(one => one.name === reason)?.id,
      revisit_at: revisitAt?.toISOString() ?? null,
      room_remarks: remarks,
    },
  })
}

export const closeRoom = ({ door, company }: Town, constructionId: number, room: DemoRoom, reason?: string): Promise<unknown> =>
  door.call(company.staff, 'POST', `/api/constructions/${constructionId}/rooms/${room.id}/close`, {
    room: reason === undefined ? {} : { incomplete_reason_id: company.reasons.find(one => one.name === reason)?.id },
  })
