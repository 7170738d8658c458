// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { connect } from '../../platform/api/request.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { knownUser, refreshUser, signOut } from '../../platform/session/session.ts'
import { ConstructionForm } from '../form/ConstructionForm.tsx'
import { blankValues, type ConstructionValues } from '../form/form-values.ts'

const contractor = { id: 5, name: '本牧電設株式会社', primary_contractor_id: null }
const craftsman = { id: 9, name: '本牧 一郎', contractor_id: 5 }

beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  const [contractors, craftsmans]: [object[], object[]] = [[], []]
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    const ofPeople = url.includes('/craftsmans')
    if (method === 'POST') (ofPeople ? craftsmans : contractors).push(ofPeople ? craftsman : contractor)
    const answer = url.includes('users')
      ? { user: { id: 1, role_id: 3, client: null } }
      : method === 'POST'
        ? { message: '登録しました。', contractor, craftsman }
        : { contractors, craftsmans, total_count: 0 }
    return Promise.resolve(Response.json(answer))
  })
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  await signOut()
  vi.unstubAllGlobals()
})

it('adds the first contractor and its first craftsman beside the form, and keeps what was typed', async () => {
  const saved: ConstructionValues[] = []
  const form = (
    <ConstructionForm
      formType="overall_schedule"
      mode="new"
      initial={blankValues()}
      today="2026-11-23"
      offersOptions
      error={null}
      pending={false}
      submit="保存して次へ"
      cancelTo="/"
      onSubmit={values => saved.push(values)}
    />
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />
    </QueryClientProvider>,
  )
  await screen.findByText(/^協力会社がまだ登録されていません。/)
  await userEvent.type(screen.getByLabelText('説明会の時刻'), '1000')
  await userEvent.click(screen.getByRole('button', { name: '協力会社を追加' }))
  const company = within(await screen.findByTestId('contractor-modal'))
  await userEvent.type(company.getByLabelText(/^会社名/), contractor.name)
  await userEvent.click(company.getByRole('button', { name: '登録する' }))
  await userEvent.click(await screen.findByRole('button', { name: '職人を追加' }))
  const person = within(await screen.findByTestId('craftsman-modal'))
  await userEvent.type(person.getByLabelText(/^氏名/), craftsman.name)
  await userEvent.click(person.getByRole('button', { name: '登録する' }))
  await screen.findAllByText(craftsman.name)
  expect(saved).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: '保存して次へ' }))
  expect(saved).toMatchObject([
    {
      briefing_session_time: '10:00',
      assigned_contractors_attributes: [{ contractor_id: 5, craftsman_ids: [9], craftsman_names: { 9: craftsman.name } }],
    },
  ])
})
