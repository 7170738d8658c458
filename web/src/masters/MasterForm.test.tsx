// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { toasts } from '../platform/toast.ts'
import { TextField } from '../ui/form/fields/TextField.tsx'
import type { Master } from './master.ts'
import { MasterForm } from './MasterForm.tsx'
import { suppliers } from './suppliers/suppliers.tsx'

interface Option {
  id: number
  name: string
  price: string
}

const options: Master<Option, Omit<Option, 'id'>> = {
  noun: 'オプション',
  api: () => '/api/options',
  plural: 'options',
  singular: 'option',
  listTo: () => '/options',
  detailTo: ({ id }) => `/options/${id}`,
  name: ({ name }) => name,
  columns: [],
  sortable: [],
  blank: () => ({ name: '', price: '' }),
  values: ({ name, price }) => ({ name, price }),
  Fields: () => (
    <>
      <TextField name="name" label="名称" />
      <TextField name="price" label="価格" />
    </>
  ),
  canCreate: () => true,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  toasts.set([])
})

it('a form that was laid out before somebody else saved changes only what was changed in it', async () => {
  let kept: Option = { id: 7, name: '手すり', price: '5000' }
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    const { option } = JSON.parse(body) as { option: Partial<Option> }
    sent.push(option)
    kept = { ...kept, ...option }
    return Promise.resolve(Response.json({ message: '更新しました。', option: kept }))
  })
  const stale = kept
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <>
          {['A', 'B'].map(person => (
            <section key={person} aria-label={person}>
              <MasterForm master={options} row={stale} onSaved={() => {}} />
            </section>
          ))}
        </>
      ),
    },
  ])
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const person = userEvent.setup()
  const type = async (who: string, label: string, text: string, requests: number) => {
    const form = within(screen.getByRole('region', { name: who }))
    await person.clear(form.getByLabelText(label))
    await person.type(form.getByLabelText(label), text)
    await person.click(form.getByRole('button', { name: '保存する' }))
    await waitFor(() => expect(sent).toHaveLength(requests))
  }
  await type('A', '価格', '6000', 1)
  await type('B', '名称', '電動手すり', 2)
  expect(sent).toEqual([{ price: '6000' }, { name: '電動手すり' }])
  expect(kept).toEqual({ id: 7, name: '電動手すり', price: '6000' })
})

it('says what another person changed in the same place, keeps everything typed, and saves what is chosen', async () => {
  const people = (...names: string[]) => names.map((name, at) => ({ id: at + 1, name, can_delete: true }))
  const row = {
    id: 7,
    name: '大和商会',
    address: '川崎市1',
    representative_phone: null,
    can_delete: true,
    supplier_staffs: people('佐藤', '鈴木', '高橋'),
  }
  const now = {
    ...row,
    name: '大和産業',
    address: '横浜市2',
    supplier_staffs: [...people('佐藤一郎', '鈴木'), { id: 9, name: '田中', can_delete: true }],
  }
  const conflict = (path: unknown[], row_name: string | null, field_name: string, current: string, sent: string) => ({
    path,
    row_name,
    field_name,
    current,
    sent,
  })
  const conflicts = [
    conflict(['name'], null, '名称', '大和産業', '大和工業'),
    conflict(['supplier_staffs_attributes', 1, 'name'], '佐藤', '担当者名', '佐藤一郎', '佐藤二郎'),
  ]
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { supplier: unknown }).supplier)
    return Promise.resolve(
      sent.length === 1
        ? Response.json(
            { errors: { full_messages: ['保存していません。'] }, code: 'changed_by_both', conflicts, supplier: now },
            { status: 409 },
          )
        : Response.json({ message: '取引先を更新しました。', supplier: now, supplier_staffs: now.supplier_staffs }),
    )
  })
  const router = createMemoryRouter([{ path: '/', element: <MasterForm master={suppliers} row={row} onSaved={() => {}} /> }])
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const person = userEvent.setup()
  const names = () => screen.getAllByLabelText<HTMLInputElement>(/^担当者名/).map(({ value }) => value)
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
  const write = async (input: HTMLInputElement, text: string) => {
    await person.clear(input)
    await person.type(input, text)
  }
  await write(field(/^名称/), '大和工業')
  for (const [at, name] of [
    [0, '佐藤二郎'],
    [2, '高橋三郎'],
  ] as const)
    await write(screen.getAllByLabelText<HTMLInputElement>(/^担当者名/)[at]!, name)
  await person.click(screen.getByRole('button', { name: '保存する' }))
  const alert = within(await screen.findByRole('alert'))
  expect(sent[0]).toEqual({
    name: '大和工業',
    supplier_staffs_attributes: [{ id: 1, name: '佐藤二郎' }, { id: 2 }, { id: 3, name: '高橋三郎' }],
    read: {
      name: '大和商会',
      supplier_staffs_attributes: [
        { id: 1, name: '佐藤' },
        { id: 3, name: '高橋' },
      ],
    },
  })
  // What was typed stands; the rest is the other person's; who was taken away there and renamed here is not lost.
  expect([field(/^名称/).value, field(/^住所/).value, names()]).toEqual(['大和工業', '横浜市2', ['佐藤二郎', '鈴木', '高橋三郎', '田中']])
  await person.click(within(alert.getByRole('group', { name: '「佐藤」の担当者名' })).getByLabelText('ほかの人の入力「佐藤一郎」にする'))
  expect(names()[0]).toBe('佐藤一郎')
  await person.click(alert.getByLabelText('あなたの入力「佐藤二郎」を残す'))
  expect(names()[0]).toBe('佐藤二郎')
  await person.click(alert.getByLabelText('ほかの人の入力「大和産業」にする'))
  expect(field(/^名称/).value).toBe('大和産業')
  await person.click(screen.getByRole('button', { name: '保存する' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({
    supplier_staffs_attributes: [{ id: 1, name: '佐藤二郎' }, { id: 2 }, { name: '高橋三郎', _destroy: false }, { id: 9 }],
    read: { supplier_staffs_attributes: [{ id: 1, name: '佐藤一郎' }] },
  })
})
