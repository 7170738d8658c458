import { describe, expect, it } from 'vitest'
import { daysToLay, layRooms, type RebuildFacts, type RebuiltRoom, roomsToLay } from './rebuild.ts'

const frames = [
  { id: 1, start_at: '09:00', frame_number: 1 },
  { id: 2, start_at: '13:00', frame_number: 1 },
]
const place = (day: number, construction_time_frame_id = 1, frame_number = 1) => ({
  date: `2026-12-0${day}`,
  construction_time_frame_id,
  frame_number,
})
type Place = ReturnType<typeof place>
type Planned = RebuiltRoom & { at: Place | null }
const room = (id: number, at: Place | null, over: Partial<RebuiltRoom> = {}): Planned => ({
  id,
  at,
  block_position: 1,
  row: 1,
  col: id,
  high_priority: false,
  status: 'waiting',
  closed_at: null,
  construction_schedule_confirmed_at: null,
  wish: null,
  ...over,
})
const wish = (over: Partial<NonNullable<RebuiltRoom['wish']>>) => ({ unavailable_dates: [], preferred_dates: [], pinned: false, ...over })
const facts = (over: Partial<RebuildFacts> = {}): RebuildFacts => ({ today: '2026-12-01', promised: true, timeFrames: frames, ...over })
const order = { top_or_bottom: 'top', vertical_or_horizontal: 'vertical', line_number: 1 } as const
const days = [1, 2, 3, 4].map(day => place(day).date)

/** 「1: 12-02/1」 for each room, those that stay included. */
const rebuilt = (rooms: readonly Planned[], over: Partial<RebuildFacts> = {}) => {
  const asked = facts(over)
  const free = roomsToLay(rooms, each => each.at, asked)
  const taken = rooms.flatMap(each => (free.includes(each) || each.at === null ? [] : [each.at]))
  const filling = layRooms(free, each => each.at, order, { workingDays: daysToLay(days, asked), timeFrames: frames, taken }, asked)
  const laid = new Map<number, Place | null>(filling.assigns?.map(({ room: { id }, ...to }) => [id, to]))
  return rooms.map(({ id, at }) => {
    const to = laid.get(id) ?? at
    return `${id}: ${to === null ? '―' : `${to.date.slice(5)}/${to.construction_time_frame_id}`}`
  })
}

describe('making a schedule anew', () => {
  it('leaves pinned rooms where they are, before and after households were told', () => {
    const rooms = [room(1, place(4)), room(2, place(2), { wish: wish({ pinned: true }) }), room(3, place(3))]
    expect(rebuilt(rooms)).toEqual(['1: 12-02/2', '2: 12-02/1', '3: 12-03/1'])
    expect(rebuilt(rooms, { promised: false })).toEqual(['1: 12-01/1', '2: 12-02/1', '3: 12-01/2'])
  })

  it('leaves who has a day that suits them, and moves who has not to one that does', () => {
    const rooms = [
      room(1, place(4, 2)),
      room(2, place(3), { wish: wish({ preferred_dates: [place(3).date] }) }),
      room(3, place(2), { wish: wish({ unavailable_dates: [place(2).date] }) }),
      room(4, place(2, 2), { wish: wish({ preferred_dates: [place(4).date] }) }),
    ]
    expect(rebuilt(rooms)).toEqual(['1: 12-02/1', '2: 12-03/1', '3: 12-03/2', '4: 12-04/1'])
  })

  it('leaves who finds no day that suits them, and gives their frame to nobody', () => {
    const preferred_dates = ['2026-12-24']
    const rooms = [room(1, place(4)), room(2, place(2), { wish: wish({ preferred_dates }) })]
    expect(rebuilt(rooms)).toEqual(['1: 12-02/2', '2: 12-02/1'])
    // Before anybody was told there is nothing to keep.
    expect(rebuilt(rooms, { promised: false })).toEqual(['1: 12-01/1', '2: 12-01/2'])
  })

  it('spares rooms of a first plan the days on which they cannot', () => {
    const rooms = [room(1, null, { wish: wish({ unavailable_dates: [place(1).date] }) }), room(2, null), room(3, null)]
    expect(rebuilt(rooms, { promised: false })).toEqual(['1: 12-02/1', '2: 12-01/1', '3: 12-01/2'])
  })

  it('leaves what is visited today, was visited, or stands in a spare frame', () => {
    const rooms = [room(1, place(2)), room(2, place(3)), room(3, place(3, 1, 2)), room(4, place(1), { status: 'reschedule' })]
    expect(rebuilt(rooms, { today: '2026-12-02' })).toEqual(['1: 12-02/1', '2: 12-03/1', '3: 12-03/1', '4: 12-03/2'])
  })
})
