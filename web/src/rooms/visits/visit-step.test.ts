import { expect, it } from 'vitest'
import { visit } from '../../../test/visits.ts'
import { tellingMomentOf } from './visit-step.ts'

const at = (time: string) => new Date(`2026-12-01T${time}:00+09:00`)
const door = visit({}, ['13:00', '15:00'])

it.each([
  ['12:29', door, at('12:30')],
  ['12:30', door, 'now'],
  ['14:59', door, 'now'],
  ['15:00', door, null],
  ['07:40', visit({}, ['08:00', '10:00']), null],
  ['19:59', visit({}, ['19:00', '21:00']), 'now'],
  ['20:00', visit({}, ['19:00', '21:00']), null],
  ['13:00', { ...door, notice: { sent_at: '2026-12-01T12:40:00+09:00', answer: null, answered_at: null } }, null],
  ['13:00', { ...door, arrived_at: '2026-12-01T12:50:00+09:00' }, null],
  ['13:00', { ...door, assign: null }, null],
] as const)('at %s', (now, of, moment) => expect(tellingMomentOf(of, at(now))).toEqual(moment))
