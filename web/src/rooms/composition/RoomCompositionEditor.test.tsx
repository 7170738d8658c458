// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadLocale } from '../../platform/i18n.ts'
import { gridOf, newBlock } from './room-grid.ts'
import { type CompositionBody, RoomCompositionEditor } from './RoomCompositionEditor.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(cleanup)

const block = { ...newBlock(), floor_number: 2, room_number_per_floor: 1 }
const names = ['101', '201']
const grid = gridOf(
  [block],
  names.map((name, at) => ({ id: at + 1, block_position: 1, row: at + 1, col: 1, name })),
)

const show = (inUse: number[]) => {
  const save = vi.fn<(body: CompositionBody) => Promise<never>>(() => new Promise(() => {}))
  const read = { grid, version: 1, inUse }
  const editor = <RoomCompositionEditor read={read} readOnly={false} fresh={() => Promise.resolve(read)} save={save} />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: editor }])} />)
  return save
}
const paste = (text: string) =>
  fireEvent.paste(screen.getByRole('button', { name: /^2F 1列目/ }), { clipboardData: { getData: () => text } })
const empty = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^1F 1列目/ }))
  await userEvent.clear(screen.getByRole('textbox', { name: '1F 1列目' }))
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
}

it('grows for a larger table after asking, and enters nothing of it otherwise', async () => {
  show([])
  paste('301\t302\n201\n101')
  await userEvent.click(await screen.findByRole('button', { name: 'キャンセル' }))
  expect(screen.getAllByTestId('room-floor')).toHaveLength(2)
  expect(screen.getByRole('button', { name: '2F 1列目 201' })).toBeTruthy()
  paste('301\t302\n201\n101')
  await userEvent.click(await screen.findByRole('button', { name: '広げて貼り付ける' }))
  for (const name of ['3F 1列目 301', '3F 2列目 302', '2F 1列目 201', '1F 1列目 101'])
    expect(screen.getByRole('button', { name })).toBeTruthy()
})

it('names the rooms that are removed', async () => {
  const save = show([2])
  await empty()
  expect(await screen.findByText(/^101を工事から削除します。/)).toBeTruthy()
  expect(save).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: '削除して保存する' }))
  expect(save).toHaveBeenCalledOnce()
})

it('refuses at once to remove a room that holds data', async () => {
  const save = show([1])
  await empty()
  expect((await screen.findByRole('alert')).textContent).toBe('101はデータが登録されているため削除できません。')
  expect(screen.queryByRole('button', { name: '削除して保存する' })).toBeNull()
  expect(save).not.toHaveBeenCalled()
})
