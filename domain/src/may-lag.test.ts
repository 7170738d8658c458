import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isOffice } from './access/actor.ts'
import type { Endpoint } from './http/endpoint.ts'
import { contracts } from './routes.ts'

const endpoints: [key: string, endpoint: Endpoint][] = Object.values(contracts).flatMap(each => Object.entries<Endpoint>(each))
const lagging = endpoints.filter(([, { mayLag }]) => mayLag === true)

/** Whoever adds one has asked: is it told live, edited, paid, or read at a sign-in? Does somebody's job write into it? (decision 105) */
const thought = [
  'GET /api/admin/dashboard',
  'GET /api/admin/order_totals',
  'GET /api/buildings',
  'GET /api/buildings/:building_id/building_support_versions',
  'GET /api/clients',
  'GET /api/constructions',
  'GET /api/constructions/:construction_id/completion_reports',
  'GET /api/constructions/:construction_id/hard_rooms',
  'GET /api/constructions/:construction_id/history',
  'GET /api/constructions/:construction_id/residents',
  'GET /api/constructions/:construction_id/rooms/:room_id/customer_support_versions',
  'GET /api/contractors',
  'GET /api/craftsmans',
  'GET /api/dashboard',
  'GET /api/dashboard/constructions',
  'GET /api/desk',
  'GET /api/informations',
  'GET /api/rooms',
]

describe('reads that may lag (decision 105)', () => {
  it('are those that were thought through', () => expect(lagging.map(([key]) => key).toSorted()).toEqual(thought))

  it('are reads, of the office, in a transaction that the server opens', () => {
    for (const [key, { access, ownTransactions, strategies }] of lagging) {
      expect(key).toMatch(/^GET /)
      expect(access.kinds.some(kind => isOffice.kinds.some(each => each === kind))).toBe(true)
      expect([ownTransactions, strategies]).toEqual([undefined, undefined])
    }
  })

  it('are none that a page reads anew when it is told of a change', () => {
    const web = new URL('../../web/src/', import.meta.url).pathname
    const textOf = (file: string) => readFileSync(web + file, 'utf8')
    const told = globSync('**/*.{ts,tsx}', { cwd: web })
      .filter(file => !file.includes('.test.'))
      // What is read stands before how: `useLiveChanges(['GET …'], { construction_id })`.
      .flatMap(file =>
        textOf(file)
          .split('useLiveChanges(')
          .slice(1)
          .map(call => call.slice(0, call.indexOf('{'))),
      )
    const [besideSchedule = ''] = textOf('schedule/schedule-reads.ts').split('export const keepSchedule')
    const live = [...told, besideSchedule].flatMap(text => text.match(/GET \/api\/[\w/:]+/g) ?? [])
    expect(live).toContain('GET /api/visits')
    expect(live).toContain('GET /api/constructions/:construction_id/rooms/:room_id/events')
    expect(lagging.map(([key]) => key).filter(key => live.includes(key))).toEqual([])
  })
})
