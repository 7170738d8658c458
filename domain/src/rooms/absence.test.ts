import { describe, expect, it } from 'vitest'
import { absenceText, callByOf, visitMoment, wishesText } from './absence.ts'
import { absenceShortTexts } from './absences/absence-message.ts'
import { usualReason } from './absences/usual-reason.ts'

describe('an absence in the resident’s words', () => {
  it.each([
    ['2026-11-22T13:04:00+09:00', '11月22日(日) 午後1時ごろ'],
    ['2026-11-22T10:20:00+09:00', '11月22日(日) 午前10時20分ごろ'],
    ['2026-11-22T11:50:00+09:00', '11月22日(日) 午前11時50分ごろ'],
    // Whoever is at home again at half past does not read that nobody was.
    ['2026-11-22T20:16:00+09:00', '11月22日(日) 午後8時10分ごろ'],
    ['2026-11-22T12:35:00+09:00', '11月22日(日) 午後12時半ごろ'],
    ['2026-11-22T23:59:00+09:00', '11月22日(日) 午後11時50分ごろ'],
  ])('%s is %s', (at, text) => expect(visitMoment(new Date(at))).toBe(text))

  it('says what happened and what to do', () => {
    expect(absenceText(new Date('2026-11-22T13:00:00+09:00'))).toBe(
      '11月22日(日) 午後1時ごろお伺いしましたが、ご不在でした。新しい日時をお選びください。',
    )
  })

  it('says it in a short message, and by telephone where no link fits', () => {
    expect(absenceShortTexts(new Date('2026-12-02T13:04:00+09:00'))).toEqual({
      withLink: 'に12/2 午後1時ごろお伺いしましたがご不在でした。新しい日時をお選びください',
      without: 'に12/2 午後1時ごろお伺いしましたがご不在でした。日時はお電話で',
    })
  })

  it('takes the company’s own word for it, and none where there is none', () => {
    const reasons = ['拒否', '不在がち', '不在', 'その他'].map(name => ({ name }))
    expect(usualReason(reasons)).toEqual({ name: '不在' })
    expect(usualReason(reasons.slice(-1))).toBeUndefined()
  })

  it.each([
    ['a Sunday night before a holiday', '2026-11-22T21:00:00+09:00', '2026-11-24'],
    ['the morning of a working day', '2026-11-24T09:00:00+09:00', '2026-11-24'],
    ['the afternoon of a Friday', '2026-11-27T15:00:00+09:00', '2026-11-30'],
    ['the last working day of the year', '2026-12-28T15:00:00+09:00', '2027-01-04'],
  ])('somebody calls after %s', (_, now, day) => expect(callByOf(new Date(now))).toBe(day))

  it('reads wishes as days', () => {
    expect(wishesText([{ date: '2026-12-05', daypart: 'am' }])).toBe('12月5日(土) 午前')
  })
})
