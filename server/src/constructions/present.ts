import type { ClientId } from '@toguchi/domain/access/actor'
import { constructionFieldNames, copiedFieldNames } from '@toguchi/domain/constructions/fields'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import type { Construction, CopyDraft, FlatConstruction } from '@toguchi/domain/constructions/contract'
import { copyName } from '@toguchi/domain/constructions/copy-name'
import { constructionStatus } from '@toguchi/domain/constructions/status'
import { priceInTax, type RoundingRule } from '@toguchi/domain/money/tax'
import { term } from '@toguchi/domain/calendar/term'
import { toInstant } from '../platform/clock.ts'
import { fileUrl } from '../platform/files/files.ts'
import type { Platform } from '../platform/platform.ts'
import type { FactColumns, FlatRow, PlaceEntryRow, ShownRow } from './queries.ts'

/** Counts of all rooms, closed or not: the parts of the progress bar. */
const progressOf = ({ room_count, completed_count, rescheduled_count }: FactColumns) => ({
  waiting: room_count - completed_count - rescheduled_count,
  reschedule: rescheduled_count,
  completed: completed_count,
})

export const presentFlat =
  (today: string) =>
  (row: FlatRow): FlatConstruction => ({
    id: row.id,
    building_id: row.building_id,
    building_name: row.building_name,
    cd: row.cd,
    name: row.name,
    construction_type: row.construction_type,
    manage_no: row.manage_no,
    start_on: row.start_on,
    end_on: row.end_on,
    work_start_on: row.work_start_on,
    work_end_on: row.work_end_on,
    privately_area_end_on: row.privately_area_end_on,
    houses: row.number_of_houses ?? row.room_count,
    status: constructionStatus(row, today),
    progress: progressOf(row),
  })

const calendar = (days: readonly string[]) => days.map(date => ({ date, name: holidayName(date) }))

type Stored = Omit<Construction, 'construction_infomation_completion' | 'completion_book' | 'completion_book_volumes'> & {
  construction_infomation_completion: boolean
  briefing_session_at: Date | null
  detail_schedule_completed_at: Date | null
  created_at: Date
  updated_at: Date
  rounding_rule: RoundingRule
  has_orders: boolean
  client_id: ClientId
  /** As JSON: the moment is text. */
  newest_book: { made_at: string; volumes: { file_id: number; file_name: string; pages: number }[] } | null
  places: (PlaceEntryRow & { name: string })[]
}

/** The columns of an answer that are columns of the row as they stand, beside the fields that people write. */
const plain = [
  ...constructionFieldNames.filter(name => name !== 'briefing_session_at'),
  'id',
  'uuid',
  'cd',
  'building_id',
  'building_name',
  'building_name_kana',
  'building_zipcode',
  'building_address',
  'supplier_name',
  'supplier_staff_name',
  'sales_representative',
  'sales_department',
  'construction_representative',
  'electronic_signboard_contractor_name',
  'floor_number',
  'room_number_per_floor',
  'floor_start',
  'initials',
  'digits',
  'except_for_lower_digit_four',
  'except_for_lower_digit_nine',
  'representative_completion',
  'construction_infomation_completion',
  'photography_places_completion',
  'options_completion',
  'room_count',
  'assign_ids',
  'assigned_contractors',
  'client_use_optional_construction',
  'lacks_cash_place',
  'lock_version',
  'schedule_lock_version',
] as const satisfies readonly (keyof Construction)[]

const pick = <T, const K extends keyof T>(row: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map(name => [name, row[name]])) as Pick<T, K>

const timingsOf = ({ before_construction, under_construction, after_construction }: PlaceEntryRow) => ({
  before_construction,
  under_construction,
  after_construction,
})
const placeOf = (entry: PlaceEntryRow & { name: string }) => ({
  id: entry.id,
  photography_place_id: entry.photography_place_id,
  free_input: entry.free_input,
  name: entry.name,
  ...timingsOf(entry),
})

/** One construction as its detail, its form and its sub-pages read it (spec §3). */
export const presentConstruction = (platform: Platform, shown: ShownRow, today: string): Construction => {
  const row = shown as unknown as Stored & FactColumns
  return {
    ...pick(row, plain),
    common_area_term: term(row.common_area_start_on, row.common_area_end_on, row.common_area_holidays),
    privately_area_term: term(row.privately_area_start_on, row.privately_area_end_on, row.privately_area_holidays, row.preparation_days),
    preparation_days_calendar: calendar(row.preparation_days),
    common_area_holidays_calendar: calendar(row.common_area_holidays),
    privately_area_holidays_calendar: calendar(row.privately_area_holidays),
    briefing_session_at: toInstant(row.briefing_session_at),
    detail_schedule_completed_at: toInstant(row.detail_schedule_completed_at),
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
    ...presentBook(platform, row),
    status: constructionStatus(row, today),
    progress: progressOf(row),
    common_photography_places: row.places
      .filter(entry => entry.area === 'common')
      .map(entry => ({ ...placeOf(entry), remarks: entry.remarks })),
    private_photography_places: row.places.filter(entry => entry.area === 'private').map(placeOf),
    constructions_options: row.constructions_options.map(option => ({
      ...option,
      price_in_tax: priceInTax(option.price, row.rounding_rule),
    })),
    can_delete: canDelete(shown),
  }
}

const presentBook = (platform: Platform, { client_id, newest_book }: Stored) => {
  const volumes = (newest_book?.volumes ?? []).map(({ file_id, ...volume }) => ({ url: fileUrl(platform, client_id, file_id), ...volume }))
  const [first] = volumes
  return {
    completion_book:
      newest_book && first ? { url: first.url, file_name: first.file_name, updated_at: toInstant(new Date(newest_book.made_at)) } : null,
    completion_book_volumes: volumes.length > 1 ? volumes : [],
  }
}

/** Nothing finished, nothing bought (G-CON-18). */
export const canDelete = (row: ShownRow): boolean => row.completed_count === 0 && row['has_orders'] === false

const withoutId = <R extends { id: number }>({ id: _id, ...row }: R): Omit<R, 'id'> => row

/** What the form of a copy starts with (G-CON-09). */
export const presentCopy = (platform: Platform, row: ShownRow, today: string): CopyDraft => {
  const construction = presentConstruction(platform, row, today)
  return {
    ...pick(construction, [
      'building_id',
      'building_name',
      'building_name_kana',
      'building_zipcode',
      'building_address',
      ...copiedFieldNames,
      'client_use_optional_construction',
    ]),
    id: null,
    name: construction.name === null ? null : copyName(construction.name),
    use_optional_construction: construction.use_optional_construction && construction.client_use_optional_construction,
    assigned_contractors: construction.assigned_contractors.map(withoutId),
    common_photography_places: construction.common_photography_places.map(withoutId),
    private_photography_places: construction.private_photography_places.map(withoutId),
    constructions_options: construction.constructions_options.map(withoutId),
  }
}
