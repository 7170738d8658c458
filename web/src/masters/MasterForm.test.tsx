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
