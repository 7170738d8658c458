import { addDays, type Day, todayInTokyo } from '@toguchi/domain/calendar/day'
import { generateRoomNames } from '@toguchi/domain/rooms/room-names'
import type { Assign, DetailSchedule } from '@toguchi/domain/schedule/contract'
import { callAs } from './behind.ts'

/** A construction that one test has for itself, planned and running: three floors of four dwellings, four frames a day. */
export interface Site {
  id: number
  /** The address of its detail schedule. */
  schedule: string
  /** The date so many days from today. Day 3 is a day off, day 4 one of preparation; from day 5 on everything is free. */
  day: (offset: number) => Day
  read: () => Promise<DetailSchedule>
  /** Where the saved schedule has a room; null in the tray. */
  placeOf: (room: string) => Promise<Pick<Assign, 'date' | 'construction_time_frame_id' | 'frame_number'> | null>
  idOf: (room: string) => number
  /** `PATCH` of the whole schedule, as somebody else would send it. */
  save: (changes: Record<string, unknown>) => Promise<void>
  settle: (settings: Record<string, unknown>) => Promise<void>
  /** The resident agrees to the date, on the telephone. */
  confirm: (room: string) => Promise<void>
  call: <Answer = unknown>(method: string, path: string, body?: unknown) => Promise<Answer>
}

/** In a company whose lists no other journey looks at. */
export const staff = 'staffadmin002'
export const craftsman = 'craftsman002'
const contractor = '湘南リニューアル協力会'

interface Wanted {
  /** Completed schedules tell residents of every change (default). */
  completed?: boolean
  /** Days from today on which residents may still choose (default: the last day). */
  deadline?: number
  /** Of four dwellings each, with frames for all of them in the days there are; a multiple of three. */
  floors?: number
  /** What the building's name begins with, by which a craftsman's way through a day is sorted (default: 工程). */
  named?: string
  /** What is photographed before, during and after the work in each dwelling. */
  photographed?: readonly string[]
}

/** The crew that works at these sites. */
export const crewOfSites = async (): Promise<number> => {
  const { contractors } = await callAs<{ contractors: { id: number; name: string }[] }>(
    staff,
    'GET',
    '/contractors?exclude_pagination=true',
  )
  return contractors.find(each => each.name === contractor)?.id ?? 0
}

let number = 0

/** Builds a site through the API, under a name of its own, so that tests neither wait for nor disturb one another. */
export const buildSite = async ({
  completed = true,
  deadline = 11,
  floors = 3,
  named = '工程',
  photographed = [],
}: Wanted = {}): Promise<Site> => {
  number += 1
  const name = `${named} ${process.pid}-${number}`
  const today = todayInTokyo(new Date())
  const day = (offset: number) => addDays(today, offset)
  const { building } = await callAs<{ building: { id: number } }>(staff, 'POST', '/buildings', {
    building: { name, name_kana: 'コウテイ', address: '東京都江東区東雲1-1-1' },
  })
  const block = { floor_number: floors, room_number_per_floor: 4, floor_start: 1, initials: '', digits: 2 }
  const names = { ...block, except_for_lower_digit_four: false, except_for_lower_digit_nine: false }
  await callAs(staff, 'PATCH', `/buildings/${building.id}/room_composition`, {
    building: { ...names, rooms_attributes: generateRoomNames(names) },
  })
  const crew = await crewOfSites()
  const { craftsmans } = await callAs<{ craftsmans: { id: number; login_id: string }[] }>(
    staff,
    'GET',
    `/craftsmans?exclude_pagination=true&craftsman[contractor_id]=${crew}`,
  )
  const { construction } = await callAs<{ construction: { id: number } }>(staff, 'POST', '/constructions', {
    form_type: 'overall_schedule',
    construction: {
      building_id: building.id,
      number_of_houses: floors * 4,
      common_area_start_on: day(-2),
      common_area_end_on: day(11),
      privately_area_start_on: day(-2),
      privately_area_end_on: day(11),
      privately_area_holidays: [day(3)],
      preparation_days: [day(4)],
      information_distribution_on: day(-2),
      schedule_change_end_on: day(deadline),
      assigned_contractors_attributes: [
        { contractor_id: crew, assigned_craftsmans_attributes: craftsmans.map(({ id }) => ({ craftsman_id: id })) },
      ],
    },
  })
  const url = `/constructions/${construction.id}`
  await callAs(staff, 'PATCH', url, {
    form_type: 'construction_info',
    construction: { manage_no: name, name: '工程表の工事', construction_type: 'renewal', time_per_unit: 60 },
  })
  if (photographed.length > 0)
    await callAs(staff, 'PATCH', url, {
      form_type: 'photography_places',
      construction: {
        use_electronic_signboard: false,
        private_photography_places_attributes: photographed.map(free_input => ({
          free_input,
          before_construction: true,
          under_construction: true,
          after_construction: true,
        })),
      },
    })
  const { construction_orders } = await callAs<{ construction_orders: { id: number; name: string }[] }>(
    staff,
    'GET',
    '/construction_orders?exclude_pagination=true',
  )
  const schedule = await callAs<DetailSchedule>(staff, 'POST', `${url}/detail_schedule`, {
    detail_schedule: {
      construction_order_id: construction_orders.find(each => each.name === '上から縦')?.id,
      construction_time_frames_attributes: [
        { start_at: '09:00', end_at: '12:00', frame_number: (floors / 3) * 2 },
        { start_at: '13:00', end_at: '15:00', frame_number: (floors / 3) * 2 },
      ],
    },
  })
  if (completed) await callAs(staff, 'POST', `${url}/detail_schedule/completion`)
  const ids = new Map(schedule.assigns.map(({ room }) => [room.name, room.id]))
  const idOf = (room: string) => {
    const id = ids.get(room)
    if (id === undefined) throw new Error(`the site has no room ${room}`)
    return id
  }
  const call: Site['call'] = (method, path, body) => callAs(staff, method, `${url}${path}`, body)
  const read = () => call<DetailSchedule>('GET', '/detail_schedule')
  return {
    id: construction.id,
    schedule: `${url}/detail_schedule`,
    day,
    read,
    idOf,
    call,
    async placeOf(room) {
      const assign = (await read()).assigns.find(each => each.room.name === room)
      if (assign === undefined) return null
      const { date, construction_time_frame_id, frame_number } = assign
      return { date, construction_time_frame_id, frame_number }
    },
    async save(changes) {
      const { lock_version } = await read()
      await call('PATCH', '/detail_schedule', { detail_schedule: { lock_version, ...changes } })
    },
    async settle(settings) {
      const { lock_version } = await read()
      await call('PATCH', '/detail_schedule/settings', { schedule_settings: { lock_version, ...settings } })
    },
    async confirm(room) {
      await call('POST', `/rooms/${idOf(room)}/confirmation`, { acting_for: { channel: 'tel', caller: '本人' } })
    },
  }
}
