import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changesOf,
  type Draft,
  moveRoom,
  moveRooms,
  rebase,
  redo,
  requestOf,
  startDraft,
  toggleSpareFrame,
  undo,
  whyNotToggle,
} from './draft.ts'
import { judge, judgeSwap, swapAt } from './moves.ts'
import { cardFace } from '../views/face-text.ts'
import { frameView } from '../views/frame-view.ts'
import { measuresOf } from '../views/views.ts'
import { frameSupplyOf, numberedFloors } from '../settings/frame-supply.ts'
import { findRoom } from './find-room.ts'
import { nextCell, windowOf } from '../../ui/grid/grid-model.ts'
import { roomCard as room } from '../../../test/room-card.ts'

const at = (date: string, frame_number: number, construction_time_frame_id = 7) => ({
  date: `2026-12-${date}`,
  construction_time_frame_id,
  frame_number,
})
const day = (date: string, over: Partial<DetailSchedule['dates'][number]> = {}) => ({
  date: `2026-12-${date}`,
  holiday: false,
  preparation: false,
  past: false,
  name: null,
  ...over,
})

/** 12/1 past, 12/2 and 12/3 working, 12/4 preparation, 12/5 off; rooms 1 to 3 placed, room 4 not. */
const schedule = (over: Partial<DetailSchedule> = {}): DetailSchedule => ({
  state: 'after-1',
  blocks: [{ position: 1, name: '', floor_start: 1 }],
  construction_time_frames: [
    { id: 8, start_at: '13:00', end_at: '17:00', frame_number: 1, maximum_frame_number: 1, crew_frames: [] },
    { id: 7, start_at: '09:00', end_at: '12:00', frame_number: 2, maximum_frame_number: 2, crew_frames: [] },
  ],
  dates: [day('01', { past: true }), day('02'), day('03'), day('04', { preparation: true }), day('05', { holiday: true })],
  assigns: [
    { id: 11, ...at('02', 1), is_spare_frame: false, room: room(1) },
    { id: 12, ...at('02', 2), is_spare_frame: false, room: room(2) },
    { id: 13, ...at('03', 1), is_spare_frame: false, room: room(3, { status: 'completed' }) },
  ],
  spare_frames: [],
  maximum_frame: { frame_numbers: {}, file_info: null },
  unassigned_rooms: [room(4)],
  detail_schedule_completed_at: null,
  lock_version: 5,
  today: '2026-12-02',
  time_per_unit: 60,
  schedule_change_end_on: null,
  crews: [],
  schedule_unit: 'room',
  spare_percent: 10,
  undoable_batch: null,
  can_edit: true,
  can_override: true,
  option_preparation_days: 1,
  ...over,
})
const draft = () => startDraft(schedule())
const placeOf = (state: Draft, id: number) => state.plan.places.get(id)

