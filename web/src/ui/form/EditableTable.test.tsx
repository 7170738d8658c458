// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EditableTable } from './EditableTable.tsx'
import { TextField } from './fields/TextField.tsx'
import { Form } from './Form.tsx'

interface Person {
  id?: number
  name: string
  can_delete: boolean
  _destroy: boolean
}
interface Values {
  people: Person[]
}

const sent = vi.fn<(values: Values) => void>()
const onRows = vi.fn()
beforeEach(() => vi.clearAllMocks())
afterEach(cleanup)

const person = (name: string, more: Partial<Person> = {}): Person => ({ name, can_delete: true, _destroy: false, ...more })

const show = (people: Person[], more: { sortable?: string; least?: number } = {}) => {
  const Page = () => (
    <Form form={useForm<Values>({ defaultValues: { people } })} resource="supplier" error={null} onSubmit={sent} guard={false}>
      <EditableTable<Person>
        name="people"
        headings="spoken"
        columns={[{ field: 'name', heading: '氏名', required: true, cell: cell => <TextField {...cell} /> }]}
        rowName={({ name }, place) => name || `${place + 1}人目`}
        keep={({ can_delete }) => (can_delete ? null : '使用中のため削除できません')}
        destroyed={(row, first) => ({ ...row, name: row.name || first.name })}
        problem={at => (at === 3 ? '4人は入れません' : null)}
        onRows={onRows}
        empty="まだいません。"
        add={{ label: '追加', row: () => person('') }}
        {...more}
      />
      <button type="submit">保存</button>
    </Form>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />)
}
const fields = () => screen.getAllByLabelText<HTMLInputElement>('氏名').map(({ value }) => value)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const save = async () => {
  await press('保存')
  return sent.mock.lastCall?.[0].people
}

it('says that there is nothing, and adds rows with fields named for the server', async () => {
  show([])
  expect(screen.getByText('まだいません。')).toBeTruthy()
  await press('追加')
  await userEvent.type(screen.getByLabelText('氏名'), '佐藤')
  expect(screen.getByLabelText<HTMLInputElement>('氏名').name).toBe('supplier[people][0][name]')
  expect(await save()).toEqual([person('佐藤')])
})

it('takes out what is new, and marks in its place what the server has', async () => {
  show([person('佐藤', { id: 1 }), person('鈴木', { id: 2 }), person('新人')])
  await userEvent.clear(screen.getAllByLabelText('氏名')[0]!)
  await press('1人目を削除')
  await press('新人を削除')
  expect([fields(), onRows.mock.calls.length]).toEqual([['鈴木'], 2])
  expect(await save()).toEqual([person('佐藤', { id: 1, _destroy: true }), person('鈴木', { id: 2 })])
})

it('says why a row stays, and lets the last ones not go', () => {
  show([person('佐藤', { can_delete: false }), person('鈴木')], { least: 2 })
  expect(screen.getByText('使用中のため削除できません')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '佐藤を削除' })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '鈴木を削除' }).disabled).toBe(true)
})

it('says under a row what is wrong with it', () => {
  show(['一', '二', '三', '四'].map(name => person(name)))
  const wrong = screen.getByRole('alert')
  expect(wrong.textContent).toBe('4人は入れません')
  expect(within(wrong.parentElement!).getByLabelText<HTMLInputElement>('氏名').value).toBe('四')
})

it('moves rows past those that are removed', async () => {
  show([person('佐藤', { id: 1 }), person('鈴木', { id: 2 }), person('高橋', { id: 3 })], { sortable: '担当者' })
  await press('鈴木を削除')
  screen.getByRole('button', { name: '高橋を並べ替える' }).focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(fields()).toEqual(['高橋', '佐藤'])
  expect((await save())?.filter(({ _destroy }) => !_destroy).map(({ id }) => id)).toEqual([3, 1])
})

it('puts the cursor into the row that was added, to the neighbour of one that goes, and to the button when none is left', async () => {
  show(['佐藤', '鈴木', '高橋'].map(name => person(name)))
  const focused = () => {
    const { activeElement } = document
    return activeElement instanceof HTMLInputElement ? activeElement.value : activeElement?.textContent
  }
  await press('追加')
  await userEvent.keyboard('田中')
  expect(fields()).toEqual(['佐藤', '鈴木', '高橋', '田中'])
  await press('鈴木を削除')
  expect(focused()).toBe('高橋')
  await press('田中を削除')
  expect(focused()).toBe('高橋')
  await press('高橋を削除')
  await press('佐藤を削除')
  expect(focused()).toBe('追加')
})
