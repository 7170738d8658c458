// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import type { Board } from '../answer-reads.ts'
import { Chasing } from './Chasing.tsx'

afterEach(cleanup)

const roomOf = (id: number, phone: string | null): Board['rooms'][number] => ({
  id,
  name: `10${id}`,
  block_position: 1,
  row: 1,
  col: id,
  occupancy: 'occupied',
  contact_outcome: null,
  owner: null,
  resident_name: null,
  resident_name_kana: null,
  phone,
  contact_channel: 'paper',
  date: '2026-12-01',
  construction_time_frame_id: 1,
  reminded_on: null,
  standing: 'unanswered',
  reception_status_en: 'not_yet',
  answered_on: null,
  sheet_printed_on: null,
})
const show = (step: Board['step'], rooms: Board['rooms']) => {
  const board: Board = {
    construction: {
      id: 3,
      name: '更新工事',
      building_name: '青葉台',
      information_distribution_on: null,
      schedule_change_end_on: '2026-11-24',
    },
    today: '2026-11-23',
    days_left: 1,
    step,
    total: rooms.length,
    answered: 0,
    unanswered: rooms.length,
    unreachable: 0,
    refused: 0,
    away: { vacant: 0, long_absent: 0 },
    counts: { not_yet: rooms.length, web: 0, tel: 0, paper: 0, mail: 0, visit: 0, other: 0 },
    forecast: null,
    blocks: [],
    rooms,
  }
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <Chasing board={board} /> }])} />
    </QueryClientProvider>,
  )
}
const primary = () => screen.getAllByRole('button').flatMap(button => (button.dataset['kind'] === 'primary' ? [button.textContent] : []))
const first = () => screen.getAllByRole('listitem')[0]?.textContent

it('begins with what is due, whose button is the only primary one', () => {
  show('over', [roomOf(1, '0312345678')])
  expect(first()).toContain('お電話')
  expect(primary()).toEqual(['架電リスト（PDF）'])
})

it('says in its title the way that is due', () => {
  const title = () => screen.getByRole('heading', { level: 2 }).textContent
  show('over', [roomOf(1, null)])
  expect(title()).toBe('次にすること（締切を過ぎました。再案内の投函か訪問でご確認ください）')
  expect(first()).toContain('再案内を投函')
  cleanup()
  show('over', [roomOf(1, '0312345678')])
  expect(title()).toBe('次にすること（締切を過ぎました。お電話・訪問でご確認ください）')
  cleanup()
  show('call', [roomOf(1, null)])
  expect(title()).toBe('次にすること（再案内を投函する時期です）')
})

it('writes again to who has neither telephone nor address, once', () => {
  show('call', [roomOf(1, null)])
  expect(first()).toContain('再案内を投函')
  expect(primary()).toEqual(['再案内を印刷'])
})

it('has nothing due where nothing would reach anybody', () => {
  show('call', [{ ...roomOf(1, null), sheet_printed_on: '2026-11-20' }])
  expect(primary()).toEqual([])
})

it('begins with the schedule, and chases nobody who was not asked', () => {
  show('plan', [roomOf(1, '0312345678')])
  expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('詳細工程表の作成から始めます')
  expect(screen.getAllByRole('listitem').map(item => item.querySelector('h3')?.textContent)).toEqual([
    '詳細工程表を作成いま',
    '工程表を確定',
    '案内状を印刷',
  ])
  expect(screen.getByRole('link', { name: '詳細工程表を作成する' }).getAttribute('href')).toContain('3/detail_schedule')
  expect(screen.queryByRole('button')).toBeNull()
})

it('prints the letters once the schedule is settled', () => {
  show('letters', [roomOf(1, '0312345678')])
  expect(primary()).toEqual(['案内状を印刷する'])
})
