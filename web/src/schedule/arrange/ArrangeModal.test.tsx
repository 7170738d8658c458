// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import type { ArrangeInput } from '@toguchi/domain/schedule/arrange/arrange-input'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { type Answer, answer } from './answer.ts'
import type { ArrangeFacts } from './arrange-input.ts'
import { ArrangeModal } from './ArrangeModal.tsx'
import { SpareStockMeter } from './spares/SpareStockMeter.tsx'

const place = (date: string, frame_number: number) => ({ date, construction_time_frame_id: 1, frame_number })
const room = (id: number, over: Partial<ArrangeFacts['rooms'][number]> = {}): ArrangeFacts['rooms'][number] => ({
  id,
  name: `${100 + id}`,
  block_position: 1,
  row: 1,
  col: id,
  high_priority: false,
  previous: place('2026-12-07', id),
  stay: null,
  unavailable_dates: [],
  preferred_dates: [],
  ...over,
})
const facts: ArrangeFacts = {
  rooms: [
    room(1),
    room(2, { unavailable_dates: ['2026-12-07'] }),
    room(3, { previous: place('2026-12-08', 1), preferred_dates: ['2026-12-07'], stay: 'confirmed' }),
  ],
  days: ['2026-12-07', '2026-12-08', '2026-12-09'],
  time_frames: [{ id: 1, start_at: '09:00', frame_number: 2, crew_frames: [] }],
  crews: [],
  taken: [],
  spare_frames: [],
  unit: 'room',
  spare_percent: 10,
}
const orders = [{ id: 5, name: '上階から', top_or_bottom: 'top', vertical_or_horizontal: 'vertical', line_number: 1 }]

/** The browser's worker, in this thread; told to be silent it is one that has not answered yet. */
class WorkerHere extends EventTarget {
  static silent = false
  static started: { terminated: boolean }[] = []
  private readonly state = { terminated: false }
  constructor() {
    super()
    WorkerHere.started.push(this.state)
  }
  postMessage(input: ArrangeInput) {
    const say = (data: Answer) => void (this.state.terminated || this.dispatchEvent(Object.assign(new Event('message'), { data })))
    const noSolver = () => Promise.reject(new Error('no solver here'))
    if (WorkerHere.silent) say({ kind: 'progress', done: 1, total: 2 })
    else void answer(input, noSolver, say).catch(() => undefined)
  }
  terminate() {
    this.state.terminated = true
  }
}

