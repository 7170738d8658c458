// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../platform/request.ts'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import { PlainForm } from './PlainForm.tsx'

afterEach(cleanup)
const show = (onSubmit: (values: Readonly<Record<string, string>>) => Promise<unknown>) =>
  render(
    <PlainForm onSubmit={onSubmit}>
      <Field name="login_id" label="ログインID" />
      <Field name="password" label="パスワード" type="password" />
      <Button type="submit">送信する</Button>
    </PlainForm>,
  )

it('gives every value, and shows what was wrong where it was wrong', async () => {
  const sent = vi.fn<(values: Readonly<Record<string, string>>) => Promise<unknown>>()
  sent.mockRejectedValue(
    new ApiError(422, {
      errors: {
        password: ['は8文字以上で、英字と数字を含めてください'],
        full_messages: ['パスワードは8文字以上で、英字と数字を含めてください'],
      },
    }),
  )
  show(sent)
  await userEvent.type(screen.getByLabelText('ログインID'), 'staff01')
  await userEvent.type(screen.getByLabelText('パスワード'), 'short')
  await userEvent.click(screen.getByText('送信する'))
  expect(sent).toHaveBeenCalledExactlyOnceWith({ login_id: 'staff01', password: 'short' })
  expect(screen.getByTestId('field-error').textContent).toBe('パスワードは8文字以上で、英字と数字を含めてください')
  expect(document.activeElement).toBe(screen.getByLabelText('パスワード'))
  expect(screen.getByLabelText<HTMLInputElement>('パスワード').value).toBe('short')
  await userEvent.type(screen.getByLabelText('パスワード'), 'x')
  expect(screen.queryByTestId('field-error')).toBeNull()
})

it('shows errors that belong to no field above the form', async () => {
  show(() => Promise.reject(new ApiError(401, { errors: ['ログイン用の認証情報が正しくありません。再度お試しください。'] })))
  await userEvent.click(screen.getByText('送信する'))
  expect(screen.getByRole('alert').textContent).toBe('ログイン用の認証情報が正しくありません。再度お試しください。')
})

it('lets a password be looked at', async () => {
  show(() => Promise.resolve())
  await userEvent.click(screen.getByRole('button', { name: 'パスワードを表示' }))
  expect(screen.getByLabelText('パスワード').getAttribute('type')).toBe('text')
})