describe('a draft of moves', () => {
  it.each([
    [1, at('03', 2), null],
    [1, at('02', 2), '定員：102が割り当てられています。'],
    [1, at('02', 3), '定員の外の枠です。予備枠を追加すると置けます。'],
    [1, at('01', 1), '過ぎた日です。'],
    [1, at('04', 1), '準備日です。'],
    [1, at('05', 1), '休工日です。'],
    [1, at('09', 1), '専有部工期の外です。'],
    [3, at('03', 2), '完了済みのため移動できません。'],
    [1, null, null],
  ])('room %i to %j: %s', (id, place, why) => {
    expect(judge(draft(), [id], place).refusal?.text ?? null).toBe(why)
    const moved = moveRoom(draft(), id, place)
    expect(changesOf(moved).count).toBe(why === null ? 1 : 0)
  })

  describe('a swap (D-42)', () => {
    it('puts both rooms where the other one stood, as one step', () => {
      const before = draft()
      const swap = swapAt(before, [1], at('02', 2), null)
      expect(swap).toEqual({ roomIds: [1], withIds: [2] })
      const verdict = judgeSwap(before, swap!)
      expect(verdict.refusal).toBeNull()
      const after = moveRooms(before, verdict)
      expect([placeOf(after, 1), placeOf(after, 2)]).toEqual([at('02', 2), at('02', 1)])
      expect(requestOf(after).assigns_attributes.map(({ room_id, frame_number }) => [room_id, frame_number])).toEqual([
        [1, 2],
        [2, 1],
      ])
      expect(undo(after).plan).toEqual(before.plan)
    })

    it('is offered to nobody from the tray, on a free frame, or to several chosen ones', () => {
      expect(swapAt(draft(), [4], at('02', 2), null)).toBeNull()
      expect(swapAt(draft(), [1], at('03', 2), null)).toBeNull()
      expect(swapAt(draft(), [1, 2], at('03', 1), null)).toBeNull()
      expect(swapAt(draft(), [1], null, null)).toBeNull()
    })

    it('leaves who is done where they are, and sends nobody into the past', () => {
      expect(judgeSwap(draft(), swapAt(draft(), [1], at('03', 1), null)!).refusal?.text).toBe('103は移動できないため、入れ替えできません。')
      const late = startDraft(schedule({ dates: [day('01', { past: true }), day('02', { past: true }), day('03')], today: '2026-12-03' }))
      const there = moveRoom(late, 4, at('03', 2))
      expect(judgeSwap(there, swapAt(there, [1], at('03', 2), null)!).refusal?.text).toBe('過ぎた日です。')
    })

    it('says what stands against either of them', () => {
      const wish = { pinned: false, unavailable_dates: ['2026-12-03'], preferred_dates: [], note: null, updated_at: null }
      const base = schedule()
      base.assigns[1]!.room = room(2, { wish, construction_schedule_confirmed_at: '2026-11-30T10:00:00+09:00' })
      const placed = moveRoom(startDraft({ ...base, schedule_change_end_on: '2026-12-01' }), 1, at('03', 2))
      const { soft } = judgeSwap(placed, swapAt(placed, [1], at('02', 2), null)!)
      expect(soft.map(({ room: { name } }) => name)).toEqual(['102'])
    })

    it('of stacks takes as many rooms from either side, in their order', () => {
      const base = schedule({ schedule_unit: 'stack' })
      base.assigns = [
        { id: 11, ...at('02', 1), is_spare_frame: false, room: room(1, { row: 1, col: 1 }) },
        { id: 12, ...at('02', 2), is_spare_frame: false, room: room(2, { row: 2, col: 1 }) },
        { id: 13, ...at('03', 1), is_spare_frame: false, room: room(3, { row: 1, col: 2 }) },
        { id: 14, ...at('03', 2), is_spare_frame: false, room: room(4, { row: 2, col: 2 }) },
      ]
      base.unassigned_rooms = []
      const before = startDraft(base)
      const swap = swapAt(before, [1, 2], at('03', 2), 'stack')!
      const after = moveRooms(before, judgeSwap(before, swap))
      expect([1, 2, 3, 4].map(id => placeOf(after, id))).toEqual([at('03', 1), at('03', 2), at('02', 1), at('02', 2)])
      const lone = { ...swap, withIds: [4] }
      expect(judgeSwap(before, lone).refusal?.text).toBe('戸数が違うため、入れ替えできません。（2戸と1戸）')
    })
  })

  it('undoes and redoes every step exactly', () => {
    const steps = [draft()]
    const moves: [number, ReturnType<typeof at> | null][] = [
      [1, at('03', 2)],
      [2, at('02', 1)],
      [4, at('02', 2)],
      [1, null],
    ]
    for (const [id, place] of moves) steps.push(moveRoom(steps.at(-1) ?? draft(), id, place))
    let back = steps.at(-1) ?? draft()
    for (const expected of steps.toReversed().slice(1)) {
      back = undo(back)
      expect(back.plan).toEqual(expected.plan)
    }
    expect(changesOf(back).count).toBe(0)
    for (const expected of steps.slice(1)) {
      back = redo(back)
      expect(back.plan).toEqual(expected.plan)
    }
  })

  it('keeps places and occupants in step, whatever is done', () => {
    let state = draft()
    const targets = [null, at('02', 1), at('02', 2), at('02', 1, 8), at('03', 2), at('03', 1, 8)]
    for (let seed = 1; seed < 400; seed++) {
      const pick = (seed * 7919) % 97
      const target = targets[pick % targets.length] ?? null
      state = pick % 11 === 0 ? undo(state) : pick % 13 === 0 ? redo(state) : moveRoom(state, (pick % 4) + 1, target)
      const placed = [...state.plan.places].flatMap(([id, place]) => (place === null ? [] : [[id, place] as const]))
      expect(placed).toHaveLength(state.plan.occupants.size)
      for (const [id, place] of placed)
        expect(state.plan.occupants.get(`${place.date}/${place.construction_time_frame_id}/${place.frame_number}`)).toBe(id)
      expect(state.plan.places.size).toBe(4)
    }
  })

  it('saves what changed from first to last, in one request', () => {
    let state = moveRoom(draft(), 1, at('03', 2))
    state = moveRoom(state, 1, at('02', 1, 8))
    state = moveRoom(state, 2, null)
    state = moveRoom(state, 4, at('02', 2))
    expect(requestOf(state)).toEqual({
      lock_version: 5,
      assigns_attributes: [
        { id: 11, room_id: 1, ...at('02', 1, 8), _destroy: false },
        { id: 12, room_id: 2, ...at('02', 2), _destroy: true },
        { room_id: 4, ...at('02', 2), _destroy: false },
      ],
      spare_frames_attributes: [],
      holidays_attributes: [],
    })
    expect(changesOf(moveRoom(moveRoom(draft(), 1, null), 1, at('02', 1))).count).toBe(0)
  })
})

