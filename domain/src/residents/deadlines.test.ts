import { describe, expect, it, test } from 'vitest'
import {
  dateChangeEndOf,
  daysLeft,
  lastReadableDay,
  ownChangeTerms,
  whyNoAccess,
  whyNoReading,
  whyNoCancelApplication,
  whyNoDateChange,
  whyNoDateConfirmation,
  whyNoOptionOrder,
  type ResidentFacts,
} from './deadlines.ts'

const facts: ResidentFacts = {
  today: '2026-11-25',
  information_distribution_on: '2026-11-01',
  schedule_change_end_on: '2026-11-25',
  option_request_end_on: '2026-11-25',
  detail_schedule_completed_at: '2026-11-01T00:00:00Z',
  use_optional_construction: true,
  room_status: 'waiting',
  closed_at: null,
  assigned_on: '2026-12-10',
  construction_schedule_confirmed_at: null,
  schedule_unit: 'room',
  date_change_extended_to: null,
  own_date_changes: 0,
  own_date_change_limit: 2,
  absent_at: null,
}
const done = '工事が完了しているため変更できません。'
const ended = '日程の変更受付は終了しました。お電話でお問い合わせください。'
type Row = [Partial<ResidentFacts>, string | null]
const answers = (why: (facts: ResidentFacts) => string | null, rows: Row[]) =>
  test.each(rows)('%j', (changed, sentence) => expect(why({ ...facts, ...changed })).toBe(sentence))

describe('whyNoAccess', () =>
  answers(whyNoAccess, [
    [{ information_distribution_on: '2026-11-26' }, '受付開始前です。2026年11月26日(木)からご利用いただけます。'],
    [{ information_distribution_on: '2026-11-25' }, null],
    [{ information_distribution_on: null }, null],
  ]))

describe('whyNoDateChange', () =>
  answers(whyNoDateChange, [
    [{}, null],
    [{ schedule_change_end_on: '2026-11-24' }, ended],
    [{ schedule_change_end_on: null }, null],
    [{ detail_schedule_completed_at: null }, '日程調整中です。'],
    [{ room_status: 'completed' }, done],
    [{ closed_at: '2026-11-20T00:00:00Z' }, done],
    [{ room_status: 'reschedule', assigned_on: null }, null],
    [{ construction_schedule_confirmed_at: '2026-11-20T00:00:00Z' }, null],
  ]))

describe('ownChangeTerms', () => {
  const own = { own_date_changes: 0, own_date_change_limit: 2, date_change_end_on: '2026-11-25' }
  const until = '変更は2026年11月25日(水)まで受け付けます。'
  it('says before the first change how many there are, and until when', () =>
    expect(ownChangeTerms(own)).toEqual({ left: 'このページからの変更は、あと2回できます。', until, isLast: false }))
  it('knows the last one', () =>
    expect(ownChangeTerms({ ...own, own_date_changes: 1 })).toEqual({
      left: 'このページからの変更は、あと1回できます。',
      until,
      isLast: true,
    }))
  it('counts nothing beyond the number, where staff granted one more, and names no end that is not set', () =>
    expect(ownChangeTerms({ ...own, own_date_changes: 3, date_change_end_on: null })).toEqual({ left: null, until: null, isLast: true }))
})

describe('whyNoDateConfirmation', () =>
  answers(whyNoDateConfirmation, [
    [{}, null],
    [{ schedule_change_end_on: '2026-11-24' }, null],
    [{ assigned_on: null }, '日程調整中です。'],
    [{ detail_schedule_completed_at: null }, '日程調整中です。'],
    [{ construction_schedule_confirmed_at: '2026-11-20T00:00:00Z' }, '工事日はすでに確定しています。'],
    [{ assigned_on: '2026-11-24' }, ended],
    [{ room_status: 'completed' }, done],
  ]))

describe('whyNoOptionOrder', () =>
  answers(whyNoOptionOrder, [
    [{}, null],
    [{ option_request_end_on: '2026-11-24' }, 'オプションの受付は終了しました。'],
    [{ option_request_end_on: null }, null],
    [{ use_optional_construction: false }, 'オプション工事は利用できません。'],
    [{ room_status: 'completed' }, done],
  ]))

describe('whyNoCancelApplication', () =>
  answers(whyNoCancelApplication, [
    [{ option_request_end_on: '2026-11-01' }, null],
    [{ assigned_on: '2026-11-26' }, null],
    [{ assigned_on: '2026-11-25' }, 'キャンセルの受付は工事日の前日までです。お電話でお問い合わせください。'],
    [{ assigned_on: null }, null],
    [{ room_status: 'completed' }, done],
  ]))

it('says to the office, which is called, whom to ask', () => {
  const visited = { today: '2026-11-25', assigned_on: '2026-11-25', room_status: 'waiting', closed_at: null } as const
  expect(whyNoCancelApplication(visited, 'office')).toBe('キャンセルの受付は工事日の前日までです。担当者にご相談ください。')
  expect(whyNoCancelApplication({ ...visited, today: '2026-11-24' }, 'office')).toBe(null)
})

const used = 'このページからの日程の変更は2回までです。次の変更はお電話でお問い合わせください。'
describe('whyNoDateChange with its exceptions', () =>
  answers(whyNoDateChange, [
    [{ schedule_unit: 'stack' }, 'この工事は上下階同時施工のため日付は選べません。在宅方法をお選びください。'],
    [{ schedule_unit: 'floor', today: '2026-12-09' }, 'この工事は上下階同時施工のため日付は選べません。在宅方法をお選びください。'],
    [{ today: '2026-11-26', date_change_extended_to: '2026-11-28' }, null],
    [{ today: '2026-11-29', date_change_extended_to: '2026-11-28' }, ended],
    [{ date_change_extended_to: '2026-11-20' }, null],
    [{ own_date_changes: 1 }, null],
    [{ own_date_changes: 2 }, used],
    [{ own_date_changes: 2, date_change_extended_to: '2026-11-28' }, null],
    [{ own_date_change_limit: 0 }, 'このページから日程を変更することはできません。お電話でお問い合わせください。'],
  ]))

test('the later of two deadlines counts, and none stays none', () => {
  expect(dateChangeEndOf({ schedule_change_end_on: '2026-11-25', date_change_extended_to: '2026-11-28' })).toBe('2026-11-28')
  expect(dateChangeEndOf({ schedule_change_end_on: '2026-11-25', date_change_extended_to: '2026-11-20' })).toBe('2026-11-25')
  expect(dateChangeEndOf({ schedule_change_end_on: null, date_change_extended_to: '2026-11-20' })).toBeNull()
})

test('a closed room is read for ninety days and not a day longer', () => {
  expect(lastReadableDay('2026-12-01')).toBe('2027-03-01')
  expect(whyNoReading('2026-12-01', '2027-03-01')).toBeNull()
  expect(whyNoReading('2026-12-01', '2027-03-02')).toContain('閲覧期間')
  expect(whyNoReading(null, '2030-01-01')).toBeNull()
})

test('days are counted to the end of the last one', () => {
  expect(daysLeft('2026-11-30', '2026-11-25')).toBe(5)
  expect(daysLeft('2026-11-25', '2026-11-25')).toBe(0)
  expect(daysLeft('2026-11-24', '2026-11-25')).toBe(-1)
  expect(daysLeft(null, '2026-11-25')).toBeNull()
})
