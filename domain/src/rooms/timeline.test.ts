import { describe, expect, it } from 'vitest'
import { type EventKind, eventSentences } from '../events/event-sentences.ts'
import { answererOf, timelineMove, timelineSentence } from './timeline.ts'

describe('the timeline of a room', () => {
  it('says what happened, and never by the key of a kind that is recorded no more', () => {
    expect(timelineSentence({ kind: 'rooms.closed', change: {} })).toBe('完了確定しました')
    expect(timelineSentence({ kind: 'room_images.added', change: { timing: 'before_construction' } })).toBe('写真を登録しました（施工前）')
    expect(timelineSentence({ kind: 'room_images.added', change: { timing: 'before_construction', taken_before_closing: true } })).toBe(
      '写真を登録しました（施工前）（完了確定の前に撮影され、端末に残っていたもの）',
    )
    expect(timelineSentence({ kind: 'assigns.moved', change: { undo_of: 3 } })).toBe('工事日を変更しました（保存の取り消し）')
    expect(timelineSentence({ kind: 'authentication_codes.paused', change: {} })).toBe(
      '認証コードの誤りが続いたため、入力を一時停止しました',
    )
    expect(timelineSentence({ kind: 'residents.created', change: {} })).toBe('居住者を登録しました')
    expect(timelineSentence({ kind: 'rooms.painted', change: {} })).toBe('変更がありました')
  })

  it('says what was answered, and how much is paid back', () => {
    const answered = { date_answer: 'accept', presence_method: 'key_custody', contact: true, slip: false }
    expect(timelineSentence({ kind: 'answers.received', change: answered })).toBe(
      '回答を登録しました（この日時でよい・在宅方法は鍵預かり・連絡先の変更）',
    )
    expect(timelineSentence({ kind: 'answers.received', change: { date_answer: 'none', contact: false } })).toBe('回答を登録しました')
    expect(timelineSentence({ kind: 'refunds.done', change: { amount: 13200 } })).toBe('返金が完了しました（¥13,200）')
  })

  it('says what an order is of', () => {
    const ordered = { options: ['録画機能', '玄関子機'], total_price_in_tax: 33000 }
    expect(timelineSentence({ kind: 'orders.placed', change: ordered })).toBe('オプションを申し込みました（録画機能、玄関子機・¥33,000）')
    expect(timelineSentence({ kind: 'orders.canceled', change: { status: 'paid' } })).toBe('オプションの注文をキャンセルしました')
  })

  it('has a Japanese sentence for every kind that can be recorded, and nothing else can be', () => {
    for (const kind of Object.keys(eventSentences)) expect(timelineSentence({ kind, change: {} })).toMatch(/(した|ません)(（リンク）)?$/)
    // @ts-expect-error: what has no sentence is no kind of event, so that recording it does not compile
    const painted: EventKind = 'rooms.painted'
    expect(Object.keys(eventSentences)).not.toContain(painted)
  })

  it('says who of the household answered, or that somebody did so for it', () => {
    const confirmed = { kind: 'rooms.date_confirmed', change: {}, actor_kind: 'resident', acting_for: null, personal: null }
    expect(answererOf(confirmed)).toBe('ご本人')
    const byFamily = { ...confirmed, change: { answered_by: 'family' } }
    expect(answererOf({ ...byFamily, personal: { answered_by_name: '鈴木 花子' } })).toBe('ご家族（鈴木 花子 様）')
    expect(answererOf(byFamily)).toBe('ご家族')
    expect(answererOf({ ...confirmed, actor_kind: 'operator', acting_for: 'resident' })).toBe('代理入力')
    expect(answererOf({ ...confirmed, kind: 'residents.code_entered' })).toBe(null)
    expect(answererOf({ ...confirmed, actor_kind: 'staff' })).toBe(null)
  })

  it('shows from where to where a date moved', () => {
    const place = (date: string) => ({ date, construction_time_frame_id: 1, frame_number: 1 })
    expect(timelineMove({ kind: 'assigns.moved', change: { before: place('2026-12-08'), after: place('2026-12-10') } })).toBe(
      '2026年12月8日(火) → 2026年12月10日(木)',
    )
    expect(timelineMove({ kind: 'assigns.placed', change: { before: null, after: place('2026-12-10') } })).toBe('2026年12月10日(木)')
    expect(timelineMove({ kind: 'rooms.updated', change: { before: {}, after: {} } })).toBe(null)
  })
})
