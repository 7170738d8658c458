import type { CompanysDay } from '../src/rooms/visits/own-days.ts'
import type { Visit } from '../src/rooms/visits/visit-list.ts'

let id = 0
/** A visit of 2026-12-01 that is still to be made; each has an id of its own. */
export const visit = (over: Partial<Visit> = {}, frame: [start: string, end: string] = ['09:00', '12:00']): Visit => {
  id += 1
  return {
    id,
    construction_id: 1,
    assign_id: id,
    incomplete_reason_id: null,
    status: 'waiting',
    block_position: 1,
    row: 1,
    col: 1,
    name: String(100 + id),
    revisit_at: null,
    revisit_on: null,
    visits: 0,
    construction_schedule_confirmed_at: null,
    completed_at: null,
    closed_at: null,
    reception_status: '未受付',
    reception_status_en: 'not_yet',
    app_register: false,
    high_priority: false,
    room_remarks: null,
    construction_remarks: null,
    special_report: null,
    completion_report: null,
    has_customer_support_versions: false,
    assign: {
      id,
      date: '2026-12-01',
      construction_time_frame_id: 1,
      frame_number: id,
      start_at: frame[0],
      end_at: frame[1],
      is_spare_frame: false,
    },
    resident: null,
    options: [],
    collect_on_the_day: 0,
    collects_on_the_day: false,
    missing_photos: 0,
    missing_places: Array.from({ length: over.missing_photos ?? 0 }, (_, at) => ({
      position: `place-${at + 1}`,
      timing: 'before_construction' as const,
    })),
    assigned_contractor_id: null,
    presence: null,
    wish_note: null,
    key: 'none',
    arrived_at: null,
    started_at: null,
    notice: null,
    ...over,
  }
}

/** The same as one of a company's day. */
export const companysDay = (visits: readonly (Visit & { own?: boolean })[], cd = '001'): CompanysDay => ({
  company: { cd, name: `会社${cd}` },
  failed: false,
  day: {
    date: '2026-12-01',
    today: '2026-12-01',
    client: { cd, name: `会社${cd}` },
    constructions: [
      { id: 1, name: null, building_id: 1, building_name: '青葉台', building_address: null, emergency_phone_number: null, crews: [] },
    ],
    visits: visits.map(each => ({ own: true, ...each })),
    previous_date: null,
    next_date: null,
  },
})