beforeEach(() => {
  WorkerHere.silent = false
  WorkerHere.started = []
  vi.stubGlobal('Worker', WorkerHere)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ construction_orders: orders, total_count: 1 })))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (over: Partial<ArrangeFacts> = {}) => {
  const [onPropose, onClose] = [vi.fn(), vi.fn()]
  render(
    <QueryClientProvider client={queryClient}>
      <ArrangeModal opened onClose={onClose} facts={{ ...facts, ...over }} onPropose={onPropose} />
    </QueryClientProvider>,
  )
  return { onPropose, onClose }
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const figure = async (label: string) => (await screen.findByText(label)).closest('div')?.textContent

describe('ArrangeModal', () => {
  it('computes, says what the plan costs, and lays it into the draft', async () => {
    const { onPropose, onClose } = show()
    expect(await screen.findByText('対象 2戸 / 空き枠 5')).toBeTruthy()
    await press('計算する')
    expect(await figure('かなえた希望')).toBe('かなえた希望1/2 戸ご都合の悪い日にあたる部屋はありません')
    expect(await figure('前の計画から動く部屋')).toBe('前の計画から動く部屋1 戸のべ1日')
    expect(await figure('移動距離')).toBe('移動距離＋50%2戸分 → 3戸分')
    expect(await figure('予備枠')).toBe('予備枠1/1 枠1枠を追加。土日に稼働日がありません')
    const unmet = within(screen.getByRole('region', { name: 'かなわなかった希望' })).getAllByRole('listitem')
    expect(unmet.map(item => item.textContent)).toEqual(['10312/8(火)希望日以外動かさない部屋です'])
    await press('この案を下書きに入れる')
    expect(onPropose).toHaveBeenCalledExactlyOnceWith([{ roomId: 2, to: place('2026-12-08', 2) }], [place('2026-12-09', 3)])
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('keeps what was chosen for another try', async () => {
    show()
    await userEvent.click(await screen.findByRole('checkbox', { name: '日程確定済みの部屋（1戸）' }))
    await userEvent.click(within(screen.getByRole('group', { name: '前の計画を保つ' })).getByRole('button', { name: '弱' }))
    expect(screen.getByText('対象 3戸 / 空き枠 6')).toBeTruthy()
    await press('計算する')
    expect(await figure('かなえた希望')).toContain('2/2')
    await press('別の条件で')
    const group = await screen.findByRole('group', { name: '前の計画を保つ' })
    expect(within(group).getByRole('button', { name: '弱' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('gives up at once, and begins anew', async () => {
    WorkerHere.silent = true
    show()
    await press('計算する')
    expect(await screen.findByText('2戸のうち1戸')).toBeTruthy()
    await press('中止')
    expect(WorkerHere.started).toEqual([{ terminated: true }])
    WorkerHere.silent = false
    await press('計算する')
    expect(await screen.findByTestId('arrange-result')).toBeTruthy()
  })

  it('ends with the modal', async () => {
    WorkerHere.silent = true
    show()
    await press('計算する')
    cleanup()
    expect(WorkerHere.started).toEqual([{ terminated: true }])
  })

  it('says that it failed, and takes another try', async () => {
    show({ unit: 'stack' })
    await press('計算する')
    expect((await screen.findByRole('alert')).textContent).toContain('計算できませんでした')
    await press('部屋ごと')
    await press('計算する')
    expect(await screen.findByTestId('arrange-result')).toBeTruthy()
  })

  it.each<[string, Partial<ArrangeFacts>, string]>([
    ['frames are missing', { days: ['2026-12-07'], time_frames: [{ ...facts.time_frames[0]!, frame_number: 1 }] }, '枠が1枠不足しています'],
    ['no day is left', { days: [] }, '明日からの稼働日がありません'],
    ['every room stays', { rooms: [room(1, { stay: 'always' })] }, '動かせる部屋がありません'],
  ])('does not begin when %s, and says so', async (_name, over, why) => {
    show(over)
    await press(new RegExp(`^計算する\\s*（${why}）$`))
    expect(WorkerHere.started).toEqual([])
  })

  it('has nothing to take when nothing changes', async () => {
    const { onPropose } = show({ rooms: [room(1)], spare_percent: 0 })
    await press('計算する')
    await press(/^この案を下書きに入れる\s*（今の計画から変わるところがありません）$/)
    expect(onPropose).not.toHaveBeenCalled()
  })
})

describe('SpareStockMeter', () => {
  const stock = { days: ['2026-12-05'], places: [], rooms: 20, visits: 0, reschedules: 0, onFill: null }
  it.each([
    [1, 'amber', '予備枠 残 1／想定必要数 21枠不足'],
    [2, 'green', '予備枠 残 2／想定必要数 2'],
    [0, 'red', '予備枠 残 0／想定必要数 22枠不足'],
  ])('%i frames: %s', (count, level, text) => {
    render(<SpareStockMeter {...stock} spare_frames={Array.from({ length: count }, (_, at) => place('2026-12-05', at + 3))} />)
    const meter = screen.getByTestId('spare-stock')
    expect([meter.dataset.level, meter.textContent]).toEqual([level, text])
    expect(meter.title).toContain('不在率10％（目安）')
  })

  it('warns where no free one lies on a weekend', () => {
    render(<SpareStockMeter {...stock} days={['2026-12-07']} spare_frames={[place('2026-12-07', 3), place('2026-12-07', 4)]} />)
    expect(screen.getByTestId('spare-stock').textContent).toContain('土日の予備枠なし')
  })

  it('offers to fill what is missing, and nothing when nothing is', () => {
    const onFill = vi.fn()
    const { rerender } = render(<SpareStockMeter {...stock} spare_frames={[]} onFill={onFill} />)
    screen.getByRole('button', { name: '不足分を自動で入れる' }).click()
    expect(onFill).toHaveBeenCalledOnce()
    rerender(<SpareStockMeter {...stock} spare_frames={[place('2026-12-05', 3), place('2026-12-05', 4)]} onFill={onFill} />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
