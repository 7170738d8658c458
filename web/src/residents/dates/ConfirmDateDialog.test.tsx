// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ConfirmDateDialog } from './ConfirmDateDialog.tsx'

afterEach(cleanup)
const show = (before: string | null, terms: string[]) =>
  render(
    <ConfirmDateDialog
      place="2026年12月4日(金) 午前 9:00–12:00"
      expiresAt="2026-11-24T01:05:00Z"
      before={before}
      terms={terms}
      busy={false}
      onConfirm={() => {}}
      onCancel={() => {}}
    />,
  )

it('says what holds until now, what would hold, and what the change costs, before it is made', () => {
  show('2026年12月3日(木) 午後 1:00–5:00', ['このページからの変更は、あと1回できます。'])
  const text = screen.getByRole('dialog').textContent
  expect(text).toContain('変更前2026年12月3日(木) 午後 1:00–5:00')
  expect(text).toMatch(/変更後 2026年12月4日\(金\) 午前 9:00–12:00 に変更します。/)
  expect(text).toContain('このページからの変更は、あと1回できます。')
})

it('names no date before where one is chosen for the first time', () => {
  show(null, [])
  expect(screen.getByRole('dialog').textContent).not.toContain('変更前')
  expect(screen.getByRole('button', { name: 'この日時に決める' })).toBeTruthy()
})
