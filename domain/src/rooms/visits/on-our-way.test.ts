import { describe, expect, it } from 'vitest'
import { noticeAnswerOf, noticeMoment } from './on-our-way.ts'

const at = (time: string) => new Date(`2026-12-02T${time}:00+09:00`)

describe('when a household is told', () => {
  it.each([
    ['10:20', '09:00', '12:00', '10:20'],
    ['08:10', '09:00', '12:00', '08:30'],
    ['11:00', '13:00', '15:00', '12:30'],
    ['12:00', '09:00', '12:00', null],
    // The frame begins before anybody may be told.
    ['07:30', '08:00', '10:00', null],
    ['19:50', '20:45', '21:30', null],
  ])('at %s of a frame from %s to %s: %s', (now, start, end, told) =>
    expect(noticeMoment(at(now), { start: at(start), end: at(end) })).toEqual(told === null ? null : at(told)),
  )
})

describe('what a reply says', () => {
  it.each([
    ['1', 'come'],
    ['２', 'wait'],
    ['3。', 'absent'],
    ['どうぞ！', 'come'],
    ['15分待ってください', 'wait'],
    ['待って下さい', 'wait'],
    ['留守です', 'absent'],
    ['不在になりました。', 'absent'],
    ['4', null],
    ['12', null],
    ['3時にしてください', null],
    ['不在にしません', null],
    ['', null],
  ])('%j: %s', (reply, answer) => expect(noticeAnswerOf(reply)).toBe(answer))
})
