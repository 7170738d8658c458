// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { Form } from '../form/Form.tsx'
import { TextField } from '../form/fields/TextField.tsx'
import { Modal, ModalCancel, ModalFoot } from './Modal.tsx'

afterEach(cleanup)

const Page = () => {
  const [opened, setOpened] = useState(true)
  const form = useForm({ defaultValues: { name: '' } })
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title="部署の登録">
      <Form form={form} error={null} guard={false} onSubmit={() => setOpened(false)}>
        <TextField name="name" label="名称" />
        <ModalFoot>
          <ModalCancel />
          <button type="submit">登録する</button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
const show = () => render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />)
const names = () => screen.queryAllByRole('dialog').map(dialog => dialog.querySelector('h2')?.textContent)
const question = '保存していない変更があります'

const ways: [string, () => Promise<unknown>][] = [
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['キャンセル', () => userEvent.click(screen.getByRole('button', { name: 'キャンセル' }))],
  ['閉じる', () => userEvent.click(screen.getByRole('button', { name: '閉じる' }))],
]

it.each(ways)('%s asks before what was typed into a modal is lost', async (_, leave) => {
  show()
  await userEvent.type(screen.getByLabelText('名称'), '営業部')
  await leave()
  expect(names()).toEqual(['部署の登録', question])
  await userEvent.click(screen.getByRole('button', { name: '入力に戻る' }))
  expect(names()).toEqual(['部署の登録'])
  expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('営業部')
  await leave()
  await userEvent.keyboard('{Escape}')
  expect(names()).toEqual(['部署の登録'])
  await leave()
  await userEvent.click(screen.getByRole('button', { name: '保存せずに閉じる' }))
  expect(names()).toEqual([])
  expect('behindModal' in document.documentElement.dataset).toBe(false)
})

it.each(ways)('%s closes at once where nothing was typed', async (_, leave) => {
  show()
  await userEvent.type(screen.getByLabelText('名称'), '営')
  await userEvent.clear(screen.getByLabelText('名称'))
  await leave()
  expect(names()).toEqual([])
})

it('what is saved closes without a question', async () => {
  show()
  await userEvent.type(screen.getByLabelText('名称'), '営業部')
  await userEvent.click(screen.getByRole('button', { name: '登録する' }))
  expect(names()).toEqual([])
})

it('a press outside closes a modal that says so, marking text that ends outside does not', async () => {
  const closed = vi.fn()
  render(
    <Modal opened onClose={closed} title="見え方" closesOutside>
      <p>本文</p>
    </Modal>,
  )
  const ground = document.querySelector('[data-modal]') ?? document.body
  fireEvent.mouseDown(screen.getByText('本文'))
  fireEvent.click(ground)
  expect(closed).not.toHaveBeenCalled()
  await userEvent.click(ground)
  expect(closed).toHaveBeenCalledOnce()
})