describe('spare frames', () => {
  it('are stacked on the regular ones and taken away from the top', () => {
    let state = toggleSpareFrame(toggleSpareFrame(draft(), at('02', 3)), at('02', 4))
    expect(changesOf(state).added.map(spare => spare.frame_number)).toEqual([3, 4])
    state = toggleSpareFrame(state, at('02', 3))
    expect(changesOf(state).added.map(spare => spare.frame_number)).toEqual([3])
    expect(requestOf(state).spare_frames_attributes).toEqual([{ ...at('02', 3), _destroy: false }])
  })

  it('stay while a room is in them, and end at twenty', () => {
    const filled = moveRoom(toggleSpareFrame(draft(), at('02', 3)), 4, at('02', 3))
    expect(placeOf(filled, 4)).toEqual(at('02', 3))
    expect(whyNotToggle(filled, at('02', 3))).toBe('部屋が割り当てられているため削除できません。')
    let full = draft()
    for (let count = 0; count < 20; count++) full = toggleSpareFrame(full, at('02', 3 + count))
    expect(whyNotToggle(full, at('02', 23))).toContain('20枠まで')
  })

  it('removed and added again are the same frame', () => {
    const saved = startDraft(schedule({ spare_frames: [{ id: 31, ...at('03', 3), released_at: null }] }))
    const removed = toggleSpareFrame(saved, at('03', 3))
    expect(requestOf(removed).spare_frames_attributes).toEqual([{ id: 31, ...at('03', 3), _destroy: true }])
    expect(changesOf(toggleSpareFrame(removed, at('03', 3))).count).toBe(0)
  })
})

