// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { connect } from '../../platform/api/request.ts'
import { Form } from '../../ui/form/Form.tsx'
import { blankValues } from './form-values.ts'
import { SignboardSection } from './SignboardSection.tsx'

let contractors: { id: number; name: string }[] = []
beforeEach(() => {
  contractors = []
  const answer = () => Response.json({ electronic_signboard_contractors: contractors, total_count: contractors.length })
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
  connect({ caller: () => null, hostTemplate: '', expired: () => {}, missing: () => {} })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const Ground = () => (
  <Form form={useForm({ defaultValues: { ...blankValues(), use_electronic_signboard: true } })} error={null} onSubmit={() => {}}>
    <SignboardSection readOnly={false} construction={null} />
  </Form>
)
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <Ground /> }])} />
    </QueryClientProvider>,
  )
/** The fields of the board that are marked 必須, as they stand. */
const marked = () => screen.queryAllByTestId('required-mark').map(mark => mark.closest<HTMLElement>('[data-field]')?.dataset.field)

it('marks type and contractor of the signboard as required while it is used, and asks for neither otherwise (spec §5)', async () => {
  show()
  expect(marked()).toEqual(['electronic_signboard_type', 'electronic_signboard_contractor_id'])
  await userEvent.click(screen.getByRole('radio', { name: '使用しない' }))
  expect(marked()).toEqual([])
})

it('chooses the only contractor by itself, and none of several', async () => {
  contractors = [{ id: 7, name: '青空電設' }]
  show()
  const chosen = () => screen.getByLabelText<HTMLSelectElement>(/^黒板用施工者/)
  await vi.waitFor(() => expect(chosen().value).toBe('7'))
  cleanup()
  queryClient.clear()
  contractors = [
    { id: 7, name: '青空電設' },
    { id: 8, name: '緑電設' },
  ]
  show()
  await screen.findByRole('option', { name: '緑電設' })
  expect(chosen().value).toBe('')
})
