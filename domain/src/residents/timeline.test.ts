import { describe, expect, it } from 'vitest'
import { actorOf, formatPlace, kindsForResidents, sentenceOf } from './timeline.ts'

describe('the timeline in the resident’s words', () => {
  it('names the date with its weekday and reads the clock aloud', () => {
    expect(formatPlace({ date: '2026-12-10', start_at: '13:00', end_at: '15:00' })).toBe('2026年12月10日(木) 午後 1:00–3:00')
    expect(formatPlace({ date: '2026-12-10', start_at: null, end_at: null })).toBe('2026年12月10日(木)')
  })

  it('has a sentence for every kind it shows, and none for others', () => {
    for (const kind of kindsForResidents) expect(sentenceOf(kind)).not.toBe('')
    expect(sentenceOf('orders.created_by_magic')).toBe('')
  })

  it.each([
    ['resident', null, 'ご本人'],
    ['operator', 'resident', 'ご連絡により担当者'],
    ['staff', null, '担当者'],
    ['system', null, '自動'],
  ])('%s for %s is %s', (kind, actingFor, name) => expect(actorOf(kind, actingFor)).toBe(name))
})