describe('rebase', () => {
  it('lays the moves onto what somebody else saved, and names what no longer fits', () => {
    const mine = moveRoom(moveRoom(toggleSpareFrame(draft(), at('03', 3)), 1, at('03', 2)), 4, at('03', 3))
    const theirs = schedule({
      lock_version: 6,
      assigns: [
        { id: 11, ...at('02', 1), is_spare_frame: false, room: room(1) },
        { id: 12, ...at('03', 2), is_spare_frame: false, room: room(2) },
        { id: 13, ...at('03', 1), is_spare_frame: false, room: room(3, { status: 'completed' }) },
      ],
    })
    const { draft: next, lost } = rebase(mine, theirs)
    expect(lost.moves.map(({ room: each, why }) => [each.id, why])).toEqual([[1, '定員：102が割り当てられています。']])
    expect(placeOf(next, 1)).toEqual(at('02', 1))
    expect(requestOf(next)).toEqual({
      lock_version: 6,
      assigns_attributes: [{ room_id: 4, ...at('03', 3), _destroy: false }],
      spare_frames_attributes: [{ ...at('03', 3), _destroy: false }],
      holidays_attributes: [],
    })
    // The steps are laid over as well: the move that was lost is a step that does nothing, and undoing passes over it.
    expect(changesOf(undo(next)).moves).toEqual([])
    expect(changesOf(undo(next)).added).toHaveLength(1)
    expect(changesOf(undo(undo(next))).count).toBe(0)
    expect(changesOf(redo(redo(undo(undo(next)))))).toEqual(changesOf(next))
  })

  it('lets two rooms change places', () => {
    let mine = moveRoom(draft(), 1, null)
    mine = moveRoom(moveRoom(mine, 2, at('02', 1)), 1, at('02', 2))
    const { draft: next, lost } = rebase(mine, schedule({ lock_version: 6 }))
    expect(lost).toEqual({ moves: [], spareFrames: [] })
    expect([placeOf(next, 1), placeOf(next, 2)]).toEqual([at('02', 2), at('02', 1)])
  })

  it('never loses a room: one without a home any more goes to the tray', () => {
    const mine = moveRoom(moveRoom(draft(), 1, at('03', 2)), 4, at('02', 1))
    const { draft: next, lost } = rebase(mine, schedule({ dates: [day('02'), day('03', { holiday: true })], lock_version: 6 }))
    expect(lost.moves.map(({ room: each }) => each.id)).toEqual([1])
    expect(placeOf(next, 1)).toBeNull()
    expect(placeOf(next, 4)).toEqual(at('02', 1))
  })
})

describe('the sheet by frame', () => {
  it('has a row per time frame and frame number, a column per date, a room in its cell', () => {
    const view = frameView(draft(), 'view')
    expect(view.rows.map(({ label }) => label)).toEqual(['09:00–12:00 枠1', '09:00–12:00 枠2', '13:00–17:00 枠1'])
    expect(view.rowGroups.map(({ first, count }) => [first, count])).toEqual([
      [0, 2],
      [2, 1],
    ])
    expect(view.columns.map(({ tone, rooms, frames }) => [tone, rooms, frames])).toEqual([
      ['plain', 0, 3],
      ['plain', 2, 3],
      ['plain', 1, 3],
      ['preparation', 0, 0],
      ['holiday', 0, 0],
    ])
    expect(view.positionOf(2)).toEqual({ row: 1, column: 1 })
    expect(view.positionOf(4)).toBeNull()
    expect(view.cellAt(1, 1)).toMatchObject({ kind: 'link', text: '102、未着手、未受付' })
    expect([0, 2, 3, 4].map(column => view.cellAt(1, column).kind)).toEqual(['unassignable', 'assignable', 'unassignable', 'holiday'])
  })

  it('shows a spare frame on its date and blanks on the others', () => {
    const view = frameView(toggleSpareFrame(draft(), at('02', 3)), 'edit')
    expect(view.rows).toHaveLength(4)
    expect([1, 2].map(column => view.cellAt(2, column).kind)).toEqual(['droppable', 'blank'])
    expect(view.cellAt(2, 1)).toMatchObject({ spare: true, text: '空き（予備枠）' })
  })

  it('offers one more row per time frame in frame mode', () => {
    const view = frameView(draft(), 'frame')
    expect(view.rows).toHaveLength(5)
    expect(view.cellAt(2, 1)).toMatchObject({ kind: 'assignable', spare: false, text: '予備枠を追加できます' })
  })
})

describe('the supply of frames', () => {
  it('counts free regular frames on the days to come against the rooms to lay', () => {
    expect(frameSupplyOf(schedule(), [{ id: 7, frame_number: 2 }, { frame_number: 1 }])).toEqual({
      frames: 5,
      rooms: 3,
      workingDays: 2,
      missing: 0,
    })
    expect(frameSupplyOf(schedule(), [{ frame_number: 1 }])).toMatchObject({ frames: 2, rooms: 3, missing: 1 })
  })

  it('numbers the building in the order, rooms that stay without a number', () => {
    const floors = numberedFloors(schedule(), { top_or_bottom: 'top', vertical_or_horizontal: 'horizontal', line_number: 1 })
    expect(floors.map(({ cells }) => cells.map(cell => cell?.number))).toEqual([[1, 2, null, 3]])
  })
})

