// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { toasts } from '../../platform/toast.ts'
import { UploadPanel } from './UploadPanel.tsx'
import type { Chosen, UploadOptions } from './upload-queue.ts'

interface Sending {
  chosen: Chosen<null>
  options: UploadOptions
  arrive: () => void
  fail: (why: string) => void
}
let sending: Sending[]
const onArrived = vi.fn()
let ids = 0

const Place = () => (
  <>
    <UploadPanel
      label="ファイルを選択"
      noun="資料"
      accept=".pdf,.png"
      acceptText="PDF、PNG"
      limit={1}
      titleLabel="タイトル"
      titleMax={100}
      titleOf={file => file.name.replace(/\.\w+$/, '')}
      newId={() => `id${++ids}`}
      details={null}
      onArrived={onArrived}
      send={(chosen, options) =>
        new Promise((resolve, reject) => {
          options.signal.addEventListener('abort', () => reject(new Error('stopped')))
          sending.push({ chosen, options, arrive: () => resolve(undefined), fail: why => reject(new Error(why)) })
        })
      }
    />
    <Link to="/elsewhere">ほかのページ</Link>
  </>
)

beforeEach(() => {
  sending = []
  onArrived.mockReset()
  const router = createMemoryRouter([
    { path: '/', Component: Place },
    { path: '/elsewhere', Component: () => <h1>ほか</h1> },
  ])
  render(<RouterProvider router={router} />)
})
afterEach(() => {
  cleanup()
  toasts.set([])
})

const file = (name: string, size = 5) => new File(['x'.repeat(size)], name)
const drop = (...files: File[]) => fireEvent.drop(screen.getByText('ファイルを選択'), { dataTransfer: { files, types: ['Files'] } })
const rows = () => within(screen.getByRole('list', { name: '登録する資料' })).getAllByRole('listitem')

it('takes several dropped files, names them, and sends them with the titles they were given', async () => {
  drop(file('図面.pdf'), file('写真.PNG'))
  const title = screen.getByLabelText('タイトル（図面.pdf）')
  expect(title).toHaveProperty('value', '図面')
  await userEvent.clear(title)
  expect(screen.getByRole('button', { name: /2件を登録する/ }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.type(title, '配線図')
  await userEvent.click(screen.getByRole('button', { name: '2件を登録する' }))
  expect(sending.map(({ chosen }) => chosen.title)).toEqual(['配線図', '写真'])
  sending[0]?.options.onProgress(0.42)
  const bar = await screen.findByRole('progressbar', { name: '図面.pdfの送信' })
  expect(bar).toHaveProperty('value', 42)
  expect(screen.getByText('42%')).toBeDefined()
  for (const one of sending) one.arrive()
  await vi.waitFor(() => expect(screen.queryByRole('list', { name: '登録する資料' })).toBeNull())
  expect(onArrived).toHaveBeenCalledTimes(2)
  expect(toasts.get().map(({ lines }) => lines)).toEqual([['2件の資料を登録しました。']])
})

it('says what is wrong with a file before anything is sent', () => {
  drop(file('動画.mp4'), file('空.pdf', 0), file('大きい.pdf', 1024 * 1024 + 1))
  expect(rows().map(row => within(row).getByRole('alert').textContent)).toEqual([
    'この形式は登録できません。PDF、PNGを選択してください。',
    '中身のないファイルは登録できません。',
    'ファイルサイズは1MB以下にしてください。',
  ])
  expect(screen.queryByRole('button', { name: /登録する/ })).toBeNull()
})

it('keeps what failed with its reason and a second try, and stops what is cancelled', async () => {
  drop(file('a.pdf'), file('b.pdf'))
  await userEvent.click(screen.getByRole('button', { name: '2件を登録する' }))
  sending[0]?.fail('通信できませんでした。')
  await screen.findByText('通信できませんでした。')
  await userEvent.click(screen.getByRole('button', { name: 'b.pdfの送信を中止' }))
  expect(sending[1]?.options.signal.aborted).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: '再送する' }))
  expect(sending[2]?.chosen.id).toBe(sending[0]?.chosen.id)
  sending[2]?.arrive()
  await vi.waitFor(() => expect(screen.queryByRole('list', { name: '登録する資料' })).toBeNull())
})

it('asks before the page is left with something that has not arrived', async () => {
  await userEvent.click(screen.getByRole('link', { name: 'ほかのページ' }))
  expect(await screen.findByRole('heading', { name: 'ほか' })).toBeDefined()
  cleanup()
  const router = createMemoryRouter([
    { path: '/', Component: Place },
    { path: '/elsewhere', Component: () => <h1>ほか</h1> },
  ])
  render(<RouterProvider router={router} />)
  drop(file('a.pdf'))
  await userEvent.click(screen.getByRole('link', { name: 'ほかのページ' }))
  const dialog = await screen.findByRole('dialog', { name: '登録が終わっていない資料があります' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'このページに残る' }))
  expect(screen.getByLabelText('タイトル（a.pdf）')).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: 'ほかのページ' }))
  await userEvent.click(await screen.findByRole('button', { name: '登録せずに離れる' }))
  expect(await screen.findByRole('heading', { name: 'ほか' })).toBeDefined()
})