it('finds a room by its number in any width, by its beginning, or by its resident', () => {
  const rooms = [room(1, { name: '1101' }), room(2, { name: '101' }), room(3, { name: 'A-102', resident_name: '齊藤 花子' })]
  expect(['101', '１１０', '102', '斎藤花', '999', ' '].map(text => findRoom(rooms, text)?.id ?? null)).toEqual([2, 1, 3, 3, null, null])
})

it('moves the window in steps, one line ahead, and keeps inside the sheet', () => {
  expect(windowOf(0, 400, 50, 100, 4)).toEqual({ from: 0, to: 13 })
  expect(windowOf(1000, 400, 50, 100, 4)).toEqual({ from: 19, to: 33 })
  expect(windowOf(1190, 400, 50, 100, 4)).toEqual({ from: 19, to: 33 })
  expect(windowOf(1200, 400, 50, 100, 4)).toEqual({ from: 23, to: 37 })
  expect(windowOf(0, 400, 50, 5, 4)).toEqual({ from: 0, to: 5 })
  expect(windowOf(0, 401, 50, 100, 0)).toEqual({ from: 0, to: 10 })
  expect(windowOf(60, 400, 50, 100, 0)).toEqual({ from: 1, to: 11 })
  expect(windowOf(0, 400, 50, 8, 0)).toEqual({ from: 0, to: 8 })
})

it('shows every line that is in sight, wherever one has scrolled to', () => {
  fc.assert(
    fc.property(
      fc.nat(50_000),
      fc.integer({ min: 1, max: 2_000 }),
      fc.integer({ min: 10, max: 200 }),
      fc.integer({ min: 0, max: 9 }),
      (scrolled, visible, size, step) => {
        const { from, to } = windowOf(scrolled, visible, size, 10_000, step)
        expect(from * size).toBeLessThanOrEqual(scrolled)
        expect(to * size).toBeGreaterThanOrEqual(scrolled + visible)
      },
    ),
  )
})

it('leads to the next free frame, around the end', () => {
  const view = frameView(draft(), 'edit')
  const free = (cell: { kind: string }) => cell.kind === 'droppable'
  expect(nextCell(view, { row: 0, column: 0 }, free)).toEqual({ row: 2, column: 1 })
  expect(nextCell(view, { row: 2, column: 1 }, free)).toEqual({ row: 1, column: 2 })
  expect(nextCell(view, { row: 2, column: 2 }, free)).toEqual({ row: 2, column: 1 })
  expect(nextCell(view, { row: 0, column: 0 }, () => false)).toBeNull()
})

describe('what a card says', () => {
  it.each([
    ['佐藤 花子', '佐藤'],
    ['渡邉　一郎', '渡邉'],
    ['オオサワ', 'オオサワ'],
  ])('of %s the surname, where the whole name has no room', (resident_name, surname) => {
    expect(cardFace(room(1, { resident_name }), 'normal')).toBe(`101 ${surname} 未受付`)
    expect(cardFace(room(1, { resident_name }), 'large')).toBe(`101 ${resident_name} 未受付`)
    expect(cardFace(room(1, { resident_name }), 'small')).toBe('101 未受付')
  })

  it('nothing of a person while nobody is known', () => {
    expect(cardFace(room(1), 'normal')).toBe('101 未受付')
  })
})

describe('how high a row is', () => {
  const rowHeight = (rows: number, height: number, mobile = false) =>
    measuresOf('frame', 'week', mobile, { wings: 1, crews: false, rows, height }).rowHeight

  it('as high as fills the window, up to 1.6 times, and never lower than its card', () => {
    const usual = rowHeight(40, 800)
    expect(rowHeight(40, 1200)).toBe(usual)
    expect(rowHeight(4, 1200)).toBe(usual * 1.6)
    expect(rowHeight(12, 1000)).toBeGreaterThan(usual)
    expect(rowHeight(12, 1000) * 12).toBeLessThan(1000)
    expect(rowHeight(0, 1200)).toBe(usual)
  })

  it('the same on every phone, which scrolls the page', () => {
    expect(rowHeight(4, 1200, true)).toBe(rowHeight(40, 600, true))
  })
})
